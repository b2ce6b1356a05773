import FieldCoding

/// Text as HTML has it, in elements and in attributes: whatever a file is called, it starts no tag.
///
/// Control characters become visible, as HTML has no place for them, and those that turn the direction
/// of text might make a name look like another one.
func html(_ text: String) -> String {
  var result = ""
  for scalar in printable(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A name of a file: what is written from right to left in it does not turn what stands beside it.
func htmlName(_ name: String) -> String { "<bdi>\(html(name))</bdi>" }
