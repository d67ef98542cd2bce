import Testing

// The front door of Flow: the whole server in this process over a real port; POST here, frame there.

/// Clients here block their thread: one test at a time, so that the server's tasks have one to run on.
@Suite(.serialized) struct FlowTests {}
