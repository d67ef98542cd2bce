import Activities
import Foundation
import SQLite

/// JSON's text in a row, and back.
enum StoredJSON {
    static func encode(_ json: JSON) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: json.foundation, options: [.fragmentsAllowed]), as: UTF8.self)
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws -> JSON {
        try JSONDecoder().decode(Node.self, from: Data(bytes)).json
    }

    private struct Node: Decodable {
        let json: JSON
        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() { json = .null }
            else if let v = try? value.decode(Bool.self) { json = .boolean(v) }
            else if let v = try? value.decode(Int64.self) { json = .integer(v) }
            else if let v = try? value.decode(Double.self) { json = .number(v) }
            else if let v = try? value.decode(String.self) { json = .string(v) }
            else if let v = try? value.decode([Node].self) { json = .array(v.map(\.json)) }
            else { json = .object(try value.decode([String: Node].self).mapValues(\.json)) }
        }
    }
}

extension JSON {
    fileprivate var foundation: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let v): v
        case .integer(let v): v
        case .number(let v): v
        case .string(let v): v
        case .array(let v): v.map(\.foundation)
        case .object(let v): v.mapValues(\.foundation)
        }
    }
}

extension Row {
    func json(_ column: Int) throws -> JSON { try withBytes(column) { try StoredJSON.decode($0) } }
}
