/// The kinds that this server knows, by name.
public struct KindRegistry: Sendable {
    /// In the order in which pages list them.
    public let all: [AnyKind]
    private let byName: [String: AnyKind]
    private let byType: [String: AnyKind]

    /// Of two with one name the first counts.
    public init(_ kinds: [any ActivityKind.Type]) {
        all = kinds.map(AnyKind.init)
        byName = Dictionary(all.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
        byType = Dictionary(all.map { ($0.attributesType, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// By `pizza-delivery`.
    public subscript(kind: String) -> AnyKind? { byName[kind] }
    /// By `PizzaDeliveryAttributes`.
    public subscript(attributesType name: String) -> AnyKind? { byType[name] }
}
