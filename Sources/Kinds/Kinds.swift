// The front door of Kinds: one file for each kind of activity, and the list of them. A kind knows the domain and nothing else; nobody
// but the list knows a kind.

import Activities

/// Every kind that this server serves, in the order in which pages list them.
public enum Kinds {
    public static let all: [any ActivityKind.Type] = [PizzaDelivery.self]
}
