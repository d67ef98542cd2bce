// The front door of Routing: which request goes to which route, and who may.
//
// Laws: every path that the server answers stands in one table, each with the role that it asks for; nothing here
// knows what an activity or a page is. Access is decided once, before a handler runs. What a browser adds by itself
// (a cookie, being near) counts only for pages of ours; no secret is kept, only its digest; and whatever came through
// a proxy that does not say so is nobody's.
//
// In reading order: Route, Router (RouteTree), Gate (Authority, WebOrigin, AccessConfiguration), Refusal, Login
// (Tokens, LoginCodes, LoginLimit), Sessions (SessionCookie, SessionStore), SecurityFields.
