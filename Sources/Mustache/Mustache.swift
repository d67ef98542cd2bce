// Mustache: templates compiled once, at start, into nodes; rendered into bytes; checked against the shape of what they will show.
//
// Laws of this room:
// - Rendering follows the Mustache specification: a name that is missed renders as nothing.
// - So a mistake must be found earlier: `Library.check` walks a template against a `Shape` and says file, line and column.
// - What is interpolated is escaped for HTML, SVG and XML alike, byte by byte; `{{{name}}}` alone is not.
// - Nothing here knows what an activity is.
//
// Reading order: Scanner → TemplateParser → Node → Renderer; Value and ValueEncoder; Shape, ShapeDecoder and TemplateCheck; Library.
