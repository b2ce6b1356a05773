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
