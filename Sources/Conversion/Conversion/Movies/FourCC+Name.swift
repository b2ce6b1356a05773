import ISOBMFF

extension FourCC {
  /// The code without spaces at its end, for sentences: `wma`.
  var name: String {
    var text = "\(self)"
    while text.last == " " { text.removeLast() }
    return text
  }
}
