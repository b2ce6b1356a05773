import FieldCoding

/// Text as HTML has it: those characters that turn the direction of text, and might make a name look like
/// another one, become visible, too.
func html(_ text: String) -> String { markup(text) }

/// A name of a file: what is written from right to left in it does not turn what stands beside it.
func htmlName(_ name: String) -> String { "<bdi>\(html(name))</bdi>" }
