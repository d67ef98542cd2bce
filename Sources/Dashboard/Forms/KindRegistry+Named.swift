import Activities

extension KindRegistry {
    /// Throws `ActivityError.unknownKind`.
    func kind(named name: String) throws(ActivityError) -> AnyKind {
        guard let kind = self[name] else { throw .unknownKind(name) }
        return kind
    }
}
