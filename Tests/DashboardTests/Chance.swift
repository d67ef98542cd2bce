import Activities

/// Seeded chance, the same on every machine (SplitMix64).
struct Chance {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func start() -> Command {
        .request(
            StartRequest(
                kind: "pizza-delivery",
                payload: .fields([
                    "numberOfPizzas": .integer(1 + below(9)), "totalAmount": .text("$\(below(100))"),
                    "driverName": .text(one(of: ["ANA", "TIM", "JO"])), "estimatedDeliveryTime": .minutesFromNow(Double(1 + below(30))),
                ]), relevanceScore: Double(below(3))))
    }

    mutating func command(among ids: [String]) -> Command {
        guard !ids.isEmpty else { return start() }
        let id = one(of: ids)
        switch below(12) {
        case 0...3: return start()
        case 4: return .end(id: id, EndRequest(policy: .default))
        case 5: return .end(id: id, EndRequest(policy: .immediate))
        case 6: return .end(id: id, EndRequest(policy: .afterMinutes(Double(below(60)))))
        case 7: return .dismiss(id: id)
        case 8 where below(8) == 0: return .endAll(kind: "pizza-delivery", deliveredOnly: below(2) == 0)
        case 9: return .update(id: id, ContentUpdate(state: .merge([:]), relevanceScore: Double(below(5))))
        default:
            return .update(
                id: id,
                ContentUpdate(
                    state: .merge(["driverName": .text(one(of: ["ANA", "TIM", "JO", "MIA"])), "estimatedDeliveryTime": .minutesFromNow(Double(below(40)))])))
        }
    }
}
