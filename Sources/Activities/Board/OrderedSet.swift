/// A sorted set whose every change costs O(log n), whatever it holds: a treap in one array.
///
/// A sorted array would copy on average half of itself for each change; one update must cost the same with ten activities
/// as with a hundred thousand.
struct OrderedSet<Element: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        var element: Element
        let priority: UInt64
        var left = -1
        var right = -1
    }

    private var nodes: [Node] = []
    private var free: [Int] = []
    private var root = -1
    private var seed: UInt64 = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var first: Element? { extreme(\.left) }
    var last: Element? { extreme(\.right) }

    private func extreme(_ side: KeyPath<Node, Int>) -> Element? {
        guard root >= 0 else { return nil }
        var at = root
        while nodes[at][keyPath: side] >= 0 { at = nodes[at][keyPath: side] }
        return nodes[at].element
    }

    /// An element that is there already stays.
    mutating func insert(_ element: Element) {
        guard !contains(element) else { return }
        let (lower, upper) = split(root, before: element)
        root = merge(merge(lower, node(element)), upper)
        count += 1
    }

    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        var parent = -1
        var at = root
        while at >= 0, nodes[at].element != element {
            parent = at
            at = element < nodes[at].element ? nodes[at].left : nodes[at].right
        }
        guard at >= 0 else { return false }
        let joined = merge(nodes[at].left, nodes[at].right)
        if parent < 0 {
            root = joined
        } else if nodes[parent].left == at {
            nodes[parent].left = joined
        } else {
            nodes[parent].right = joined
        }
        free.append(at)
        count -= 1
        return true
    }

    func contains(_ element: Element) -> Bool {
        var at = root
        while at >= 0 {
            if nodes[at].element == element { return true }
            at = element < nodes[at].element ? nodes[at].left : nodes[at].right
        }
        return false
    }

    func ascending() -> Walk { Walk(self, forward: true) }
    func descending() -> Walk { Walk(self, forward: false) }
    /// Those greater than `bound`, which need not be there.
    func ascending(after bound: Element) -> Walk { Walk(self, after: bound) }

    /// Goes through the elements one by one; what is not asked for costs nothing.
    struct Walk: Sequence, IteratorProtocol {
        private let set: OrderedSet
        private let forward: Bool
        private var path: [Int] = []

        init(_ set: OrderedSet, forward: Bool) {
            self.set = set
            self.forward = forward
            descend(from: set.root)
        }

        init(_ set: OrderedSet, after bound: Element) {
            self.set = set
            forward = true
            var at = set.root
            while at >= 0 {
                if bound < set.nodes[at].element {
                    path.append(at)
                    at = set.nodes[at].left
                } else {
                    at = set.nodes[at].right
                }
            }
        }

        mutating func next() -> Element? {
            guard let at = path.popLast() else { return nil }
            descend(from: forward ? set.nodes[at].right : set.nodes[at].left)
            return set.nodes[at].element
        }

        private mutating func descend(from start: Int) {
            var at = start
            while at >= 0 {
                path.append(at)
                at = forward ? set.nodes[at].left : set.nodes[at].right
            }
        }
    }

    private mutating func node(_ element: Element) -> Int {
        let node = Node(element: element, priority: nextPriority())
        if let at = free.popLast() {
            nodes[at] = node
            return at
        }
        nodes.append(node)
        return nodes.count - 1
    }

    /// SplitMix64: the same order of calls builds the same tree, so a test that fails fails again.
    private mutating func nextPriority() -> UInt64 {
        seed &+= 0x9e37_79b9_7f4a_7c15
        var z = seed
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    private mutating func split(_ at: Int, before element: Element) -> (lower: Int, upper: Int) {
        guard at >= 0 else { return (-1, -1) }
        if nodes[at].element < element {
            let (lower, upper) = split(nodes[at].right, before: element)
            nodes[at].right = lower
            return (at, upper)
        }
        let (lower, upper) = split(nodes[at].left, before: element)
        nodes[at].left = upper
        return (lower, at)
    }

    private mutating func merge(_ lower: Int, _ upper: Int) -> Int {
        guard lower >= 0 else { return upper }
        guard upper >= 0 else { return lower }
        if nodes[lower].priority > nodes[upper].priority {
            nodes[lower].right = merge(nodes[lower].right, upper)
            return lower
        }
        nodes[upper].left = merge(lower, nodes[upper].left)
        return upper
    }
}
