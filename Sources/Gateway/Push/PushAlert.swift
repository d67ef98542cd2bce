import Activities

/// Reads `alert`: plain text, or Apple's object with texts or keys of texts. There is no localisation here: a key stands for itself, and
/// where it is a format its arguments are filled in.
struct PushAlert {
    /// What heads an alert that is one plain text, as an app's name does on a phone.
    let title: String

    /// nil: there is none, or one that says nothing. Throws where it is no alert.
    func read(_ payload: PushPayload) throws(PushFault) -> AlertConfiguration? {
        guard let alert = payload["alert"] else { return nil }
        switch alert {
        case .string(let text):
            return text.isEmpty ? nil : AlertConfiguration(title: title, body: text, sound: try sound(payload["sound"]))
        case .object(let members):
            let title = try text("title", members, "title-loc-key", "title-loc-args")
            let body = try text("body", members, "loc-key", "loc-args")
            guard title != nil || body != nil else { return nil }
            let sound = try sound(members["sound"] ?? payload["sound"])
            return AlertConfiguration(title: title ?? self.title, body: body ?? "", sound: sound)
        default: throw .unheeded("alert is \(alert.said); it is a text, or an object with title and body.")
        }
    }

    /// The text of that name; where there is none, that of the key beside it.
    private func text(_ name: String, _ members: [String: JSON], _ key: String, _ arguments: String) throws(PushFault) -> String? {
        switch members[name] {
        case nil, .null: return try localized(members, key, arguments)
        case .string(let text): return text
        case .object(let inner):
            guard let text = try localized(inner, "loc-key", "loc-args") else {
                throw .unheeded("alert.\(name) is an object without a loc-key: it is a text, or an object with loc-key and loc-args.")
            }
            return text
        case let other?: throw .unheeded("alert.\(name) is \(other.said); it is a text, or an object with loc-key and loc-args.")
        }
    }

    private func localized(_ members: [String: JSON], _ keyName: String, _ argumentsName: String) throws(PushFault) -> String? {
        guard let key = members[keyName], key != .null else { return nil }
        guard case .string(let format) = key else { throw .unheeded("alert's \(keyName) is \(key.said); it is a text.") }
        switch members[argumentsName] {
        case nil, .null: return Self.filled(format, [])
        case .array(let values):
            var arguments: [String] = []
            for value in values {
                guard let text = value.string ?? value.double.map(Epoch.text) else {
                    throw .unheeded("alert's \(argumentsName) hold \(value.said); they are texts.")
                }
                arguments.append(text)
            }
            return Self.filled(format, arguments)
        case let other?: throw .unheeded("alert's \(argumentsName) are \(other.said); they are an array of texts.")
        }
    }

    /// Fills `%@` in order and `%1$@` by number; `%%` is a percent sign. What has no argument stays as it is.
    static func filled(_ format: String, _ arguments: [String]) -> String {
        var filled: [UInt8] = []
        var rest = Array(format.utf8)[...]
        var next = 0
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                filled.append(byte)
                continue
            }
            let digits = rest.prefix(while: \.isDigit)
            let after = rest.dropFirst(digits.count)
            if digits.isEmpty, after.first == UInt8(ascii: "%") {
                filled.append(byte)
                rest = after.dropFirst()
            } else if digits.isEmpty, after.first == UInt8(ascii: "@"), next < arguments.count {
                filled += arguments[next].utf8
                next += 1
                rest = after.dropFirst()
            } else if let number = Int(String(decoding: digits, as: UTF8.self)), arguments.indices.contains(number - 1),
                after.starts(with: "$@".utf8)
            {
                filled += arguments[number - 1].utf8
                rest = after.dropFirst(2)
            } else {
                filled.append(byte)
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }

    /// The name of a sound as this server has sounds: an app's "Chime.aiff" is "chime"; a critical alert's object has one inside.
    private func sound(_ value: JSON?) throws(PushFault) -> String {
        switch value {
        case nil, .null: return "default"
        case .string(let name):
            let base = name.lowercased().utf8.prefix { $0 != UInt8(ascii: ".") }
            let isName =
                (1...64).contains(base.count) && base.allSatisfy { $0.isDigit || (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "-") }
            return isName ? String(decoding: base, as: UTF8.self) : "default"
        case .object(let members): return try sound(members["name"])
        case let other?: throw .unheeded("sound is \(other.said); it is a text, or an object with a name.")
        }
    }
}
