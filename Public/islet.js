// What the server rendered is put where it belongs, and times are written. It builds no markup and knows no kind of activity;
// without it pages are whole: bars and countdowns run in the style sheet, forms are forms.
(() => {
"use strict";
const page = document.documentElement, body = document.body;
const $ = (id) => document.getElementById(id);
const all = (selector, root = document) => root.querySelectorAll(selector);
page.dataset.script = "";

// ---- The server's clock. performance.now() because people step their clocks, and because one that is an hour off must not matter.

const servedAt = Number(body.dataset.now), firstFrame = Number(body.dataset.firstFrame);
let offset = servedAt - (performance.getEntriesByType("navigation")[0]?.responseStart || 0);
const serverNow = () => performance.now() + offset;
const anchors = new WeakMap();

function setClock(now) {
  offset = now - performance.now();
  align();
  tick();
}

// The style sheet counts from the moment at which a card met the page. What it was off by (the way of the answer, a sleep that
// stopped the browser's clock) is set right by seeking: changing `--now` under a running animation would make it jump.
function align() {
  const now = serverNow();
  for (const animation of document.getAnimations?.() ?? []) {
    if (!animation.animationName?.startsWith("timed-")) continue;
    const root = animation.effect.target.closest(".timed");
    animation.currentTime = now - (anchors.get(root) ?? firstFrame);
  }
}

// An animation counts from the first frame that it is drawn in, which on a busy machine is long after it was made.
let isAligning = false;
function alignOnceDrawn() {
  if (isAligning) return;
  isAligning = true;
  Promise.allSettled([...document.getAnimations?.() ?? []].map((animation) => animation.ready)).then(() => { isAligning = false; align(); });
}

function anchor(element) {
  const now = Math.round(serverNow()), day = Math.floor(now / 864e5);
  for (const root of element.matches(".timed") ? [element] : all(".timed", element)) {
    anchors.set(root, now);
    root.style.setProperty("--now-day", day);
    root.style.setProperty("--now-ms", now - day * 864e5);
  }
  requestAnimationFrame(alignOnceDrawn);
}

// ---- Texts of time

const clockFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exactFormat = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const clock = (ms) => clockFormat.format(ms);
const two = (n) => String(n).padStart(2, "0");

function digits(ms) {
  const s = Math.ceil(ms / 1000), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

function ago(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 60 ? `${s} s ago` : s < 3600 ? `${Math.floor(s / 60)} min ago` : s < 86400 ? `${Math.floor(s / 3600)} h ago` : `${Math.floor(s / 86400)} d ago`;
}

function minutes(ms) {
  const n = Math.ceil(ms / 60000);
  return n === 1 ? "1 minute left" : `${n} minutes left`;
}

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const say = (element, name, value) => { if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value); };

// Writes what stands in `root`, and returns in how many milliseconds the next of its texts changes.
function writeTimes(root, now) {
  let wait = 60000;
  for (const element of all("[data-end]", root)) {
    const start = Number(element.dataset.start), end = Number(element.dataset.end);
    const left = Math.max(0, end - Math.max(now, start)), label = element.dataset.label;
    const text = left ? `${minutes(left)}, ${label} ${clock(end)}` : `${element.dataset.labelAfter ?? label} ${clock(end)}`;
    if (element.getAttribute("role") === "progressbar") {
      say(element, "aria-valuenow", end > start ? Math.round(100 * (1 - left / (end - start))) : now < end ? 0 : 100);
      say(element, "aria-valuetext", text);
    } else {
      write(element.querySelector(".countdown-text"), digits(left));
      say(element, "aria-label", text);
      if (left) wait = Math.min(wait, now < start ? start - now : left % 1000 || 1000);
    }
  }
  for (const element of all("[data-age]", root)) {
    const age = now - Number(element.dataset.age);
    write(element, `Updated ${ago(age)}`);
    wait = Math.min(wait, 1000 - (((age % 1000) + 1000) % 1000));
  }
  for (const element of all("[data-shown-until]", root)) flip(element, now < Number(element.dataset.shownUntil));
  for (const element of all("[data-shown-from]", root)) flip(element, now >= Number(element.dataset.shownFrom));
  return wait;
}

function flip(element, isShown) {
  if (isShown === element.hasAttribute("aria-hidden")) element.toggleAttribute("aria-hidden", !isShown);
  if (!isShown) say(element, "aria-hidden", "true");
}

function writeClocks(root) {
  const today = dayFormat.format(serverNow());
  for (const element of all("time[data-clock]", root)) {
    const date = Date.parse(element.dateTime), day = dayFormat.format(date);
    // Under a heading that names the day only another one is told.
    const heading = element.closest("[data-day]")?.dataset.day;
    const known = heading ? dayFormat.format(new Date(`${heading}T12:00`)) : today;
    const time = element.dataset.clock === "seconds" ? exactFormat.format(date) : clock(date);
    write(element, day === known ? time : `${day}, ${time}`);
  }
}

let timer, lastWall = Date.now(), lastMono = performance.now();
function tick() {
  clearTimeout(timer);
  const wall = Date.now(), mono = performance.now();
  // The machine slept, and this browser's clock with it: only the server knows how long.
  if (Math.abs(wall - lastWall - (mono - lastMono)) > 2000) reconnect();
  lastWall = wall;
  lastMono = mono;
  const wait = writeTimes(document, serverNow());
  writeConnection();
  timer = setTimeout(tick, Math.max(8, Math.min(wait, body.dataset.connection === "live" ? wait : 1000)));
}

// ---- Putting

const template = document.createElement("template");
const parse = (html) => { template.innerHTML = html; return [...template.content.children]; };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const waiting = new Map();
let pressed = null;

const isField = (element) => element?.matches?.("input:not([readonly]):not([type=hidden]), select, textarea");
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";
const isTyped = (field) => !isChoice(field) && field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;
const isChosen = (field) => isChoice(field) ? field.checked !== field.defaultChecked
  : field.options !== undefined && field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
const isEdited = (form) => [...form.elements].some((field) => isTyped(field) || isChosen(field));

// Replaced between press and release, a button or a link would never be clicked; a form in use would lose what was typed.
function isInUse(element) {
  if (element.contains(pressed)) return true;
  if (!element.querySelector("form")) return false;
  return (element.contains(document.activeElement) && isField(document.activeElement))
    || element.querySelector("details[open], [aria-busy=true]") !== null || [...all("form", element)].some(isEdited);
}

function put(root) {
  const old = $(root.id), into = root.dataset.into && $(root.dataset.into);
  if (!old && !into) return;
  if (old && isInUse(old)) { waiting.set(root.id, root); return; }
  waiting.delete(root.id);
  anchor(root);
  writeTimes({ querySelectorAll: (s) => [root, ...all("*", root)].filter((e) => e.matches(s)) }, serverNow());
  writeClocks(root);
  if (!old) {
    insert(root, into);
    root.dataset.arriving = "";
    root.addEventListener("animationend", (event) => { if (event.animationName === "arrive") delete root.dataset.arriving; });
    setTimeout(() => delete root.dataset.arriving, 500);
    return;
  }
  const focused = old.contains(document.activeElement) ? focusable(old).indexOf(document.activeElement) : -1;
  const moves = into && old.parentNode === into && old.dataset.order !== root.dataset.order;
  old.replaceWith(root);
  if (moves) insert(root, into);
  if (focused >= 0) focusable(root)[focused]?.focus({ preventScroll: true });
  if (root.id === "island") showExpanded();
}

const focusable = (root) => [...all("a[href], button, input, select, summary", root)];

function insert(root, into) {
  const next = [...into.children].find((other) => other !== root && other.dataset.order > root.dataset.order);
  into.insertBefore(root, next ?? null);
}

function putWaiting() {
  for (const root of [...waiting.values()]) put(root);
}

// A page of one activity keeps its card, also where a stream that serves other tabs too takes it off their lists.
const stays = (element) => element.closest("[data-stay]");

function remove(element, isQuick) {
  if (!element || stays(element)) return;
  waiting.delete(element.id);
  if (isQuick || calm.matches) { element.remove(); return; }
  element.removeAttribute("id");
  element.inert = true;
  element.dataset.leaving = "";
  setTimeout(() => element.remove(), 200);
}

function reset(ids) {
  const shown = new Set(ids);
  for (const element of all("[data-revision][id], [data-root][id]")) {
    // Roots within a root come and go with it.
    if (!shown.has(element.id) && !element.parentElement.closest("[data-revision][id], [data-root][id], #banners")) remove(element, true);
  }
}

// ---- Alerts: state with the revision at which they rang. Older than the page, or than a minute: not news any more.

let rungAt = body.dataset.revision;
const parts = (revision) => [revision.slice(0, revision.lastIndexOf("-")), Number(revision.slice(revision.lastIndexOf("-") + 1))];
function isNewer(revision, than) {
  const [epoch, sequence] = parts(revision), [otherEpoch, otherSequence] = parts(than);
  return epoch !== otherEpoch || sequence > otherSequence;
}

function alertWith(banner) {
  const { revision, at } = banner.dataset;
  if (!isNewer(revision, rungAt) || serverNow() - Number(at) > 60000) return;
  rungAt = revision;
  // Where nobody looks a banner would be gone before anybody came; the system's notification stays.
  if (!document.hidden) tell(banner);
  heard.push(banner);
  // What rings in one frame sounds once; and where two tabs hear it, the one that is looked at goes first.
  bell ??= setTimeout(ring, document.hidden ? 500 : 50);
}

function tell(banner) {
  const { activity } = banner.dataset, text = banner.querySelector(".banner-text");
  if (text) announce(text.textContent.trim());
  const isOnIsland = document.querySelector(`.island-body[data-activity="${CSS.escape(activity)}"]`) !== null;
  if (!isOnIsland || (expanded !== null && expanded !== activity && isAttended(openView()))) showBanner(banner);
  else if (expanded !== activity || glimpse) expand(activity, true);
}

function showBanner(banner) {
  remove($(banner.id), true);
  anchor(banner);
  // The newest on top, where it is seen however many ring at once.
  $("banners").prepend(banner);
  for (const older of banners().slice(3)) dismiss(older, true);
  tick();
  closeUnattended(() => banners().includes(banner), () => banner, () => dismiss(banner));
}

const banners = () => [...all(".banner:not([data-leaving])", $("banners"))];

function dismiss(banner, isQuick) {
  remove(banner, isQuick);
  withdraw();
}

// Hovered on a touch screen is what was touched last, however long ago.
const hovers = matchMedia("(hover: hover)");
const isAttended = (view) => [view, tap].some((element) => element && (element.contains(pressed) || element.matches(hovers.matches ? ":focus-within, :hover" : ":focus-within")));

// What rang is shown for 5 s, and after that for as long as somebody attends to it.
function closeUnattended(isShown, view, close, wait = 5000) {
  setTimeout(() => {
    if (!isShown()) return;
    if (isAttended(view())) closeUnattended(isShown, view, close, 500);
    else close();
  }, wait);
}

let heard = [], bell = null;
function ring() {
  const alerts = heard;
  heard = [];
  bell = null;
  once(alerts, async (news) => {
    // Of sounds that ring at once the last is heard, not a chord.
    const isHeard = await play(news.at(-1).dataset.sound);
    if (document.hidden) for (const banner of news) notify(banner, isHeard);
  });
}

const tap = $("tap-for-sound");
let playing = null, refused = null;
async function play(sound) {
  playing?.pause();
  playing = new Audio(`/sounds/${sound.replace(/[^a-z0-9-]/g, "") || "default"}.wav`);
  try {
    await playing.play();
    return true;
  } catch (error) {
    // A browser may want a gesture first.
    if (error?.name === "NotAllowedError") { refused = sound; tap.hidden = !isTold(); }
    return false;
  }
}

const isTold = () => expanded !== null || banners().length > 0;
function withdraw() {
  if (!isTold()) tap.hidden = true;
}

tap.addEventListener("click", () => {
  tap.hidden = true;
  play(refused);
});

// ---- The system's notifications, where the person allowed them

const mayNotify = () => window.Notification?.permission === "granted";

function notify(banner, isHeard) {
  if (!mayNotify()) return;
  const text = (part) => banner.querySelector(`.banner-${part}`)?.textContent.trim() ?? "";
  const icon = document.querySelector("link[rel=apple-touch-icon]")?.href;
  const link = banner.querySelector("a")?.href;
  try {
    const notification = new Notification(text("title"), { body: text("body"), icon, tag: banner.dataset.activity, renotify: true, silent: isHeard });
    notification.onclick = () => {
      notification.close();
      window.focus();
      if (link) location.href = link;
    };
  } catch { /* a browser that leaves notifications to service workers */ }
}

// Such a browser would grant what it then refuses. It says so before it looks at the permission; without one nothing is shown.
function canNotify() {
  try { return Boolean(new Notification("")); } catch { return false; }
}

function sayPermission(permission) {
  for (const part of $("notifications").children) part.hidden = part.dataset.when !== permission;
}

if ($("notifications") && isSecureContext && window.Notification?.permission === "default" && canNotify()) {
  $("notifications").hidden = false;
  $("notifications").querySelector("button").addEventListener("click", () => Notification.requestPermission().then(sayPermission).catch(() => {}));
}

// Of a browser's hidden tabs one may keep its stream, so that there is something to notify of. It holds a lock for as long as it listens.
let isEar = false, letGo = null;
function listen() {
  if (letGo || !mayNotify() || !navigator.locks) return;
  const waiting = new AbortController(), over = new Promise((resolve) => { letGo = resolve; });
  over.then(() => waiting.abort());
  navigator.locks.request("islet-ear", { signal: waiting.signal }, () => {
    if (waiting.signal.aborted) return;
    isEar = true;
    connect();
    return over;
  }).catch(() => {});
}

function hush() {
  isEar = false;
  letGo?.();
  letGo = null;
}

// A live region is read as it stands when the reader comes to it: what is said at once stands there together. It is emptied
// because the same text once more would be no change, and not be read.
let said = [], silence;
function announce(text) {
  said.push(text);
  write($("announcements"), said.join(". "));
  clearTimeout(silence);
  silence = setTimeout(() => { said = []; write($("announcements"), ""); }, 5000);
}

// One browser has many tabs; one of them rings. They share the newest revision that rang: one key, however much rings in a year.
function once(alerts, act) {
  const attempt = async () => {
    let news = alerts;
    try {
      const last = localStorage.getItem("rang");
      if (last) news = alerts.filter((alert) => isNewer(alert.dataset.revision, last));
      if (!news.length) return;
      localStorage.setItem("rang", news.at(-1).dataset.revision);
    } catch { /* storage full or refused: every tab for itself */ }
    act(news);
    // What is stored reaches other processes a little later than the lock does: it is held for as long.
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  // Locks are refused where storage is, such as in a frame on another's page.
  navigator.locks ? navigator.locks.request("islet", attempt).catch(() => act(alerts)) : attempt();
}

// ---- The stream

let source = null, lostAt = null, attempts = 0, retry, isDone = false, isStale = false;

function connect() {
  clearTimeout(retry);
  // Hidden, it takes none, whatever woke it: six such tabs would use up what a browser grants a server. Being seen takes it up.
  if ((document.hidden && !isEar) || !body.dataset.stream || source || isDone) return;
  const url = new URL(body.dataset.stream, location.href);
  url.searchParams.set("last-event-id", body.dataset.revision);
  source = new EventSource(url);
  lose();
  const on = (name, act) => source.addEventListener(name, (event) => {
    act(event.data);
    if (event.lastEventId) body.dataset.revision = event.lastEventId;
  });
  on("hello", (data) => hello(JSON.parse(data)));
  on("put", (data) => { parse(data).forEach(put); tick(); });
  on("remove", (data) => remove($(data.trim())));
  on("reset", (data) => reset(data.split("\n")));
  on("alert", (data) => parse(data).forEach(alertWith));
  source.onerror = () => {
    lose();
    if (source?.readyState !== EventSource.CLOSED) return;
    disconnect();
    askWhy();
  };
}

function disconnect() {
  clearTimeout(retry);
  source?.close();
  source = null;
}

function reconnect() {
  if (!source) return;
  disconnect();
  connect();
}

function hello({ now, build }) {
  attempts = 0;
  lostAt = null;
  body.dataset.connection = "live";
  setClock(now);
  try {
    sessionStorage.removeItem("stopped");
    isStale = build !== body.dataset.build && sessionStorage.getItem("build") !== build;
    if (isStale) reloadForBuild(build);
  } catch { /* no storage, no guard against a loop: then not at all */ }
}

function reloadForBuild(build) {
  if (isField(document.activeElement) || [...document.forms].some(isEdited)) {
    document.addEventListener("focusout", () => setTimeout(() => isStale && reloadForBuild(build)), { once: true });
    return;
  }
  sessionStorage.setItem("build", build);
  location.reload();
}

// An EventSource does not say why it gave up.
async function askWhy() {
  let status = 0;
  try {
    const url = new URL(body.dataset.stream, location.href);
    url.searchParams.set("last-event-id", body.dataset.revision);
    status = (await fetch(url, { method: "HEAD", cache: "no-store" })).status;
  } catch { /* no answer */ }
  if (status === 401 || status === 403) {
    location.href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`;
  } else if (status === 204 || status === 404 || status === 410) {
    isDone = true;
    try {
      if (sessionStorage.getItem("stopped") === location.pathname) { body.dataset.connection = "offline"; return; }
      sessionStorage.setItem("stopped", location.pathname);
      location.reload();
    } catch { body.dataset.connection = "offline"; }
  } else {
    retry = setTimeout(connect, Math.min(30000, 1000 * 2 ** attempts++) * (0.5 + Math.random() / 2));
  }
}

function lose() {
  lostAt ??= performance.now();
  writeConnection();
}

function writeConnection() {
  if (lostAt === null || isDone) return;
  const state = navigator.onLine === false ? "offline" : "reconnecting";
  if (body.dataset.connection !== state) body.dataset.connection = state;
  const seconds = document.querySelector(".connection-seconds");
  if (seconds) write(seconds, ` ${Math.floor((performance.now() - lostAt) / 1000)} s`);
}

// ---- The island: a tap follows its link; press and hold, Enter or Space expands; Escape, or a tap elsewhere, collapses.

let expanded = null, glimpse = null, hold, isHeld = false;

// An alert opens it for a glimpse, a person until it is closed.
function expand(activity, isGlimpse = false) {
  const mine = glimpse = isGlimpse ? {} : null;
  expanded = activity;
  showExpanded();
  withdraw();
  if (isGlimpse) closeUnattended(() => glimpse === mine, openView, () => expand(null));
}

const openView = () => document.querySelector(".island-expanded[data-open]");

function showExpanded() {
  for (const view of all(".island-expanded")) {
    const isOpen = expanded !== null && view.parentElement.dataset.activity === expanded;
    if (view.hasAttribute("data-open") !== isOpen) view.toggleAttribute("data-open", isOpen);
  }
}

function atIsland(event) {
  return event.target.closest?.(".island-expanded") ? null : event.target.closest?.(".island-body[data-activity]");
}

document.addEventListener("pointerdown", (event) => {
  pressed = event.target;
  isHeld = false;
  const island = atIsland(event);
  if (!event.target.closest(".island, #banners") && expanded) expand(null);
  if (island) hold = setTimeout(() => { isHeld = true; expand(island.dataset.activity); }, 400);
  for (const drawer of all("details.drawer[open]")) if (!drawer.contains(event.target)) drawer.open = false;
}, true);

function release() {
  clearTimeout(hold);
  // After the click, which comes after this event.
  setTimeout(() => { pressed = null; putWaiting(); });
}
for (const name of ["pointerup", "pointercancel", "dragend", "visibilitychange"]) document.addEventListener(name, release, true);
// A menu, or another window, takes the rest of a press: its end does not reach the page.
addEventListener("blur", release);
document.addEventListener("contextmenu", (event) => {
  if (isHeld && event.target.closest(".island")) event.preventDefault();
  else release();
});
document.addEventListener("focusout", () => setTimeout(putWaiting));
document.addEventListener("toggle", (event) => {
  if (event.target.open) return;
  if (event.target.matches(".drawer")) settle(event.target);
  putWaiting();
}, true);

// Closed, a drawer forgets what was only chosen in it: out of sight it would keep its controls from ever being replaced.
// What was typed stays, and waits with them.
function settle(drawer) {
  for (const form of all("form", drawer)) {
    if ([...form.elements].some(isTyped)) continue;
    form.reset();
    for (const folded of all("details", form)) folded.open = false;
  }
  // A field that is folded away loses the focus later, and without an event.
  if (drawer.contains(document.activeElement) && isField(document.activeElement)) document.activeElement.blur();
}

document.addEventListener("keydown", (event) => {
  const island = atIsland(event);
  if (island && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    expand(island.dataset.activity);
    island.querySelector(".island-expanded a")?.focus();
  } else if (event.key === "Escape") {
    const view = event.target.closest?.(".island-expanded");
    if (expanded) expand(null);
    else if (banners().length) dismiss(banners()[0]);
    view?.parentElement.querySelector("a")?.focus();
    const drawer = event.target.closest?.("details.drawer[open]");
    if (drawer) { drawer.open = false; drawer.querySelector("summary").focus(); }
  }
});

// ---- Buttons: a form stays a form; the pressed button says at once that it was heard.

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (form.dataset.sent !== undefined) { event.preventDefault(); return; }
  form.dataset.sent = "";
  button?.setAttribute("aria-busy", "true");
  try { sessionStorage.setItem("scroll", `${scrollY} ${location.pathname}`); } catch { /* then it starts at the top */ }
  setTimeout(() => rest(form), 8000);
});

function rest(form) {
  delete form.dataset.sent;
  for (const button of all("[aria-busy]", form)) button.removeAttribute("aria-busy");
  putWaiting();
}

document.addEventListener("click", (event) => {
  if (isHeld && event.target.closest(".island")) { event.preventDefault(); isHeld = false; return; }
  const button = event.target.closest("button");
  if (button?.dataset.copy) copy(button);
  if (button?.dataset.share) navigator.share({ url: button.dataset.share, title: button.dataset.title }).catch(() => {});
});

async function copy(button) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    // Plain http has no clipboard.
    prompt("Copy this link", button.dataset.copy);
    return;
  }
  if (label === "Copied") return;
  button.style.minWidth = `${button.offsetWidth}px`;
  write(button, "Copied");
  announce("Link copied");
  setTimeout(() => write(button, label), 2000);
}

// ---- Coming and going

const wide = matchMedia("(min-width: 860px)");
function openStart() {
  const drawer = document.querySelector(".start-drawer");
  if (drawer && ![...all("form", drawer)].some(isEdited)) drawer.open = wide.matches;
}
wide.addEventListener("change", openStart);
openStart();

if (navigator.share) for (const button of all("[data-share]")) button.hidden = false;
for (const zone of all("[data-time-zone]")) write(zone, Intl.DateTimeFormat().resolvedOptions().timeZone);
writeClocks(document);

try {
  const [y, path] = (sessionStorage.getItem("scroll") ?? "").split(" ");
  sessionStorage.removeItem("scroll");
  if (path === location.pathname) scrollTo(0, Number(y));
} catch { /* as above */ }

// A picture that cannot be had leaves the initials that stand behind it.
const isLost = (image) => image.complete && image.currentSrc && !image.naturalWidth;
addEventListener("error", ({ target }) => { if (target instanceof HTMLImageElement) target.remove(); }, true);
for (const image of all("img")) if (isLost(image)) image.remove();

// A hidden tab lets its stream go, but for one: a browser has six connections to a server, and the seventh tab is the one being looked at.
addEventListener("pagehide", () => { hush(); disconnect(); });
addEventListener("pageshow", (event) => {
  const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (event.persisted || isBack) renewKeys();
  if (!event.persisted) return;
  for (const form of document.forms) rest(form);
  attend();
});
// Gone back to, a form may have done its work (a browser may fill in the old key again, too): sent once more it asks for something new.
function renewKeys() {
  for (const field of all("input[name=idempotencyKey]")) field.value = freshKey();
}

// Plain http has no randomUUID.
const freshKey = () => crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function attend() {
  if (document.hidden) { disconnect(); listen(); return; }
  hush();
  connect();
  align();
  tick();
}
document.addEventListener("visibilitychange", attend);
addEventListener("online", () => { if (source) reconnect(); else connect(); });
addEventListener("offline", writeConnection);

alignOnceDrawn();
attend();
tick();
})();
