// The front door of HTTP: bytes to values and back.
//
// In:  RequestParser takes the bytes of a connection and yields a Request, or a RequestError that says how the connection goes on.
// Out: ResponseEncoder writes a Response, ChunkedEncoder and ServerSentEvent what follows the head of a stream.
//
// Laws: no sockets, no clock, no Dispatch, no Foundation. Everything here is a pure value or a pure
// state machine, so that every rule of RFC 9110 and RFC 9112 can be tested byte by byte.
// - The same bytes mean the same, however they are cut.
// - What is not to the letter is refused, never mended: two readers that mend differently see two different requests.
// - Framing is decided before anything else is looked at.
// - Every part of a request has a limit in RequestParser.Limits, and costs each byte once.
// - Bytes from 0x80 on in a field value are UTF-8 where they are that, else Latin-1.
// - No text in a value can end a field, an answer, a chunk or an event.
