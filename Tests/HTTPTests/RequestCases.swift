import Testing

/// Bytes of a connection and everything that a parser must make of them.
struct RequestCase: CustomTestStringConvertible, Sendable {
    let name: String
    let input: String
    let events: [String]

    init(_ name: String, _ input: String, _ events: String...) {
        self.name = name
        self.input = input
        self.events = events
    }

    var testDescription: String { name }
}

private let get = "GET / HTTP/1.1\r\nHost: a\r\n"
private let post = "POST / HTTP/1.1\r\nHost: a\r\n"
private let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"
private let plain = "GET / http1_1 [Host=a] "

/// The request line and the target.
let requestLineCases: [RequestCase] = [
    .init("a plain request", get + "\r\n", plain),
    .init("a query", "GET /a?b=c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a?b=c?d http1_1 [Host=a] "),
    .init("an unknown method is the router's", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", "BREW / http1_1 [Host=a] "),
    .init("methods keep their case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", "get / http1_1 [Host=a] "),
    .init("two empty lines before", "\r\n\r\n" + get + "\r\n", plain),
    .init("four empty lines before", "\r\n\r\n\r\n\r\n" + get + "\r\n", plain),
    .init("five empty lines before", "\r\n\r\n\r\n\r\n\r\n" + get + "\r\n", "400 tooManyEmptyLines closes"),
    .init("a bare line feed before", "\n" + get + "\r\n", "400 lineEndMalformed closes"),
    .init("an absolute target", "GET http://b:81/x?y HTTP/1.1\r\nHost: a\r\n\r\n", "GET //b:81/x?y http1_1 [Host=a] "),
    .init("an absolute target without path", "GET HTTP://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET //b/ http1_1 [Host=a] "),
    .init("an absolute target with a query alone", "GET https://b?q HTTP/1.1\r\nHost: a\r\n\r\n", "GET //b/?q http1_1 [Host=a] "),
    .init("an absolute OPTIONS", "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS //b* http1_1 [Host=a] "),
    .init("a target with a user", "GET http://u@b/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a target of another scheme", "GET ftp://b/ HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("an absolute target without host", "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * http1_1 [Host=a] "),
    .init("GET *", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", "501 connectRefused closes"),
    .init("a target without a slash", "GET x HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a fragment", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a tab in the target", "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("NUL in the target", "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("DEL in the target", "GET /a\u{7F}b HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("non-ASCII in the target", "GET /\u{C3}\u{A4} HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a bare CR in the request line", "GET /a\rb HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "400 targetMalformed closes"),
    .init("a space at the end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", "400 requestLineMalformed closes"),
    .init("a space at the front", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", "400 requestLineMalformed closes"),
    .init("HTTP/0.9", "GET /\r\n", "400 requestLineMalformed closes"),
    .init("a method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", "400 requestLineMalformed closes"),
    .init("a request line ended by a bare LF", "GET / HTTP/1.1\nHost: a\r\n\r\n", "400 lineEndMalformed closes"),
    .init("a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", "400 requestLineMalformed closes"),
    .init("a version of two digits", "GET / HTTP/11.1\r\nHost: a\r\n\r\n", "400 requestLineMalformed closes"),
    .init("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", "505 versionUnknown closes"),
    .init("HTTP/2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505 versionUnknown closes"),
    .init("TLS on the plain port", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}", "400 requestLineMalformed closes"),
]

/// Fields and Host.
let fieldCases: [RequestCase] = [
    .init("blanks around a value go", get + "X: \t b c\t \r\n\r\n", "GET / http1_1 [Host=a,X=b c] "),
    .init("an empty value", get + "X:\r\n\r\n", "GET / http1_1 [Host=a,X=] "),
    .init("every token byte in a name", get + "!#$%&'*+-.^_`|~09azAZ: b\r\n\r\n", "GET / http1_1 [Host=a,!#$%&'*+-.^_`|~09azAZ=b] "),
    .init("UTF-8 in a value", get + "X: \u{C3}\u{A4}\r\n\r\n", "GET / http1_1 [Host=a,X=\u{E4}] "),
    .init("Latin-1 in a value", get + "X: \u{E4}\u{FF}\r\n\r\n", "GET / http1_1 [Host=a,X=\u{E4}\u{FF}] "),
    .init("a space before the colon", get + "X : b\r\n\r\n", "400 fieldMalformed closes"),
    .init("no colon", get + "X\r\n\r\n", "400 fieldMalformed closes"),
    .init("no name", get + ": b\r\n\r\n", "400 fieldMalformed closes"),
    .init("a name with a bracket", get + "X(: b\r\n\r\n", "400 fieldMalformed closes"),
    .init("a name beyond ASCII", get + "\u{E4}: b\r\n\r\n", "400 fieldMalformed closes"),
    .init("a folded line", get + "X: b\r\n c\r\n\r\n", "400 fieldFolded closes"),
    .init("a blank before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "400 fieldFolded closes"),
    .init("NUL in a value", get + "X: a\u{0}b\r\n\r\n", "400 fieldMalformed closes"),
    .init("a control in a value", get + "X: a\u{1}b\r\n\r\n", "400 fieldMalformed closes"),
    .init("DEL in a value", get + "X: a\u{7F}\r\n\r\n", "400 fieldMalformed closes"),
    .init("a bare CR in a value", get + "X: a\rb\r\n\r\n", "400 fieldMalformed closes"),
    .init("a bare CR at the end of a value", get + "X: a\r\r\n\r\n", "400 fieldMalformed closes"),
    .init("a bare LF at the end of a field", get + "X: a\n\r\n", "400 lineEndMalformed closes"),
    .init("a bare LF at the end of the head", get + "\n", "400 lineEndMalformed closes"),
    .init("1.1 without Host", "GET / HTTP/1.1\r\n\r\n", "400 hostMissing closes"),
    .init("1.0 without Host", "GET / HTTP/1.0\r\n\r\n", "GET / http1_0 [] "),
    .init("Host twice", get + "host: a\r\n\r\n", "400 hostRepeated closes"),
    .init("Host twice in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "400 hostRepeated closes"),
    .init("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "400 hostMalformed closes"),
    .init("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400 hostMalformed closes"),
    .init("a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", "400 hostMalformed closes"),
    .init("a Host list", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", "400 hostMalformed closes"),
    .init("Host in capitals", "GET / HTTP/1.1\r\nHOST: [::1]:80\r\n\r\n", "GET / http1_1 [HOST=[::1]:80] "),
]

/// Lengths, codings, expectations, bodies.
let bodyCases: [RequestCase] = [
    .init("a body by length", post + "Content-Length: 3\r\n\r\nabc", "POST / http1_1 [Host=a,Content-Length=3] abc"),
    .init("a length with leading zeros", post + "Content-Length: 003\r\n\r\nabc", "POST / http1_1 [Host=a,Content-Length=003] abc"),
    .init("a length of nothing", post + "Content-Length: 0\r\n\r\n", "POST / http1_1 [Host=a,Content-Length=0] "),
    .init("a body with GET", get + "Content-Length: 1\r\n\r\na", "GET / http1_1 [Host=a,Content-Length=1] a"),
    .init(
        "pipelined requests", post + "Content-Length: 1\r\n\r\na" + get + "\r\n" + get + "\r\n",
        "POST / http1_1 [Host=a,Content-Length=1] a", plain, plain),
    .init(
        "an empty line between requests", post + "Content-Length: 1\r\n\r\na\r\n" + get + "\r\n",
        "POST / http1_1 [Host=a,Content-Length=1] a", plain),
    .init("length and coding", post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 lengthWithCoding closes"),
    .init("coding and length", post + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", "400 lengthWithCoding closes"),
    .init("differing lengths", post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", "400 lengthRepeated closes"),
    .init("a length twice", post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "400 lengthRepeated closes"),
    .init("a list of lengths", post + "Content-Length: 3, 3\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("a length with a sign", post + "Content-Length: +3\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("a negative length", post + "Content-Length: -3\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("a length in hex", post + "Content-Length: 0x3\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("an empty length", post + "Content-Length:\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("a length with a space in it", post + "Content-Length: 1 1\r\n\r\nabc", "400 lengthMalformed closes"),
    .init("a length that overflows", post + "Content-Length: 9223372036854775808\r\n\r\n", "400 lengthMalformed closes"),
    .init("the greatest length", post + "Content-Length: 9223372036854775807\r\n\r\n", "413 bodyTooLarge closes"),
    .init("gzip alone", post + "Transfer-Encoding: gzip\r\n\r\n", "400 codingMalformed closes"),
    .init("gzip, chunked", post + "Transfer-Encoding: gzip, chunked\r\n\r\n", "501 codingUnknown closes"),
    .init("chunked, gzip", post + "Transfer-Encoding: chunked, gzip\r\n\r\n", "400 codingMalformed closes"),
    .init("chunked twice", post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "400 codingMalformed closes"),
    .init("an unknown coding", post + "Transfer-Encoding: xchunked\r\n\r\n", "501 codingUnknown closes"),
    .init("identity", post + "Transfer-Encoding: identity\r\n\r\n", "501 codingUnknown closes"),
    .init("an empty coding", post + "Transfer-Encoding:\r\n\r\n", "400 codingMalformed closes"),
    .init("a coding with a comma behind", post + "Transfer-Encoding: chunked,\r\n\r\n", "400 codingMalformed closes"),
    .init("a coding with a parameter", post + "Transfer-Encoding: chunked;a=b\r\n\r\n", "400 codingMalformed closes"),
    .init("a coding in 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 codingInOldVersion closes"),
    .init(
        "100-continue", post + "Expect: 100-Continue\r\nContent-Length: 1\r\n\r\na",
        "continue", "POST / http1_1 [Host=a,Expect=100-Continue,Content-Length=1] a"),
    .init("100-continue without a body", get + "Expect: 100-continue\r\n\r\n", "GET / http1_1 [Host=a,Expect=100-continue] "),
    .init(
        "100-continue in 1.0", "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
        "POST / http1_0 [Expect=100-continue,Content-Length=1] a"),
    .init(
        "another expectation, drained", post + "Expect: tea\r\nContent-Length: 1\r\n\r\na" + get + "\r\n",
        "417 expectationUnknown goes on", plain),
    .init("another expectation without a body", get + "Expect: tea\r\n\r\n" + get + "\r\n", "417 expectationUnknown goes on", plain),
    .init(
        "another expectation, chunked, told once drained",
        post + "Expect: tea\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n" + get + "\r\n",
        "417 expectationUnknown goes on", plain),
    .init(
        "another expectation of a client that waits", post + "Expect: 100-continue, tea\r\nContent-Length: 1\r\n\r\na",
        "417 expectationUnknown closes"),
    .init(
        "another expectation of a client that closes", post + "Connection: close\r\nExpect: tea\r\nContent-Length: 1\r\n\r\na",
        "417 expectationUnknown closes"),
]

/// The chunked coding.
let chunkCases: [RequestCase] = [
    .init(
        "chunks", chunked + "3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n" + get + "\r\n",
        "POST / http1_1 [Host=a,Transfer-Encoding=chunked] abc0123456789", plain),
    .init("no chunks", chunked + "000\r\n\r\n", "POST / http1_1 [Host=a,Transfer-Encoding=chunked] "),
    .init("line ends as data", chunked + "2\r\n\r\n\r\n0\r\n\r\n", "POST / http1_1 [Host=a,Transfer-Encoding=chunked] \r\n"),
    .init(
        "extensions and trailers are dropped", chunked + "1;a=\"b\"\r\nx\r\n0 ;c\r\nX: y\r\nZ:\r\n\r\n" + get + "\r\n",
        "POST / http1_1 [Host=a,Transfer-Encoding=chunked] x", plain),
    .init("coding in capitals", post + "Transfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n", "POST / http1_1 [Host=a,Transfer-Encoding=CHUNKED] "),
    .init("a size that is no hex", chunked + "g\r\n", "400 chunkMalformed closes"),
    .init("an empty size", chunked + "\r\n", "400 chunkMalformed closes"),
    .init("a size with 0x", chunked + "0x1\r\na\r\n", "400 chunkMalformed closes"),
    .init("a size with a sign", chunked + "-1\r\na\r\n", "400 chunkMalformed closes"),
    .init("a blank before a size", chunked + " 1\r\na\r\n", "400 chunkMalformed closes"),
    .init("a blank behind a size", chunked + "1 \r\na\r\n", "400 chunkMalformed closes"),
    .init("a size that overflows", chunked + "10000000000000000\r\n", "400 chunkMalformed closes"),
    .init("a size that would be negative", chunked + "8000000000000000\r\n", "400 chunkMalformed closes"),
    .init("the greatest size", chunked + "7fffffffffffffff\r\n", "413 bodyTooLarge closes"),
    .init("sizes whose sum overflows", chunked + "1\r\na\r\n7fffffffffffffff\r\n", "413 bodyTooLarge closes"),
    .init("a size ended by a bare LF", chunked + "1\na\r\n0\r\n\r\n", "400 chunkMalformed closes"),
    .init("a bare CR in a size", chunked + "1\r;a\r\na\r\n", "400 chunkMalformed closes"),
    .init("data ended by a bare LF", chunked + "1\r\na\n0\r\n\r\n", "400 chunkMalformed closes"),
    .init("data longer than its size", chunked + "1\r\nab\r\n0\r\n\r\n", "400 chunkMalformed closes"),
    .init("a control in an extension", chunked + "1;\u{0}\r\na\r\n", "400 chunkMalformed closes"),
    .init("a trailer without a colon", chunked + "0\r\nX\r\n\r\n", "400 fieldMalformed closes"),
    .init("a trailer ended by a bare LF", chunked + "0\r\nX: y\n\r\n", "400 chunkMalformed closes"),
    .init("trailers ended by a bare LF", chunked + "0\r\n\n", "400 chunkMalformed closes"),
]

let requestCases = requestLineCases + fieldCases + bodyCases + chunkCases
