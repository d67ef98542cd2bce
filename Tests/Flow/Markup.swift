import Foundation

/// Looks at markup as a browser's tokenizer would, as far as these pages need it.
enum Markup {
    private enum Piece {
        case tag(ArraySlice<UInt8>)
        case text(ArraySlice<UInt8>)
    }

    /// Tags, `<` to `>` with quotes respected, and what stands between them.
    private static func pieces(of page: String) -> [Piece] {
        let bytes = Array(page.utf8)
        var pieces: [Piece] = []
        var index = 0
        while index < bytes.count {
            let start = index
            if bytes[index] == UInt8(ascii: "<") {
                var quote: UInt8?
                while index < bytes.count {
                    let byte = bytes[index]
                    index += 1
                    if let open = quote {
                        if byte == open { quote = nil }
                    } else if byte == 34 || byte == 39 {
                        quote = byte
                    } else if byte == 62 {
                        break
                    }
                }
                pieces.append(.tag(bytes[start..<index]))
            } else {
                while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
                pieces.append(.text(bytes[start..<index]))
            }
        }
        return pieces
    }

    private static func tokens(in page: String) -> [ArraySlice<UInt8>] {
        pieces(of: page).compactMap { if case .tag(let bytes) = $0 { bytes } else { nil } }
    }

    /// The names of the elements and of their attributes, in order, without values.
    static func tags(in page: String) -> [String] {
        tokens(in: page).map { token in
            var names: [UInt8] = []
            var quote: UInt8?
            for byte in token {
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == 34 || byte == 39 {
                    quote = byte
                } else {
                    names.append(byte)
                }
            }
            return String(decoding: names, as: UTF8.self)
        }
    }

    /// No script but ours, no handler.
    static func isFree(_ page: String) -> Bool {
        tags(in: page).allSatisfy { tag in
            !tag.lowercased().contains(" on") && (!tag.hasPrefix("<script") || tag == "<script src= defer>")
        }
    }

    /// The text between the tags, its references read.
    static func text(_ page: String) -> String {
        unescaped(
            pieces(of: page).map { if case .text(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { "" } }.joined())
    }

    static func element(ofField name: String, in page: String) -> String? {
        tokens(in: page).lazy.map { String(decoding: $0, as: UTF8.self) }.first { $0.contains(" name=\"\(name)\"") && $0.contains(" id=") }
    }

    static func value(of token: String) -> String? {
        guard let start = token.range(of: " value=\"") else { return nil }
        return unescaped(String(token[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#10;", "\n"), ("&amp;", "&")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}
