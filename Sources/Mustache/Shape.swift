/// What a template may find in a value: `Library.check` walks a template against it.
public indirect enum Shape: Sendable, Hashable {
    /// Text or a number: printed.
    case scalar
    /// Shown or hidden by a section; may be printed, too.
    case boolean
    /// May be null: a section or an inverted section asks.
    case optional(Shape)
    case array(Shape)
    /// Exactly these names.
    case object([String: Shape])
    /// Any name, each with this shape.
    case dictionary(Shape)
    /// Not checked.
    case anything

    /// Without its being optional.
    public var unwrapped: Shape {
        if case .optional(let shape) = self { shape.unwrapped } else { self }
    }

    /// This object with the other one's members, too; the other's count where both have a name.
    public func merging(_ other: Shape) -> Shape {
        guard case .object(let mine) = self, case .object(let theirs) = other else { return other }
        return .object(mine.merging(theirs) { $1 })
    }
}

extension Shape: ExpressibleByDictionaryLiteral {
    /// Of two members of one name the last one counts.
    public init(dictionaryLiteral elements: (String, Shape)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
