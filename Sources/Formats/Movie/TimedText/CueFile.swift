/// The cues of a file of subtitles: SubRip or WebVTT.
package struct CueFile {
  package private(set) var cues: [Cue] = []

  /// Nil for a file without a cue.
  ///
  /// - Parameter text: of the file. Blocks end with an empty line; in each, one line has both times.
  package init?(_ text: String) {
    let isWebVTT = text.drop { $0 == "\u{FEFF}" }.hasPrefix("WEBVTT")
    var block: [Substring] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) {
        add(block, isWebVTT)
        block = []
      } else {
        block.append(line)
      }
    }
    add(block, isWebVTT)
    guard !cues.isEmpty else { return nil }
    cues.sort { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private mutating func add(_ block: [Substring], _ isWebVTT: Bool) {
    guard let index = block.prefix(2).firstIndex(where: { $0.contains("-->") }) else { return }
    let words = block[index].split { $0 == " " || $0 == "\t" }
    guard let arrow = words.firstIndex(of: "-->"), arrow > 0, arrow + 1 < words.count,
      let start = CueFile.seconds(words[arrow - 1]), let end = CueFile.seconds(words[arrow + 1]),
      end > start
    else { return }
    let lines = block[(index + 1)...].joined(separator: "\n")
    let text = isWebVTT ? Cue.withoutEmptyLines(lines) : CueFile.text(ofSubRip: lines)
    guard !text.isEmpty else { return }
    // SubRip has coordinates there, which WebVTT has no words for.
    let settings = isWebVTT ? words[(arrow + 2)...].joined(separator: " ") : ""
    cues.append(Cue(start: start, end: end, text: text, settings: settings))
  }

  /// `01:02:03,500`, `02:03.500`; nil if the text is not a time.
  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let second = last.map { $0 == "," ? "." : String($0) }.joined()
    guard second.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), var sum = Double(second)
    else { return nil }
    for (index, part) in parts.dropLast().reversed().enumerated() {
      guard let number = UInt32(part) else { return nil }
      sum += Double(number) * (index == 0 ? 60 : 3600)
    }
    return sum < 1e9 ? sum : nil
  }

  /// A text of SubRip as WebVTT has it. Of its tags, those that WebVTT has as well stay.
  package static func text(ofSubRip text: String) -> String {
    var escaped = Cue.escaped(text)
    for tag in ["b", "i", "u"] {
      for name in [tag, "/" + tag, tag.uppercased(), "/" + tag.uppercased()] {
        escaped.replace("&lt;\(name)&gt;", with: "<\(name.lowercased())>")
      }
    }
    // Fonts and their colours go.
    escaped.replace(/&lt;\/?font.*?&gt;/.ignoresCase(), with: "")
    return escaped
  }
}
