// The front door of HTTP: bytes to values and back.
//
// Laws: no sockets, no clock, no Dispatch, no Foundation. Everything here is a pure value or a pure
// state machine, so that every rule of RFC 9110 and RFC 9112 can be tested byte by byte.
