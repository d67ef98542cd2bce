"""HTML as a tree that can be changed as islet.js changes a page, and compared but for what may differ."""

import re
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

# A running clock's and an age's text, what islet.js adds to a bar, server time, and what a person typed: not compared.
IGNORED_ATTRIBUTES = {"aria-valuenow", "aria-valuetext", "value", "checked", "selected"}
NOW = re.compile(r"--now[\w-]*\s*:[^;]*;?")


class Node:
    def __init__(self, tag: str, attributes: dict[str, str], parent: "Node | None" = None):
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Node | str] = []

    @property
    def id(self) -> str | None:
        return self.attributes.get("id")

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def find(self, id: str) -> "Node | None":
        return next((node for node in self.walk() if node.id == id), None)

    def all(self, tag: str | None = None, **attributes: str) -> list["Node"]:
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node for node in self.walk()
            if (tag is None or node.tag == tag) and all(node.attributes.get(name) == value for name, value in wanted.items())
        ]

    @property
    def text(self) -> str:
        return " ".join("".join(self._texts()).split())

    def _texts(self):
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style"):
                yield from child._texts()

    @property
    def elements(self) -> list["Node"]:
        return [child for child in self.children if isinstance(child, Node)]

    def detach(self) -> None:
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None


class Builder(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.top = Node("#document", {})
        self.open = self.top

    def handle_starttag(self, tag, attributes):
        node = Node(tag, {name: value or "" for name, value in attributes}, self.open)
        self.open.children.append(node)
        if tag not in VOID:
            self.open = node

    def handle_startendtag(self, tag, attributes):
        self.open.children.append(Node(tag, {name: value or "" for name, value in attributes}, self.open))

    def handle_endtag(self, tag):
        node = self.open
        while node is not self.top and node.tag != tag:
            node = node.parent
        if node is not self.top:
            self.open = node.parent

    def handle_data(self, data):
        self.open.children.append(data)


def parse(html: str) -> Node:
    builder = Builder()
    builder.feed(html)
    builder.close()
    return builder.top


# What an activity's or a page's stream puts whole; a presentation within one of them (the island's) goes with it.
PRESENTATIONS = {"lock-screen", "embed", "standby", "always-on"}
OWN_ROOTS = {"island", "delivered", "pushes-older"}


def is_root(node: Node) -> bool:
    """An element that a stream may put."""
    id = node.id
    if not id or node.attributes.get("data-presentation") == "banner":
        return False
    return node.attributes.get("data-presentation") in PRESENTATIONS or "data-into" in node.attributes or id in OWN_ROOTS or id.startswith(("controls-", "history-"))


def roots(node: Node) -> list[Node]:
    """The outermost ones, in the order of the document."""
    if is_root(node):
        return [node]
    return [root for child in node.elements for root in roots(child)]


def canonical(node: Node, depth: int = 0) -> list[str]:
    """Lines that are equal when two elements show the same."""
    pad = "  " * depth
    attributes = " ".join(f'{name}="{value}"' for name, value in sorted(compared(node).items()))
    lines = [f"{pad}<{node.tag} {attributes}".rstrip() + ">"]
    if node.attributes.get("role") == "timer" or "data-age" in node.attributes or node.tag == "textarea":
        return lines
    text = ""
    for child in node.children:
        if isinstance(child, str):
            text += child
            continue
        if words := " ".join(text.split()):
            lines.append(f"{pad}  {words}")
        text = ""
        lines += canonical(child, depth + 1)
    if words := " ".join(text.split()):
        lines.append(f"{pad}  {words}")
    return lines


def compared(node: Node) -> dict[str, str]:
    attributes = {name: value for name, value in node.attributes.items() if name not in IGNORED_ATTRIBUTES}
    if "style" in attributes:
        style = "; ".join(sorted(part.strip().replace(": ", ":") for part in NOW.sub("", attributes.pop("style")).split(";") if part.strip()))
        if style:
            attributes["style"] = style
    return attributes


def shown(html: str) -> list[tuple[str, list[str]]]:
    """Every root of a page in the order of the document, as id and canonical lines."""
    return [(node.id, canonical(node)) for node in roots(parse(html))]
