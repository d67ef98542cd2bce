import Activities

/// What does not fit in a body, and where it stands.
struct Fault: Hashable, Sendable {
    /// JSON Pointer (RFC 6901); empty: the body itself.
    let pointer: String
    let detail: String

    init(_ pointer: String, _ detail: String) {
        self.pointer = pointer
        self.detail = detail
    }

    /// A domain's error by the names that bodies carry.
    init(_ error: FieldError) {
        let base =
            switch error.place {
            case .attribute: "/attributes"
            case .state: "/contentState"
            case nil: ""
            }
        let names = error.field.split(separator: ".").map { Fault.escaped($0) }
        self.init(base + names.map { "/" + $0 }.joined(), error.message)
    }

    /// Both speak of one value, or one of a member of the other's: then the second says nothing new.
    func concerns(_ other: Fault) -> Bool {
        pointer == other.pointer || pointer.hasPrefix(other.pointer + "/") || other.pointer.hasPrefix(pointer + "/")
    }

    /// One step of a pointer (RFC 6901, section 3).
    static func escaped(_ name: some StringProtocol) -> String {
        String(name).replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
