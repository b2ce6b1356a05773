import FieldCoding

/// Text as HTML and XML have it, in elements and in attributes: whatever it says, it starts no tag.
///
/// Control characters become visible, as there is no place for them.
package func markup(_ text: String) -> String {
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
