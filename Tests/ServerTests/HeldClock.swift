import Glibc
import Server
import Synchronization

/// A clock that stands still until it is moved, and counts how often a loop has looked at it.
final class HeldClock: Sendable {
    private let time = Atomic<Nanoseconds>(1_000_000_000)
    private let looks = Atomic<Int>(0)
    private let ticks = Atomic<Int>(0)

    /// For a server of one loop: each tick asks for the date once.
    var server: ServerClock {
        ServerClock(
            monotonic: { [self] in
                looks.wrappingAdd(1, ordering: .relaxed)
                return time.load(ordering: .sequentiallyConsistent)
            },
            wall: { [self] in
                ticks.wrappingAdd(1, ordering: .sequentiallyConsistent)
                return 0
            })
    }

    var now: Nanoseconds { time.load(ordering: .sequentiallyConsistent) }
    var readings: Int { looks.load(ordering: .relaxed) }

    func move(by amount: Nanoseconds) { time.wrappingAdd(amount, ordering: .sequentiallyConsistent) }

    /// Returns once the loop has looked at every deadline again; false where it did not.
    func passTicks(_ count: Int = 1) -> Bool {
        // The one that is under way may have read the time before.
        let target = ticks.load(ordering: .sequentiallyConsistent) + count + 1
        return eventually { ticks.load(ordering: .sequentiallyConsistent) >= target }
    }
}

/// What the tests have to know of where they run.
enum Machine {
    static var hasIPv6: Bool { canBind("::1") }

    /// An IPv4 address of this machine's that is not loopback's.
    static let outerAddress: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var entry = list
        while let interface = entry?.pointee {
            entry = interface.ifa_next
            guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
            let four = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr }
            if UInt32(bigEndian: four.s_addr) >> 24 == 127 { continue }
            guard let text = inet_ntoa(four) else { continue }
            return String(cString: text)
        }
        return nil
    }()

    /// Bytes of this process that are in memory.
    static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4_096
    }

    private static func canBind(_ host: String) -> Bool {
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        inet_pton(AF_INET6, host, &six.sin6_addr)
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: &six) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) } == 0
        }
    }
}
