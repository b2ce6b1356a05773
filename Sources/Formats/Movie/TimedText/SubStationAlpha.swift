/// Advanced SubStation Alpha, as Matroska keeps its events.
package enum SubStationAlpha {
  /// The text of an event as WebVTT has it: bold, italic and underlined characters stay, and other overrides go.
  ///
  /// - Parameter event: its fields with commas between them, and the text last: `0,0,Default,,0,0,0,,Text`.
  package static func text(ofEvent event: String) -> String {
    let fields = event.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    guard fields.count == 9 else { return "" }
    let lines = fields[8].replacing("\\N", with: "\n").replacing("\\n", with: "\n")
      .replacing("\\h", with: "\u{A0}")
    var result = ""
    var open: [Character] = []
    var rest = lines[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      result += Cue.withReferences(rest[..<start])
      for override in rest[start..<end].split(separator: "\\").dropFirst() {
        change(override, &open, &result)
      }
      rest = rest[rest.index(after: end)...]
    }
    result += Cue.withReferences(rest)
    for tag in open.reversed() { result += "</\(tag)>" }
    return Cue.withoutEmptyLines(result)
  }

  /// `b1`, `i0`, `u1`; a weight counts as bold from 600 on.
  private static func change(
    _ override: Substring, _ open: inout [Character], _ result: inout String
  ) {
    let words = override.drop { $0 == "{" }
    guard let tag = words.first, "biu".contains(tag), let number = Int(words.dropFirst()) else {
      return
    }
    let isOn = number == 1 || number >= 600
    if isOn, !open.contains(tag) {
      open.append(tag)
      result += "<\(tag)>"
    } else if !isOn, let index = open.lastIndex(of: tag) {
      // Tags close in the order in which they are nested.
      let inner = open[(index + 1)...]
      result += inner.reversed().map { "</\($0)>" }.joined() + "</\(tag)>"
      result += inner.map { "<\($0)>" }.joined()
      open.remove(at: index)
    }
  }
}
