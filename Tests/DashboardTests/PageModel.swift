import Foundation

/// What a browser does with a stream, in miniature: roots by id, in the order that the page gives them.
///
/// The test's templates write each root as one line, `<id>|<order>|<text>`.
struct PageModel: Equatable {
    struct Root: Equatable {
        let id: String
        let order: String
        let text: String
    }

    var roots: [Root] = []
    /// The id of the last event that had one.
    var lastEventID: String?
    /// What was last put under each id, removed or not: what a page keeps that removes nothing.
    var newest: [String: String] = [:]
    /// Alerts that rang, by the text of their banner.
    var alerts: [String] = []

    static func == (a: PageModel, b: PageModel) -> Bool { a.roots == b.roots }

    /// Takes the events of a payload, of which `bytes` may be a part: what is not complete is dropped, as a cut does.
    mutating func receive(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var events = text.components(separatedBy: "\n\n")
        events.removeLast()
        for event in events { take(event) }
    }

    private mutating func take(_ event: String) {
        var name = "message"
        var data: [String] = []
        for line in event.split(separator: "\n") {
            if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { data.append(String(line.dropFirst(6))) }
            if line.hasPrefix("id: ") { lastEventID = String(line.dropFirst(4)) }
        }
        switch name {
        case "put": for line in data where !line.isEmpty { put(line) }
        case "remove": roots.removeAll { $0.id == data.first }
        case "reset": roots = data.compactMap { id in roots.first { $0.id == id } }
        case "alert": alerts += data.filter { !$0.isEmpty }
        default: break
        }
    }

    private mutating func put(_ line: String) {
        let parts = line.components(separatedBy: "|")
        let root = Root(id: parts[0], order: parts[1], text: parts[2])
        newest[root.id] = root.text
        if let index = roots.firstIndex(where: { $0.id == root.id }) {
            roots[index] = root
        } else {
            roots.insert(root, at: roots.firstIndex { $0.order > root.order } ?? roots.count)
        }
    }
}
