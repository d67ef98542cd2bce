import Activities
import Foundation
import HTTP
import Kinds
import Routing
import Store

@testable import Gateway

/// The gateway without a server: a real store in memory, the real kinds, and a clock that stands still.
struct OpenAPIHouse {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    let center: ActivityCenter
    let backend: Backend
    let gateway: Gateway

    init(kinds: [any ActivityKind.Type] = Kinds.all, isOpen: Bool = false) throws {
        let store = try Store(inMemorySince: Self.now)
        let registry = KindRegistry(kinds)
        center = try ActivityCenter(journal: store, kinds: registry, clock: StandingClock())
        backend = Backend(
            center: center, archive: store, pushLog: store, pushTokens: store, kinds: registry, clock: { Self.now },
            baseURL: "http://127.0.0.1", isOpen: isOpen)
        gateway = Gateway(backend) { _ in }
    }

    /// What a program is answered as JSON.
    func get(_ path: String, as role: Role = .anyone) throws -> JSON {
        guard let route = gateway.routes.first(where: { $0.pattern == path && $0.method == .get }),
            case .immediate(let action) = route.action
        else { throw OpenAPIHouseError.noRoute(path) }
        let request = Request(method: .get, target: Target(path: path))
        let response = try action(Context(request: request, role: role, surface: route.surface))
        guard case .bytes(let bytes) = response.body else { return .null }
        return try JSON(bytes: bytes)
    }

    /// Why a start is refused, by field; nil: it is not.
    func refusal(_ kind: AnyKind, attributes: JSON, state: JSON) async -> [String]? {
        do {
            let payload = Payload.encoded(attributes: attributes, state: state)
            _ = try await center.perform(.request(StartRequest(kind: kind.kind, payload: payload)))
            return nil
        } catch ActivityError.invalid(let errors) {
            return errors.map(\.field)
        } catch {
            return ["\(error)"]
        }
    }
}

enum OpenAPIHouseError: Error { case noRoute(String) }

private struct StandingClock: ActivityClock {
    var now: Date { OpenAPIHouse.now }
    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {}
}
