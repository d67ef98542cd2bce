import HTTP
import Testing

@testable import Server

@Suite struct ConnectionClockTests {
    private let deadlines = Deadlines()

    @Test("a head has its time in all, whatever comes meanwhile")
    func head() {
        var clock = ConnectionClock(deadlines: deadlines, now: 0)
        clock.enter(.head, deadlines: deadlines, now: 1)
        clock.enter(.head, deadlines: deadlines, now: deadlines.head)
        #expect(!clock.isExpired(at: deadlines.head))
        #expect(clock.isExpired(at: deadlines.head + 1))
    }

    @Test("a body buys time by the bytes that come, at the minimum rate")
    func body() {
        var clock = ConnectionClock(deadlines: deadlines, now: 0)
        clock.enter(.body, deadlines: deadlines, now: 0)
        clock.progressed(to: Int(deadlines.minimumRate) * 3, deadlines: deadlines)
        #expect(!clock.isExpired(at: deadlines.grace + 3_000_000_000 - 1))
        #expect(clock.isExpired(at: deadlines.grace + 3_000_000_000))
    }

    @Test("each answer begins a new time to wait for the next request")
    func idle() {
        var clock = ConnectionClock(deadlines: deadlines, now: 0)
        clock.enter(.idle, deadlines: deadlines, now: 5)
        clock.enter(.idle, deadlines: deadlines, now: 7)
        #expect(!clock.isExpired(at: deadlines.keepAlive + 6))
        #expect(clock.isExpired(at: deadlines.keepAlive + 7))
    }
}

@Suite struct AddressTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("a range holds its first and its last address and not those beside them")
    func ranges() throws {
        let ten = try #require(AddressRange("10.1.0.0/16"))
        for text in ["10.1.0.0", "10.1.255.255"] { #expect(ten.contains(try address(text))) }
        for text in ["10.0.255.255", "10.2.0.0", "::1"] { #expect(!ten.contains(try address(text))) }
        let six = try #require(AddressRange("2001:db8::/33"))
        #expect(six.contains(try address("2001:db8:7fff::1")))
        #expect(!six.contains(try address("2001:db8:8000::1")))
        #expect(try #require(AddressRange("::1")).contains(try address("::1")))
        #expect(try #require(AddressRange("0.0.0.0/0")).contains(try address("192.0.2.1")))
        for text in ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "x/8", "10.0.0/8", "::/129"] { #expect(AddressRange(text) == nil) }
    }

    @Test("the client is the last hop that is no trusted proxy, and what stands before it is not believed")
    func forwarded() throws {
        let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
        func client(_ hops: [String], from socket: String = "10.0.0.1") throws -> String {
            let fields = Fields(hops.map { Fields.Field("X-Forwarded-For", $0) })
            return proxies.client(of: Request(method: .get, target: Target(path: "/"), fields: fields), socket: try address(socket)).description
        }
        #expect(try client(["198.51.100.7"]) == "198.51.100.7")
        #expect(try client(["1.1.1.1, 198.51.100.7, 10.9.9.9"]) == "198.51.100.7")
        #expect(try client(["1.1.1.1", "198.51.100.7:4711"]) == "198.51.100.7")
        #expect(try client(["[2001:db8::1]:80"]) == "2001:db8::1")
        #expect(try client(["198.51.100.7", "nonsense"]) == "10.0.0.1")
        #expect(try client([]) == "10.0.0.1")
        #expect(try client(["198.51.100.7"], from: "192.0.2.1") == "192.0.2.1")
    }

    @Test("an address has as many connections as it may have and not one more, a /64 counts as one, loopback is exempt")
    func limits() throws {
        let limits = ConnectionLimits(inAll: 2, perAddress: 2, proxies: TrustedProxies([try #require(AddressRange("10.0.0.0/8"))]))
        let client = try address("192.0.2.1")
        #expect(limits.admit(client) && limits.admit(client) && !limits.admit(client))
        limits.release(client)
        #expect(limits.admit(client))
        for text in ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::3"] { #expect(limits.admit(try address(text))) }
        #expect(!limits.admit(try address("2001:db8::3")))
        for exempt in ["127.0.0.1", "::1", "10.1.1.1"] { for _ in 0..<9 { #expect(limits.admit(try address(exempt))) } }
        for _ in 0..<2 { limits.release(client) }
        #expect(limits.addressesCounted == 2)
        #expect(limits.admitConnection() && limits.admitConnection() && !limits.admitConnection())
        limits.releaseConnection()
        #expect(limits.admitConnection())
    }
}

@Suite struct WheelTests {
    @Test("a wheel gives out what is due at a tick, once, over many rounds")
    func rounds() {
        var wheel = HeartbeatWheel(period: 15)
        var due: [UInt32] = []
        wheel.schedule(1, at: 15)
        wheel.schedule(2, at: 3)
        for tick: UInt32 in 0..<200 {
            wheel.due(at: tick, into: &due)
            #expect(due == (tick % 15 == 0 && tick > 0 ? [1] : tick == 3 ? [2] : []))
            if due == [1] { wheel.schedule(1, at: tick + 15) }
        }
    }
}
