// The front door of Answers: what pages and programs are answered alike, whoever asks.
//
// One table from the domain's errors to HTTP status, places in the order of changes as streams write them, and sources of
// streams that make each step once for all who read it. It renders nothing.
