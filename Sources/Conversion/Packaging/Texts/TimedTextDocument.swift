import Movie
import Text

/// Texts as a document of TTML (W3C, "Timed Text Markup Language 1"), which players of DASH read as one file. FFmpeg refuses
/// a manifest that names a file of WebVTT, and passes over one of TTML.
struct TimedTextDocument {
  private let texts: StreamTexts

  init(_ texts: StreamTexts) { self.texts = texts }

  /// The document: each cue is below, in the middle.
  var text: String {
    let language = markup(texts.language ?? "")
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" xml:lang=\"\(language)\">",
      "<head><layout>",
      "<region xml:id=\"below\" tts:origin=\"10% 10%\" tts:extent=\"80% 80%\" tts:displayAlign=\"after\" tts:textAlign=\"center\"/>",
      "</layout></head>",
      "<body region=\"below\"><div>",
    ]
    for cue in texts.cues {
      let times = "begin=\"\(WebVTT.time(cue.start))\" end=\"\(WebVTT.time(cue.end))\""
      lines.append("<p \(times)>\(TimedTextDocument.content(of: CueText(cue.text)))</p>")
    }
    return (lines + ["</div></body>", "</tt>", ""]).joined(separator: "\n")
  }

  private static let styles: [(flag: UInt8, attribute: String)] = [
    (1, "tts:fontWeight=\"bold\""), (2, "tts:fontStyle=\"italic\""),
    (4, "tts:textDecoration=\"underline\""),
  ]

  private static func content(of text: CueText) -> String {
    let scalars = Array(text.text.unicodeScalars)
    func plain(_ range: Range<Int>) -> String {
      var part = String.UnicodeScalarView()
      part += scalars[range]
      return String(part).split(omittingEmptySubsequences: false) { $0.isNewline }
        .map { markup(String($0)) }.joined(separator: "<br/>")
    }
    var content = ""
    var end = 0
    for face in text.faces {
      let attributes = styles.filter { face.flags & $0.flag != 0 }.map(\.attribute)
      content += plain(end..<face.range.lowerBound)
      content += "<span \(attributes.joined(separator: " "))>\(plain(face.range))</span>"
      end = face.range.upperBound
    }
    return content + plain(end..<scalars.count)
  }
}
