extension Database {
    /// Runs `body` in one write transaction: COMMIT when it returns, ROLLBACK when it or the COMMIT throws.
    ///
    /// A synchronous closure, so that nobody else's work can slip in between BEGIN and COMMIT. Takes the write lock at
    /// once (BEGIN IMMEDIATE): a reader that turns writer half-way could not be given it any more.
    public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // On a full disk SQLite may have rolled back by itself (sqlite.org/lang_transaction.html).
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }
}
