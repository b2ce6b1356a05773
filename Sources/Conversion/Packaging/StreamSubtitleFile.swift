import FieldCoding
import Files
import Movie
import Text
import WorkerClient

/// A file of subtitles that are shown with a movie.
struct StreamSubtitleFile {
  let cues: [Cue]
  /// The language in the name, such as `movie.de.srt`; nil if it has none.
  let language: String?

  init(_ path: String) throws(ConversionError) {
    let bytes: Bytes
    do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
      throw ConversionError(.input, "\(path): \(error.reason.text)")
    }
    guard bytes.count <= StreamSubtitleFile.longest else {
      throw ConversionError(.input, "\(path): is too long for a file of subtitles")
    }
    guard let file = CueFile(String(decoding: bytes, as: UTF8.self)) else {
      throw ConversionError(.input, "\(path): has no subtitles in the form of SubRip or WebVTT")
    }
    cues = file.cues
    let stem = path.splitAtName.name.splitAtExtension.stem
    let tag = stem.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    language = tag.map(String.init).flatMap { tag in
      guard RenditionLanguage.isTag(tag) else { return nil }
      return tag.count == 3 ? RenditionLanguage.tag(code: tag) : tag
    }
  }

  /// The largest size; subtitles of films have a hundred thousand bytes.
  private static let longest = 64 << 20
}

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
