// The front door of Routing: which request goes to which route, and who may.
//
// Laws: every path that the server answers stands in one table, each with the role that it asks for; nothing here
// knows what an activity or a page is. Access is decided once, before a handler runs.
