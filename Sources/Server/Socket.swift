import CEpoll
import Glibc

/// What came of a non-blocking call.
enum Transfer: Equatable {
    /// So many bytes, at least one.
    case bytes(Int)
    /// The socket can take or give nothing now.
    case blocked
    /// The other end is done, or the connection is broken.
    case closed
}

/// The calls that a loop makes on its sockets: EINTR is retried, a broken pipe raises no signal.
enum Socket {
    /// Unsent bytes that may wait in the kernel for one subscriber: what is there can no longer be replaced by something newer.
    static let unsentBytes: Int32 = 16 << 10

    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { return .bytes(count) }
            // Zero is the end whatever errno says.
            if count == 0 { return .closed }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .closed
        }
    }

    /// Writes what fits; `more` tells the kernel that the rest follows at once.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, more: Bool = false) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT) | (more ? Int32(MSG_MORE) : 0)
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .closed
        }
    }

    static func becomeStream(_ descriptor: Int32, deadline: Nanoseconds) {
        islet_stream_options(descriptor, unsentBytes, Int32(clamping: deadline / 1_000_000))
    }

    static func setNoDelay(_ descriptor: Int32) {
        _ = islet_set_option(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    enum Accepted { case socket(Int32, IPAddress), none, exhausted }

    static func accept(_ listener: Int32) -> Accepted {
        while true {
            var peer = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let descriptor = islet_accept(listener, &peer, &length)
            if descriptor >= 0 {
                return .socket(descriptor, IPAddress(peer) ?? IPAddress(high: 0, low: 0))
            }
            switch errno {
            // The client was gone before it was accepted: the next may be there.
            case EINTR, ECONNABORTED, EPROTO: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }
}
