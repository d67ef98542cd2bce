/// Field names that come with nearly every request, made once; and which of them the parser itself reads.
enum KnownFields {
    enum Role { case host, contentLength, transferEncoding, expect, connection, other }

    static func name(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (Fields.Name, Role) {
        if bytes.count < table.count {
            for known in table[bytes.count] where known.spelling.withUTF8Buffer({ $0.elementsEqual(bytes) }) {
                return (known.name, known.role)
            }
        }
        let name = Fields.Name(String(decoding: bytes, as: UTF8.self))
        return (name, role(name))
    }

    private static func role(_ name: Fields.Name) -> Role {
        switch name.canonical {
        case "host": .host
        case "content-length": .contentLength
        case "transfer-encoding": .transferEncoding
        case "expect": .expect
        case "connection": .connection
        default: .other
        }
    }

    private struct Known {
        let spelling: StaticString
        let name: Fields.Name
        let role: Role
    }

    /// By length, in the spelling of browsers (HTTP/1.1) and in the lower case of proxies.
    private static let table: [[Known]] = {
        var table: [[Known]] = Array(repeating: [], count: 32)
        for spelling in spellings {
            let name = Fields.Name(spelling.description)
            table[spelling.utf8CodeUnitCount].append(Known(spelling: spelling, name: name, role: role(name)))
        }
        return table
    }()

    private static let spellings: [StaticString] = [
        "Host", "host", "Connection", "connection", "User-Agent", "user-agent", "Accept", "accept",
        "Accept-Encoding", "accept-encoding", "Accept-Language", "accept-language", "Cookie", "cookie",
        "Content-Length", "content-length", "Content-Type", "content-type", "Transfer-Encoding", "transfer-encoding",
        "Expect", "expect", "Origin", "origin", "Referer", "referer", "Cache-Control", "cache-control", "Pragma", "pragma",
        "If-None-Match", "if-none-match", "If-Match", "if-match", "If-Modified-Since", "if-modified-since",
        "If-Range", "if-range", "Range", "range", "Last-Event-ID", "last-event-id", "Authorization", "authorization",
        "Idempotency-Key", "idempotency-key", "Upgrade-Insecure-Requests", "upgrade-insecure-requests",
        "Sec-Fetch-Site", "sec-fetch-site", "Sec-Fetch-Mode", "sec-fetch-mode", "Sec-Fetch-Dest", "sec-fetch-dest",
        "Sec-Fetch-User", "sec-fetch-user", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "DNT", "dnt",
        "Forwarded", "forwarded", "Via", "via", "X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Proto", "x-forwarded-proto",
        "X-Forwarded-Host", "x-forwarded-host", "X-Real-IP", "x-real-ip", "Priority", "priority", "TE", "te",
    ]
}
