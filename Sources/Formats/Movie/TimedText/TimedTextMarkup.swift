import FieldCoding
import Metadata

/// The paragraphs of a document of TTML (W3C, "Timed Text Markup Language"), with their times, and without how
/// they look.
struct TimedTextMarkup {
  /// A paragraph; times that it does not say are those of the sample.
  struct Paragraph {
    /// The start in seconds of the media.
    var start: Double?
    var end: Double?
    var text: String
  }

  private(set) var cues: [Paragraph] = []
  /// What its attributes say of how texts look.
  private(set) var looks: Set<TextLook> = []
  private let bytes: [UInt8]
  private var frameRate = 30.0

  /// Nil if the bytes are not a document in UTF-8.
  init?(_ document: Bytes) {
    // It has elements and attributes as XMP has them.
    guard let packet = XMPPacket(document) else { return nil }
    bytes = packet.bytes
    if let rate = packet.elements.first.flatMap({ value("frameRate", of: $0) }).flatMap(
      Double.init),
      rate > 0
    {
      frameRate = rate
    }
    for attribute in packet.elements.flatMap(\.attributes) {
      if let look = TimedTextMarkup.attributes[attribute.name.local] { looks.insert(look) }
    }
    for element in packet.elements where element.name.local == "p" {
      guard let content = element.content else { continue }
      let start = value("begin", of: element).flatMap(seconds)
      let end =
        value("end", of: element).flatMap(seconds)
        ?? value("dur", of: element).flatMap(seconds).map { (start ?? 0) + $0 }
      cues.append(Paragraph(start: start, end: end, text: text(in: content)))
    }
  }

  private static let attributes: [String: TextLook] = [
    "fontFamily": .fonts, "fontSize": .sizes, "color": .colours, "backgroundColor": .colours,
    "fontStyle": .fonts, "fontWeight": .fonts, "textDecoration": .fonts, "origin": .positions,
    "extent": .positions, "displayAlign": .positions, "textAlign": .positions,
    "writingMode": .positions,
  ]

  private func value(_ name: String, of element: XMPPacket.Element) -> String? {
    element.attributes.first { $0.name.local == name }.map {
      String(decoding: bytes[$0.value], as: UTF8.self)
    }
  }

  /// The characters between tags; `br` ends a line, and white space counts once. References to characters are
  /// the same in WebVTT.
  private func text(in content: Range<Int>) -> String {
    let source = String(decoding: bytes[content], as: UTF8.self)
      .replacing(/<(?:\w+:)?br\b[^>]*>/, with: "\u{1}")
      .replacing(/<!--.*?-->/, with: "").replacing(/<[^>]*>/, with: "")
    let words = source.split { $0.isWhitespace }.joined(separator: " ")
    return words.split(separator: "\u{1}").map { line in
      line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().map(String.init).joined()
    }.joined(separator: "\n").replacing("-->", with: "--&gt;")
  }

  /// `00:00:01.500`, `00:00:01:12` with frames, `1.5s`, `1500ms`; nil for other units.
  private func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":").map(String.init)
    if parts.count >= 3 {
      guard let hours = Double(parts[0]), let minutes = Double(parts[1]),
        let seconds = Double(parts[2])
      else { return nil }
      let frames = parts.count > 3 ? (Double(parts[3]) ?? 0) / frameRate : 0
      return hours * 3600 + minutes * 60 + seconds + frames
    }
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)]
    for (unit, factor) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * factor }
    }
    return text.hasSuffix("f") ? Double(text.dropLast()).map { $0 / frameRate } : nil
  }
}
