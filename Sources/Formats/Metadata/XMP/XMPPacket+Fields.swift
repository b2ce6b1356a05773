extension XMPPacket {
  /// The elements inside of another one.
  func descendants(of index: Int) -> Range<Int> {
    let end = elements[index].range.upperBound
    var last = index + 1
    while last < elements.count, elements[last].range.lowerBound < end { last += 1 }
    return index + 1..<last
  }

  /// The value of a field of a structure: an attribute or an element in it, or in its description
  /// (ISO 16684-1 §7.6).
  func field(_ local: String, _ namespace: String, of index: Int) -> Range<Int>? {
    let inside = descendants(of: index)
    let description = Name(namespace: XMPPacket.rdf, local: "Description")
    let bodies =
      [index] + inside.filter { elements[$0].parent == index && elements[$0].name == description }
    return bodies.lazy.compactMap { body in
      ownField(local, namespace, of: body)
        ?? inside.first {
          elements[$0].parent == body
            && elements[$0].name == Name(namespace: namespace, local: local)
        }.flatMap { elements[$0].hasChildren ? nil : elements[$0].content }
    }.first
  }

  /// The value of an attribute of an element, or that of the element if it has the name itself.
  func ownField(_ local: String, _ namespace: String, of index: Int) -> Range<Int>? {
    let name = Name(namespace: namespace, local: local)
    let element = elements[index]
    if element.name == name, !element.hasChildren { return element.content }
    return element.attributes.first { $0.name == name }?.value
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number that some text is.
  func number(_ range: Range<Int>) -> Double? {
    Double(text(range).filter { !$0.isWhitespace }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number with at most nine digits after its point, and without an exponent.
  static func written(_ number: Double) -> String {
    let scale = 1_000_000_000
    let (whole, rest) = (Int(exactly: (number.magnitude * Double(scale)).rounded()) ?? .max)
      .quotientAndRemainder(dividingBy: scale)
    let sign = number < 0 && (whole, rest) != (0, 0) ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(String(scale + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
