import FieldCoding

/// A text that is shown for some time, as WebVTT has it.
package struct Cue: Equatable {
  /// The start in seconds of the presentation.
  package var start: Double
  package var end: Double
  /// The text in the form of WebVTT: with tags, and references for `&` and `<`.
  package var text: String
  /// The settings of its position: `line:0 align:start`.
  package var settings = ""
  /// The name of the cue; empty if it has none.
  package var name = ""

  package init(start: Double, end: Double, text: String, settings: String = "", name: String = "") {
    (self.start, self.end, self.text) = (start, end, text)
    (self.settings, self.name) = (settings, name)
  }

  /// Text that is escaped for WebVTT: no character of it begins a tag, and no line ends the cue.
  package static func escaped(_ text: some StringProtocol) -> String {
    withoutEmptyLines(withReferences(text))
  }

  /// A part of a text in which no character begins a tag. Its lines stay as they are.
  static func withReferences(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\r", "\u{0}": break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A cue ends with its first empty line.
  package static func withoutEmptyLines(_ text: String) -> String {
    text.split { $0.isNewline }.map { line in
      // An arrow would make the line one of times.
      String(line).replacing("-->", with: "--&gt;")
    }.joined(separator: "\n")
  }
}

/// WebVTT files (W3C, "WebVTT: The Web Video Text Tracks Format").
package enum WebVTT {
  /// All cues that are shown in a part of the presentation.
  ///
  /// - Parameter isSegment: whether it is one of several files, and states the media time to which its times refer
  ///   (RFC 8216 §3.5).
  package static func text(of cues: some Sequence<Cue>, isSegment: Bool) -> String {
    var text = "WEBVTT\n"
    if isSegment { text += "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n" }
    for cue in cues {
      let settings = cue.settings.isEmpty ? "" : " " + cue.settings
      text += "\n\(time(cue.start)) --> \(time(cue.end))\(settings)\n\(cue.text)\n"
    }
    return text
  }

  /// `01:05:02.500`
  package static func time(_ seconds: Double) -> String {
    let milliseconds = Int((min(max(0, seconds), 1e9) * 1000).rounded())
    func two(_ number: Int) -> String { zeroPadded(number, to: 2) }
    let (all, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return
      "\(two(all / 3600)):\(two(all / 60 % 60)):\(two(all % 60)).\(zeroPadded(rest, to: 3))"
  }
}

/// SubRip files (`.srt`).
package enum SubRip {
  /// Cues with numbers, times with a comma, and the tags that players know.
  package static func text(of cues: some Sequence<Cue>) -> String {
    var text = ""
    for (index, cue) in cues.enumerated() {
      let times = [cue.start, cue.end].map { WebVTT.time($0).replacing(".", with: ",") }
      text += "\(index + 1)\n\(times[0]) --> \(times[1])\n\(CueText(cue.text).subRip)\n\n"
    }
    return text
  }
}

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
