// The front door of the domain, in ActivityKit's words (activitykit.md).
//
// A command is *decided* into a change; the journal *appends* it and gives it a revision; the board *applies* it; the
// feed *publishes* it.
//
// Laws: one writer; commit before visible, visible before announced; time is a client, `now` is an argument and only the
// clock that was passed in is ever read; this module imports nothing of ours.
