import Activities
import Foundation

/// The schemas of one kind's attributes and content state, from its fields.
struct KindSchemas {
    /// In which words a value is written: the same field is said in three ways.
    enum Language {
        /// What the JSON API takes.
        case request
        /// What it answers: everything is there, absent optional members as null, dates in one form.
        case answer
        /// What a push carries: dates in seconds since 2001 (activitykit.md, "APNs-compatible push").
        case push
    }

    let kind: AnyKind
    /// Of a sample, as a request writes them; nil: the kind has none.
    let example: (attributes: JSON, state: JSON)?

    init(_ kind: AnyKind, now: Date) {
        self.kind = kind
        let sample = try? kind.samples(now: now).first?.record
        example = sample.map { ($0.attributes, $0.content.state) }
    }

    /// `PizzaDelivery`: what the kind's components are called by.
    var name: String { kind.kind.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// The example's state as a push writes it; nil: there is none.
    var pushedState: JSON? { example.map { kind.pushed($0.state) } }

    func attributes(in language: Language) -> Schema {
        let schema = object(.attribute, language).titled(kind.attributesType)
        return language == .request ? schema.examples(example.map { [$0.attributes] } ?? []) : schema
    }

    func contentState(in language: Language) -> Schema {
        let schema = object(.state, language).titled("\(kind.attributesType).ContentState")
        return language == .request ? schema.examples(example.map { [$0.state] } ?? []) : schema
    }

    private func object(_ place: Field.Place, _ language: Language) -> Schema {
        var required: [String: Schema] = [:]
        var optional: [String: Schema] = [:]
        for field in kind.fields where field.place == place {
            let schema = field.isOptional ? field.schema(in: language).orNull : field.schema(in: language)
            if field.isOptional && language != .answer {
                optional[field.name] = schema.titled(field.label)
            } else {
                required[field.name] = schema.titled(field.label)
            }
        }
        return .object(required: required, optional: optional)
    }
}

extension Field {
    /// What is accepted in this field where it is not null, as far as a schema can say it: no calendar, no clock, and no bound in bytes.
    func schema(in language: KindSchemas.Language) -> Schema {
        switch format {
        case .integer(let range): return .integer(Int64(range.lowerBound)...Int64(range.upperBound))
        case .boolean: return .boolean
        case .choice(let words): return .choice(words)
        case .date: return date(in: language)
        case .dateRange:
            return Schema.array(of: date(in: language), count: 2)
                .described("A range: the lower bound, then the upper bound, which is not before it; both within ten years of now.")
        case .text(let maximum): return text(maximum, language)
        case .telephone:
            return Schema.string(pattern: Patterns.telephone, maximumLength: 32).described("A telephone number, such as +1 555 0100.")
        case .image:
            let schemas = [
                Schema.string(pattern: Patterns.secureURL, maximumLength: 1024), .string(pattern: Patterns.assetName, maximumLength: 200),
            ]
            // Without their types: the outer one says it, and null where it is optional.
            return Schema(["type": .string("string")]).with("anyOf", .array(schemas.map { $0.with("type", nil).json }))
                .described("The name of a picture below Public/, or an https URL.")
        }
    }

    private func date(in language: KindSchemas.Language) -> Schema {
        switch language {
        case .request: .date
        case .answer: .writtenDate
        case .push: Schema.number.described("Seconds since 2001-01-01T00:00:00Z, as Swift's JSONEncoder writes a Date.")
        }
    }

    private func text(_ maximum: Int, _ language: KindSchemas.Language) -> Schema {
        let pattern = isOptional ? Patterns.text : Patterns.filledText
        // Characters as people see them, which a schema cannot count: a family of four is one, and seven code points.
        let bound = language == .answer ? nil : maximum
        let schema = Schema.string(pattern: pattern, maximumLength: bound)
        return schema.described("One line of text of at most \(maximum) characters\(isOptional ? "" : ", not blank").")
    }
}

extension Schema {
    /// As a request may write it.
    static let date = Schema.string(pattern: Patterns.date, format: "date-time", maximumLength: 48)
        .described("ISO 8601 with a zone, with or without seconds and their fraction; within ten years of now.")
    /// As every answer writes it.
    static let writtenDate = Schema.string(pattern: Patterns.writtenDate, format: "date-time")
        .described("ISO 8601 in UTC with milliseconds.")
}
