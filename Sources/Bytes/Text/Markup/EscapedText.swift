import FieldCoding

/// Text escaped for elements and attributes of HTML and XML: no text can start a tag.
///
/// Control characters become visible, because HTML and XML do not allow them.
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
