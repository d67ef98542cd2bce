/// Decides which tags stand alone on their lines, takes those lines away, and finds the indentation that such tags hand on.
struct LineLayout {
    /// What a tag's line means for what is put in its place.
    struct Place {
        var indentation: [UInt8] = []
        var standsAlone = false
        var trailing: [UInt8] = []
        var startsLine = false
        var endsLine = false
    }

    private(set) var tokens: [Token]
    private(set) var places: [Int: Place] = [:]
    private(set) var startsLine: [Bool] = []
    private var dropped: Set<Int> = []
    private let partner: [Int: Int]
    private let arguments: Set<Int>

    /// `partner`: opening tag → closing tag; `arguments`: the blocks directly in a parent.
    init(tokens: [Token], partner: [Int: Int], arguments: Set<Int>) {
        self.tokens = tokens
        self.partner = partner
        self.arguments = arguments
        startsLine = tokens.indices.map { $0 == 0 || tokens[$0 - 1].endsLine }
        for open in arguments.sorted() { removeIndentation(of: open) }
        for index in tokens.indices { place(index) }
        for index in dropped { self.tokens[index].bytes = [] }
    }

    func isDropped(_ index: Int) -> Bool { dropped.contains(index) }

    private mutating func place(_ index: Int) {
        guard let sigil = tokens[index].sigil, sigil.mayStandAlone else { return }
        switch sigil {
        case .parent: placeParent(index)
        case .block where arguments.contains(index): placeArgument(index)
        case .block: placeBlock(index)
        default:
            guard let before = leading(index), follows(index) else { return }
            places[index] = Place(indentation: before, standsAlone: true)
            drop(around: index, index)
        }
    }

    /// A parent stands alone if only space is before its opening and after its closing tag, on whatever lines these are.
    private mutating func placeParent(_ open: Int) {
        guard let close = partner[open], let before = leading(open), follows(close) else { return }
        places[open] = Place(indentation: before, standsAlone: true)
        drop(around: open, close)
    }

    /// The rest of a parent's body is ignored, so only what is inside of an argument's tags counts.
    private mutating func placeArgument(_ open: Int) {
        guard let close = partner[open] else { return }
        if follows(open) { dropAfter(open) }
        let endsLine = leading(close) != nil
        if endsLine { dropBefore(close) }
        places[open] = Place(startsLine: follows(open), endsLine: endsLine)
    }

    private mutating func placeBlock(_ open: Int) {
        guard let close = partner[open], let before = leading(open) else { return }
        let trailing = lineEnding(after: close)
        if close == open + 1, follows(close) {
            places[open] = Place(indentation: before, standsAlone: true, trailing: trailing)
            drop(around: open, close)
        } else if follows(open) {
            let intrinsic = firstLineIndentation(from: open, to: close) ?? before
            let closesAlone = leading(close) != nil && follows(close)
            places[open] = Place(indentation: intrinsic, standsAlone: true, trailing: closesAlone ? trailing : [])
            drop(around: open, open)
        } else {
            places[open] = Place(indentation: before)
        }
    }

    /// An argument's own indentation is removed where it is defined; the block that it fills gives it a new one.
    private mutating func removeIndentation(of open: Int) {
        guard let close = partner[open], follows(open), let own = firstLineIndentation(from: open, to: close), !own.isEmpty else { return }
        for index in open..<close where tokens[index].isText && startsLine[index] {
            let common = zip(tokens[index].bytes, own).prefix { $0 == $1 }.count
            tokens[index].bytes = tokens[index].bytes.dropFirst(common)
        }
    }

    /// The space before the first thing on the line after an opening tag that ends its line; nil if there is nothing before `close`.
    private func firstLineIndentation(from open: Int, to close: Int) -> [UInt8]? {
        var first = open + 1
        while first < close, !startsLine[first] { first += 1 }
        guard first < close else { return nil }
        guard tokens[first].isText else { return [] }
        if first + 1 == close, tokens[first].isBlank { return nil }
        return Array(tokens[first].bytes.prefix { $0 == 0x20 || $0 == 0x09 })
    }

    /// The space between the start of the line and the tag; nil if anything else is there.
    private func leading(_ index: Int) -> [UInt8]? {
        if startsLine[index] { return [] }
        guard tokens[index - 1].isBlank, startsLine[index - 1] else { return nil }
        return Array(tokens[index - 1].bytes)
    }

    /// Whether nothing but space is between the tag and the end of its line.
    private func follows(_ index: Int) -> Bool {
        guard index + 1 < tokens.count else { return true }
        let next = tokens[index + 1]
        return next.isBlank && (next.endsLine || index + 2 == tokens.count)
    }

    private func lineEnding(after index: Int) -> [UInt8] {
        guard index + 1 < tokens.count, tokens[index + 1].isText else { return [] }
        return Array(tokens[index + 1].bytes.suffix(while: { $0 == 0x0A || $0 == 0x0D }))
    }

    private mutating func drop(around open: Int, _ close: Int) {
        dropBefore(open)
        dropAfter(close)
    }

    private mutating func dropBefore(_ index: Int) {
        if !startsLine[index] { dropped.insert(index - 1) }
    }

    private mutating func dropAfter(_ index: Int) {
        if index + 1 < tokens.count { dropped.insert(index + 1) }
    }
}

extension BidirectionalCollection {
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, predicate(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
