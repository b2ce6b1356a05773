/// The characters of a cue without its tags, and which of them are bold, italic or underlined.
package struct CueText {
  /// The characters that are shown.
  package private(set) var text = ""
  /// Characters with another style, counted as Unicode scalars, with the bits of 3GPP timed text: 1 bold, 2 italic, 4
  /// underlined.
  package private(set) var faces: [(range: Range<Int>, flags: UInt8)] = []

  private static let bits: [Substring: UInt8] = ["b": 1, "i": 2, "u": 4]
  private static let references: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}",
    "quot": "\"", "apos": "'",
  ]

  /// - Parameter markup: the text of a cue, as WebVTT writes it.
  package init(_ markup: String) {
    var rest = markup[...]
    var depths: [UInt8: Int] = [:]
    while let mark = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      add(rest[..<mark], depths)
      let end = rest[mark] == "<" ? Character(">") : ";"
      guard let stop = rest[mark...].firstIndex(of: end) else {
        add(rest[mark...], depths)
        return
      }
      let name = rest[rest.index(after: mark)..<stop]
      if end == ">" {
        let isEnd = name.first == "/"
        // `<b.loud>` has a class.
        let tag = (isEnd ? name.dropFirst() : name).prefix { $0 != "." && $0 != " " }
        if let bit = CueText.bits[tag] {
          depths[bit] = max(0, (depths[bit] ?? 0) + (isEnd ? -1 : 1))
        }
        rest = rest[rest.index(after: stop)...]
      } else if let character = CueText.references[name] ?? CueText.character(name) {
        add(character[...], depths)
        rest = rest[rest.index(after: stop)...]
      } else {
        add("&", depths)
        rest = rest[rest.index(after: mark)...]
      }
    }
    add(rest, depths)
  }

  /// `#233`, `#xE9`.
  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }

  private mutating func add(_ part: Substring, _ depths: [UInt8: Int]) {
    guard !part.isEmpty else { return }
    let start = text.unicodeScalars.count
    text += part
    let flags = depths.reduce(UInt8(0)) { $1.value > 0 ? $0 | $1.key : $0 }
    guard flags != 0 else { return }
    let end = text.unicodeScalars.count
    if let last = faces.last, last.flags == flags, last.range.upperBound == start {
      faces[faces.count - 1].range = last.range.lowerBound..<end
    } else {
      faces.append((start..<end, flags))
    }
  }

  /// The text as SubRip has it: with the tags of WebVTT that it knows, and without references.
  package var subRip: String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    var position = 0
    for face in faces {
      let names = [(UInt8(1), "b"), (2, "i"), (4, "u")].filter { face.flags & $0.0 != 0 }.map(\.1)
      result.unicodeScalars += scalars[position..<face.range.lowerBound]
      result += names.map { "<\($0)>" }.joined()
      result.unicodeScalars += scalars[face.range]
      result += names.reversed().map { "</\($0)>" }.joined()
      position = face.range.upperBound
    }
    result.unicodeScalars += scalars[position...]
    return result
  }
}
