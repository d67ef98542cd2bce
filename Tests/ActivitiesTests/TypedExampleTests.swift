import Activities
import Foundation
import Kinds
import Testing

/// The front door of the typed API: the README's example, as it stands there.
@Suite struct TypedExampleTests {
    @Test("an order is requested, updated, watched and ended as an ActivityKit developer writes it")
    func order() async throws {
        let store = MemoryJournal()
        // README: from here
        let center = try ActivityCenter(journal: store, kinds: KindRegistry(Kinds.all))
        center.start()

        let activity = try await Activity.request(
            attributes: PizzaDeliveryAttributes(numberOfPizzas: 2, totalAmount: "$24"),
            content: ActivityContent(state: .init(driverName: "ANA", estimatedDeliveryTime: .now ... .now + 900), staleDate: nil),
            pushType: .token, in: center)

        let drivers = Task {
            var drivers: [String] = []
            for await content in activity.contentUpdates { drivers.append(content.state.driverName) }
            return drivers
        }

        try await activity.update(
            ActivityContent(state: .init(driverName: "John", estimatedDeliveryTime: .now ... .now + 3600), staleDate: .now + 3600),
            alertConfiguration: AlertConfiguration(title: "A little later", body: "John takes over."))

        try await activity.end(nil, dismissalPolicy: .immediate)
        // The sequence ends with the activity; it may have skipped what was over before it looked.
        print(await drivers.value.last ?? "nobody")
        // README: to here
        #expect(await drivers.value.last == "John")
        #expect(activity.activityState == .dismissed)
        center.stop()
    }

    @Test("the README shows this example and no other")
    func readme() throws {
        let source = try lines(#filePath)
        let from = try #require(source.firstIndex { $0.hasSuffix("// README: from here") })
        let to = try #require(source.firstIndex { $0.hasSuffix("// README: to here") })
        let example = source[(from + 1)..<to].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let readme = try lines(root + "/README.md")
        #expect(readme.indices.contains { readme[$0...].starts(with: example) })
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
