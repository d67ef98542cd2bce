extension RequestParser {
    /// What one request may take of memory, in bytes where nothing else is said; each is the most that is still taken.
    public struct Limits: Sendable, Hashable {
        /// The request line without its line end; more is 414.
        public var requestLine = 8 * 1024
        /// Request line, fields and every line end; more is 431.
        public var head = 16 * 1024
        /// Count of fields; more is 431.
        public var fields = 100
        /// The body without its framing; more is 413.
        public var body = 64 * 1024
        /// The body of a refused request that is still read so that the connection goes on.
        public var drain = 64 * 1024
        /// Count of empty lines before a request line (RFC 9112, section 2.2).
        public var emptyLines = 4
        /// A chunk's size line without its line end; more is 400.
        public var chunkLine = 256
        /// All chunk extensions of a body: without it a byte of body could cost a line each time (RFC 9112, section 7.1.1).
        public var chunkExtensions = 4 * 1024
        /// All trailer lines with their line ends, the last empty one too; more is 431.
        public var trailers = 4 * 1024

        public init() {}
    }
}
