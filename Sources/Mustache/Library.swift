import FoundationEssentials

/// All templates of a server, compiled; names are the paths below their folder without ".mustache".
public struct Library: Sendable {
    /// A template is written by a person; a larger file in the folder is a mistake, and reading it would cost memory for good.
    public static let maximumTemplateBytes = 256 * 1024
    /// As many templates as a folder may hold, for the same reason.
    public static let maximumTemplates = 4096

    let templates: [Template]
    let indices: [String: Int]

    public var names: [String] { templates.map(\.name) }
    public func contains(_ name: String) -> Bool { indices[name] != nil }
    /// The same for the same names and sources, from start to start (FNV-1a, 64 bits); tells builds apart and protects nothing.
    public let fingerprint: UInt64

    /// Compiles name → source; throws at the first mistake, in the order of the names.
    public init(templates: [String: String]) throws(TemplateError) {
        let sources = templates.map { Source(name: $0.key, file: $0.key + Self.suffix, bytes: Array($0.value.utf8)) }
        try self.init(sources: sources)
    }

    /// Compiles every *.mustache below the directory; throws where one cannot be read, is no UTF-8, is too large or is wrong.
    public init(directory: String) throws(TemplateError) {
        let paths: [String]
        do {
            paths = try FileManager.default.subpathsOfDirectory(atPath: directory)
        } catch {
            throw TemplateError(file: directory, message: "The folder of templates cannot be read.")
        }
        var sources: [Source] = []
        for path in paths where path.hasSuffix(Self.suffix) {
            let file = directory.hasSuffix("/") ? directory + path : directory + "/" + path
            sources.append(Source(name: String(path.dropLast(Self.suffix.count)), file: file, bytes: try Self.read(file)))
        }
        try self.init(sources: sources)
    }

    /// The template's bytes, UTF-8, for a value; a name that the value lacks renders as nothing. Throws where no template has that name
    /// or where partials nest without end.
    public func render(_ name: String, _ value: Value) throws(TemplateError) -> [UInt8] {
        var renderer = Renderer(templates: templates, indices: indices, template: try index(of: name), value: value)
        try renderer.render()
        return renderer.output
    }

    /// Walks the template, and whatever it includes, against the shape of its value; throws at the first unknown name, partial, parent or block,
    /// and at the first thing that cannot be printed.
    public func check(_ name: String, against shape: Shape) throws(TemplateError) {
        var check = TemplateCheck(library: self, template: try index(of: name), shape: shape)
        try check.run()
    }

    private func index(of name: String) throws(TemplateError) -> Int {
        guard let index = indices[name] else { throw TemplateError(file: name + Self.suffix, message: "There is no template \"\(name)\".") }
        return index
    }

    private static let suffix = ".mustache"

    private struct Source {
        let name: String
        let file: String
        let bytes: [UInt8]
    }

    private init(sources: [Source]) throws(TemplateError) {
        guard sources.count <= Self.maximumTemplates else {
            throw TemplateError(file: sources[0].file, message: "There are more than \(Self.maximumTemplates) templates.")
        }
        let sources = sources.sorted { $0.name < $1.name }
        let indices = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.name, $0) })
        var templates: [Template] = []
        for (index, source) in sources.enumerated() {
            guard source.bytes.count <= Self.maximumTemplateBytes else {
                throw TemplateError(file: source.file, message: "A template has at most \(Self.maximumTemplateBytes) bytes.")
            }
            let nodes = try TemplateParser.parse(source.bytes, file: source.file, template: index, indices: indices)
            templates.append(Template(name: source.name, file: source.file, nodes: nodes, size: source.bytes.count))
        }
        self.templates = templates
        self.indices = indices
        fingerprint = Self.fingerprint(of: sources)
    }

    private static func fingerprint(of sources: [Source]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for source in sources {
            for bytes in [Array(source.name.utf8), source.bytes] {
                for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            }
        }
        return hash
    }

    private static func read(_ file: String) throws(TemplateError) -> [UInt8] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        if let size = attributes?[.size] as? Int, size > maximumTemplateBytes {
            throw TemplateError(file: file, message: "A template has at most \(maximumTemplateBytes) bytes.")
        }
        guard let data = FileManager.default.contents(atPath: file) else {
            throw TemplateError(file: file, message: "The template cannot be read.")
        }
        let bytes = [UInt8](data)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw TemplateError(file: file, message: "The template is no UTF-8.") }
        return bytes
    }
}
