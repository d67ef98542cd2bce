import Gzip
import HTTP

/// One file in memory, in each coding that it is answered in, with the fields that each answer carries.
struct StaticFile: Sendable {
    struct Representation: Sendable {
        let bytes: [UInt8]
        let tag: EntityTag
        /// Fields of an answer at the file's own path.
        let fields: Fields
        /// Fields of an answer at the name that holds the hash of its content.
        let immutableFields: Fields
    }

    let modified: Int64
    /// The first 128 bits of the content's SHA-256, in hex.
    let hash: String
    let identity: Representation
    /// Nil where compressing gains nothing.
    let gzip: Representation?

    init(path: String, bytes: [UInt8], modified: Int64) {
        let hash = Self.hash(of: bytes)
        let type = StaticFileType.of(path)
        let isCompressible = bytes.count >= BodyCoding.smallest && BodyCoding.isText(type)
        func representation(_ bytes: [UInt8], isGzip: Bool) -> Representation {
            // One strong tag per coding: the same tag would let a cache join halves of different bytes.
            let tag = EntityTag(opaque: isGzip ? hash + "-gzip" : hash) ?? EntityTag.never
            var fields: Fields = [
                "Content-Type": type, "ETag": tag.description, "Last-Modified": HTTPDate.string(modified),
                "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff",
            ]
            if isGzip { fields["Content-Encoding"] = "gzip" }
            if isCompressible { fields["Vary"] = "Accept-Encoding" }
            var immutable = fields
            fields["Cache-Control"] = "no-cache"
            immutable["Cache-Control"] = "public, max-age=31536000, immutable"
            return Representation(bytes: bytes, tag: tag, fields: fields, immutableFields: immutable)
        }
        self.modified = modified
        self.hash = hash
        identity = representation(bytes, isGzip: false)
        let compressed = isCompressible ? Gzip.compress(bytes, level: 9) : bytes
        gzip = compressed.count < bytes.count ? representation(compressed, isGzip: true) : nil
    }

    private static func hash(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: SHA256.digest(of: bytes).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension EntityTag {
    /// Hex digits always make a tag; this one would match nothing.
    fileprivate static let never = EntityTag(opaque: "", isWeak: true)!  // an empty tag is a tag (RFC 9110, section 8.8.3)
}

/// Media types by a file's last extension.
enum StaticFileType {
    private static let byExtension = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "json": "application/json", "webmanifest": "application/manifest+json",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "xml": "application/xml",
        "woff": "font/woff", "woff2": "font/woff2", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "ogg": "audio/ogg",
        "mp4": "video/mp4", "webm": "video/webm", "wasm": "application/wasm", "pdf": "application/pdf",
    ]

    static func of(_ path: String) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "application/octet-stream" }
        return byExtension[path[path.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }
}
