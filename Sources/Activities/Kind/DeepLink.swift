/// What a link of a kind's own scheme asks for (product.md, "Deep links").
public enum DeepLink: Sendable, Hashable {
    /// Call whoever is on the way, by name.
    case contact(name: String)
    /// End all of the kind; asked first.
    case endAll
}

/// Whoever can be called about an activity.
public struct Contact: Sendable, Hashable {
    public let name: String
    /// For where there is no picture.
    public let initials: String
    /// As it was given; nil: none is known.
    public let phone: String?

    public init(name: String, initials: String, phone: String?) {
        self.name = name
        self.initials = initials
        self.phone = phone
    }
}
