import Activities
import Foundation

/// A JSON object that is being written, member by member, under names that need no escape.
struct StoredMembers {
    private var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(1024)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func add(_ name: StaticString, _ text: String) {
        open(name)
        JSON.write(text, to: &bytes)
    }

    mutating func add(_ name: StaticString, _ value: JSON) {
        open(name)
        value.write(to: &bytes)
    }

    mutating func add(_ name: StaticString, _ number: Int64) { add(name, .integer(number)) }
    mutating func add(_ name: StaticString, _ number: UInt64) { add(name, JSON(number)) }
    mutating func add(_ name: StaticString, _ number: Double) { add(name, JSON(finite: number)) }
    mutating func add(_ name: StaticString, _ date: Date) { add(name, JSON(date)) }

    /// Nothing where there is no date.
    mutating func add(_ name: StaticString, _ date: Date?) {
        if let date { add(name, date) }
    }

    consuming func closed() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func open(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
