// The front door of SQLite: C behind values, and nothing of the domain.
//
// Laws: a connection is used from one thread at a time (whoever holds it sees to that with a Mutex); whatever a call
// throws, the connection is usable for the next one; no value that was bound ever stands in an error.
