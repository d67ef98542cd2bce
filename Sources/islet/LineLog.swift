import Activities
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Log lines on standard error, one event each: time, level, words; written behind the callers' backs, never waited for.
final class LineLog: Sendable {
    /// Bytes that wait while the reader of the log is slow; beyond it lines are dropped and counted, never kept.
    static let bound = 1 << 20
    /// How long a line may wait for others, in milliseconds: a thread woken for every line costs more than the request that it tells of.
    static let patience = 20
    /// Time, level and line end, in bytes at the most.
    private static let headBound = 40

    private struct State {
        var waiting: [UInt8] = []
        var dropped = 0
        var isScheduled = false
        private var last: (milliseconds: Int64, text: [UInt8])?

        /// Under load many lines share a millisecond, and its text.
        mutating func time(_ instant: Date) -> [UInt8] {
            let milliseconds = Int64(instant.timeIntervalSince1970 * 1_000)
            if let last, last.milliseconds == milliseconds { return last.text }
            let text = Array(ISO8601.string(instant).utf8)
            last = (milliseconds, text)
            return text
        }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "islet.log", qos: .utility)
    private let level: LogLevel
    private let descriptor: Int32
    private let now: @Sendable () -> Date

    init(level: LogLevel, descriptor: Int32 = STDERR_FILENO, now: @escaping @Sendable () -> Date) {
        self.level = level
        self.descriptor = descriptor
        self.now = now
    }

    func isWritten(_ level: LogLevel) -> Bool { level >= self.level }

    func write(_ level: LogLevel, _ words: String) {
        guard isWritten(level) else { return }
        var words = words
        let instant = now()
        let mustSchedule = state.withLock { state in
            guard state.waiting.count + words.utf8.count + Self.headBound <= Self.bound else {
                state.dropped += 1
                return false
            }
            state.waiting += state.time(instant)
            state.waiting += level.word.utf8
            let start = state.waiting.count
            words.withUTF8 { state.waiting.append(contentsOf: $0) }
            // A line is a line: nothing that somebody sent may begin another one.
            for index in start..<state.waiting.count where state.waiting[index] < 0x20 || state.waiting[index] == 0x7F {
                state.waiting[index] = UInt8(ascii: " ")
            }
            state.waiting.append(UInt8(ascii: "\n"))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.asyncAfter(deadline: .now() + .milliseconds(Self.patience)) { [self] in flush() } }
    }

    /// At the end of the process: writes what waits, and what is being written. With an end to its patience: whoever has stopped reading
    /// the log must not keep the process from ending.
    func finish(within milliseconds: Int32) {
        let isDone = DispatchSemaphore(value: 0)
        // On the queue: lines that it has taken and not yet written would go with the process.
        queue.async { [self] in
            flush(within: milliseconds)
            isDone.signal()
        }
        _ = isDone.wait(timeout: .now() + .milliseconds(2 * Int(milliseconds)))
    }

    private func flush(within milliseconds: Int32 = -1) {
        let bytes = state.withLock { state in
            defer { (state.waiting, state.dropped, state.isScheduled) = ([], 0, false) }
            return state.dropped == 0 ? state.waiting : state.waiting + Array("(\(state.dropped) lines were dropped)\n".utf8)
        }
        bytes.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while let start = rest.baseAddress, rest.count > 0 {
                guard isWritable(within: milliseconds) else { return }
                let count = Glibc.write(descriptor, start, min(rest.count, Self.atOnce))
                if count < 0 && errno == EINTR { continue }
                // A full disk or a closed pipe must not stop the server: the lines are lost, nothing else.
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }

    /// A pipe that polls as writable takes this much without waiting (POSIX's PIPE_BUF on Linux).
    private static let atOnce = 4_096

    private func isWritable(within milliseconds: Int32) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        var ready: Int32
        repeat { ready = poll(&poller, 1, milliseconds) } while ready < 0 && errno == EINTR
        return ready > 0
    }
}

extension LogLevel {
    /// As it stands in a line: written out, since printing a case by reflection costs as much as the rest of the line.
    fileprivate var word: String {
        switch self {
        case .debug: " debug "
        case .info: " info "
        case .warning: " warning "
        case .error: " error "
        }
    }

    init(_ name: Configuration.LogLevelName) {
        switch name {
        case .debug: self = .debug
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
