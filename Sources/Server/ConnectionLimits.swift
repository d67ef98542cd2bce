import Synchronization

/// How many connections are held, in all and for one client address.
final class ConnectionLimits: Sendable {
    private struct Counts {
        var all = 0
        var byAddress: [IPAddress: Int] = [:]
    }

    let inAll: Int
    let perAddress: Int
    private let proxies: TrustedProxies
    private let counts = Mutex(Counts())

    init(inAll: Int, perAddress: Int, proxies: TrustedProxies) {
        self.inAll = inAll
        self.perAddress = perAddress
        self.proxies = proxies
    }

    /// Counts one more connection; false where there are as many as there may be.
    func admitConnection() -> Bool {
        counts.withLock { counts in
            if counts.all >= inAll { return false }
            counts.all += 1
            return true
        }
    }

    func releaseConnection() { counts.withLock { $0.all -= 1 } }

    /// Counts the address once more; false where it has as many as it may have. Loopback and trusted proxies speak for many and are exempt.
    func admit(_ address: IPAddress) -> Bool {
        if isExempt(address) { return true }
        return counts.withLock { counts in
            let count = counts.byAddress[address.household, default: 0]
            if count >= perAddress { return false }
            counts.byAddress[address.household] = count + 1
            return true
        }
    }

    func release(_ address: IPAddress) {
        if isExempt(address) { return }
        counts.withLock { counts in
            guard let count = counts.byAddress[address.household] else { return }
            counts.byAddress[address.household] = count == 1 ? nil : count - 1
        }
    }

    func isExempt(_ address: IPAddress) -> Bool { address.isLoopback || proxies.contains(address) }

    var addressesCounted: Int { counts.withLock { $0.byAddress.count } }
    var connections: Int { counts.withLock { $0.all } }
}
