/// Header fields in the order in which they came (RFC 9110, section 5); names compare without regard to case.
public struct Fields: Sendable, Hashable {
    /// A field name; spelled as it was given, compared in lower case.
    public struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
        public let spelling: String
        public let canonical: String
        public init(_ spelling: String) {
            self.spelling = spelling
            canonical = spelling.lowercased()
        }
        public init(stringLiteral value: String) { self.init(value) }
        public var description: String { spelling }
        public static func == (a: Name, b: Name) -> Bool {
            // The lengths first: most names that meet here differ, and telling so costs no call.
            a.canonical.utf8.count == b.canonical.utf8.count && a.canonical == b.canonical
        }
        public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
    }

    public struct Field: Sendable, Hashable {
        public var name: Name
        public var value: String
        public init(_ name: Name, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var all: [Field]

    public init(_ fields: [Field] = []) { all = fields }

    /// The value of the first field of that name; setting replaces all of that name.
    public subscript(_ name: Name) -> String? {
        get { all.first { $0.name == name }?.value }
        set {
            // Nearly always there is none yet, and then nothing has to be moved.
            if all.contains(where: { $0.name == name }) { all.removeAll { $0.name == name } }
            if let newValue { all.append(Field(name, newValue)) }
        }
    }

    /// Every value of that name, in order.
    public func values(of name: Name) -> [String] { all.filter { $0.name == name }.map(\.value) }

    public mutating func append(_ name: Name, _ value: String) { all.append(Field(name, value)) }
}

extension Fields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (Name, String)...) { self.init(elements.map { Field($0, $1) }) }
}
