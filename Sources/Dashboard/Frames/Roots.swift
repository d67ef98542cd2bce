import Activities
import Foundation
import Mustache

/// Renders the root elements that pages carry and streams put: one template each, wherever they are shown.
struct Roots: Sendable {
    let site: Site
    let rendered: RenderedRoots

    init(site: Site, rendered: RenderedRoots = RenderedRoots()) {
        self.site = site
        self.rendered = rendered
    }

    /// One presentation of one activity, `lock-screen`, `embed`, `standby`, …
    func presentation(_ name: String, of record: ActivityRecord) throws -> [UInt8] {
        try kept(name, record.id, record.sequence) { roots in
            let card: Value
            do { card = try roots.card(record) } catch where error is DecodingError || error is ActivityError {
                return try roots.unreadable(name, record)
            }
            return try site.library.render("activities/\(record.kind)/\(name)", card)
        }
    }

    /// One whose kind has gone, or has forgotten how it was stored, must not take all others with it.
    private func unreadable(_ name: String, _ record: ActivityRecord) throws -> [UInt8] {
        let view = UnreadableView(presentation: name, isListed: name == "lock-screen", activity: ActivityView(record, site: site))
        return try site.library.render("roots/unreadable", .object(["unreadable": site.value(view)]))
    }

    /// An operator's forms for one activity, with its newest values in them; put only when the set of actions changes.
    func controls(of record: ActivityRecord) throws -> [UInt8] {
        try kept("controls", record.id, record.sequence) { roots in
            let site = roots.site
            let mayChange = record.activityState.isRunning || record.activityState == .pending
            let kind = mayChange ? site.kinds[record.kind] : nil
            let form =
                try kind.map { kind in
                    try site.library.render("activities/\(record.kind)/form", site.form(updating: record, of: kind))
                } ?? []
            let controls = ControlsView(record, site: site, updateForm: String(decoding: form, as: UTF8.self))
            return try site.library.render("roots/controls", .object(["controls": site.value(controls)]))
        }
    }

    /// What an alert event carries; rendered rarely, so not kept. nil where this version cannot show the activity.
    func banner(of record: ActivityRecord, _ rung: ActivityRecord.RungAlert) throws -> [UInt8]? {
        guard var context = try? card(record) else { return nil }
        context["alert"] = try site.value(AlertView(rung, site: site))
        return try site.library.render("activities/\(record.kind)/banner", context)
    }

    func island(of view: BoardView) throws -> [UInt8] {
        try kept("island", "", view.islandSequence) { roots in
            try site.library.render("roots/island", .object(["island": site.value(roots.islandView(view))]))
        }
    }

    private func islandView(_ view: BoardView) throws -> IslandView {
        var attached: IslandItem?
        var detached: IslandItem?
        var isCompact = false
        switch view.island {
        case .empty: break
        case .compact(let record): (attached, isCompact) = (try item(record, isCompact: true), true)
        case .minimal(let first, let second): (attached, detached) = (try item(first, isCompact: false), try item(second, isCompact: false))
        }
        return IslandView(
            revision: site.position(view.island.newestSequence), isEmpty: attached == nil, isCompact: isCompact, attached: attached, detached: detached)
    }

    private func item(_ record: ActivityRecord, isCompact: Bool) throws -> IslandItem {
        func text(_ name: String, _ wanted: Bool = true) throws -> String {
            wanted ? String(decoding: try presentation(name, of: record), as: UTF8.self) : ""
        }
        return try IslandItem(
            activity: ActivityView(record, site: site), compactLeading: text("compact-leading", isCompact),
            compactTrailing: text("compact-trailing", isCompact), minimal: text("minimal", !isCompact), expanded: text("expanded"))
    }

    /// How many are delivered and still running, and the form that ends them.
    func delivered(of view: BoardView) throws -> [UInt8] {
        try kept("delivered", "", view.deliveredSequence) { roots in
            let site = roots.site
            let kinds = try view.delivered.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { name, count in
                DeliveredKind(kind: name, kindTitle: try site.kinds.kind(named: name).title, count: count, isOne: count == 1)
            }
            let delivered = DeliveredView(kinds: kinds)
            return try site.library.render("roots/delivered", .object(["delivered": site.value(delivered)]))
        }
    }

    /// The picture that stands alone, drawn for the moment at which it is served; nil for kinds without a journey.
    func journey(of record: ActivityRecord, now: Date) throws -> [UInt8]? {
        let name = "activities/\(record.kind)/journey"
        guard site.library.contains(name), let range = try site.kinds.kind(named: record.kind).journey(of: record) else { return nil }
        var context = try card(record)
        context["image"] = try site.value(
            ImageTimes(
                startDelay: range.lowerBound.timeIntervalSince(now),
                midpointDelay: (range.lowerBound.timeIntervalSince(now) + range.upperBound.timeIntervalSince(now)) / 2,
                endDelay: range.upperBound.timeIntervalSince(now)))
        return try site.library.render(name, context)
    }

    /// The context of every presentation: the activity, and what its kind says of it.
    func card(_ record: ActivityRecord) throws -> Value {
        let presentation = try site.kinds.kind(named: record.kind).presentation(of: record, clock: site.wallClock)
        return .object(["activity": try site.value(ActivityView(record, site: site)), "content": try site.value(presentation)])
    }

    /// The zone that stands in the key is the one in which `render` writes: a setting changed in between must not be kept under another's name.
    func kept(
        _ root: String, _ activity: String, _ sequence: UInt64, _ render: (Roots) throws -> [UInt8]
    ) rethrows -> [UInt8] {
        let clock = site.wallClock
        let key = RenderedRoots.Key(root: root, activity: activity, sequence: sequence, timeZone: clock.timeZone.identifier)
        return try rendered.bytes(key) { try render(Roots(site: site.written(in: clock), rendered: rendered)) }
    }
}

extension Site {
    func value(_ view: some Encodable) throws -> Value { try ValueEncoder().encode(view) }
}
