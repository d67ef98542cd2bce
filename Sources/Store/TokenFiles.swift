/// The operator's and the watch token: made at the first start, kept beside the database for its owner alone, or read from files
/// that the flags name (http.md, "Who may do what").
public struct TokenFiles: Sendable {
    public let operatorToken: String
    public let watchToken: String

    /// Shorter ones could be guessed.
    public static let minimumLength = 16
    /// Longer ones do not fit a header beside everything else.
    public static let maximumLength = 1_024
    /// 256 bits, as 64 hex digits.
    static let randomBytes = 32

    /// Without a folder (`:memory:`) what no file gives is made anew and written nowhere; throws `TokenFileError`.
    public init(folder: DataFolder?, operatorFile: String? = nil, watchFile: String? = nil) throws(TokenFileError) {
        operatorToken = try Self.token(given: operatorFile, kept: folder?.operatorTokenPath)
        watchToken = try Self.token(given: watchFile, kept: folder?.watchTokenPath)
        // The wall tablet would be an operator.
        guard operatorToken != watchToken else { throw .same }
    }

    private static func token(given: String?, kept: String?) throws(TokenFileError) -> String {
        if let given {
            guard let token = try read(given) else { throw .unreadable(given, reason: "there is no such file") }
            return token
        }
        guard let kept else { return random() }
        if let token = try read(kept) { return token }
        let token = random()
        do { try FileSystem.write(Array((token + "\n").utf8), to: kept) } catch { throw .unwritable(kept, reason: "\(error)") }
        return token
    }

    /// A secret of another kind, read and checked in the same way; throws `TokenFileError`.
    public static func secret(in file: String) throws(TokenFileError) -> String { try token(given: file, kept: nil) }

    /// White space around it is an editor's; nil: there is no such file.
    private static func read(_ path: String) throws(TokenFileError) -> String? {
        let bytes: [UInt8]?
        do { bytes = try FileSystem.read(path, limit: maximumLength + surroundingBytes) } catch {
            throw .unreadable(path, reason: "\(error)")
        }
        guard let bytes else { return nil }
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let token = Array(bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
        if token.isEmpty { throw .empty(path) }
        if token.count < minimumLength { throw .tooShort(path) }
        if token.count > maximumLength { throw .tooLong(path) }
        // It travels in an `Authorization` header (RFC 6750, section 2.1).
        guard token.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw .unusableCharacter(path) }
        return String(decoding: token, as: UTF8.self)
    }

    /// White space that may surround the longest token and still be read.
    static let surroundingBytes = 64

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for _ in 0..<randomBytes {
            let byte = generator.next(upperBound: UInt(256))
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// What is wrong with a token file, in one clear line that never holds the token.
public enum TokenFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)
    case empty(String)
    case tooShort(String)
    case tooLong(String)
    case unusableCharacter(String)
    case same

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "The token file \(path) cannot be read: \(reason)."
        case .unwritable(let path, let reason): "The token file \(path) cannot be written: \(reason)."
        case .empty(let path): "The token file \(path) is empty."
        case .tooShort(let path): "The token in \(path) is too short: it needs at least \(TokenFiles.minimumLength) characters."
        case .tooLong(let path): "The token in \(path) is too long: it may have at most \(TokenFiles.maximumLength) characters."
        case .unusableCharacter(let path): "The token in \(path) holds a space or a character beyond ASCII, which no header carries."
        case .same: "The operator token and the watch token are the same, so that every watcher would be an operator."
        }
    }
}
