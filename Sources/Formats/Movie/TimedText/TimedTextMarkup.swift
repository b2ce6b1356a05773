import FieldCoding
import ISOBMFF
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

/// What texts can say of how they look, and cues cannot.
package enum TextLook: String, CaseIterable, Comparable {
  case fonts, sizes, colours, positions, effects

  package static func < (left: TextLook, right: TextLook) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }

  /// `the fonts and colours`; nil if there are none.
  package static func phrase(_ looks: Set<TextLook>) -> String? {
    let names = looks.sorted().map(\.rawValue)
    guard let last = names.last else { return nil }
    let others = names.dropLast().joined(separator: ", ")
    return "the " + (others.isEmpty ? last : others + " and " + last)
  }
}

extension TextLook {
  /// What a sample of timed text says beyond the style of its track and bold, italic and underlined characters.
  static func looks(
    ofTimedText sample: Bytes, _ usual: TimedTextSampleEntry.Style
  ) -> Set<TextLook> {
    var looks: Set<TextLook> = []
    for box in sample.timedTextModifiers?.boxes ?? [] {
      switch box.type {
      case "styl": looks.formUnion(self.looks(ofStyles: box.opaquePayload ?? Bytes(), usual))
      case "hclr", "hlit": looks.insert(.colours)
      case "tbox": looks.insert(.positions)
      case "krok", "blnk", "dlay", "href": looks.insert(.effects)
      default: break
      }
    }
    return looks
  }

  private static func looks(
    ofStyles styles: Bytes, _ usual: TimedTextSampleEntry.Style
  ) -> Set<TextLook> {
    var looks: Set<TextLook> = []
    for offset in stride(from: 2, to: styles.count - 11, by: 12) {
      guard let part = styles.part(offset..<offset + 12),
        let style = try? TimedTextSampleEntry.Style(decoding: part), style.startChar < style.endChar
      else { continue }
      if style.fontID != usual.fontID { looks.insert(.fonts) }
      if style.fontSize != usual.fontSize { looks.insert(.sizes) }
      if style.textColor != usual.textColor { looks.insert(.colours) }
    }
    return looks
  }

  /// What an event of Advanced SubStation Alpha, or a text of SubRip, says with overrides and tags.
  package static func looks(ofOverridesIn text: String) -> Set<TextLook> {
    var looks: Set<TextLook> = []
    for block in text.matches(of: /\{([^}]*)\}/) {
      // What is before the first backslash is a remark.
      let overrides = block.1.split(separator: "\\", omittingEmptySubsequences: false)
      for override in overrides.dropFirst() {
        switch true {
        // Back to the style of the text.
        case override.firstMatch(of: /^([1-4]?c|fn|fs|r)$/) != nil: break
        case override.hasPrefix("fn"): looks.insert(.fonts)
        case override.hasPrefix("fsp"), override.hasPrefix("fad"): looks.insert(.effects)
        case override.hasPrefix("fs"): looks.insert(.sizes)
        case override.firstMatch(of: /^[1-4]?c&/) != nil: looks.insert(.colours)
        case override.hasPrefix("an"), override.hasPrefix("pos"), override.hasPrefix("move"):
          looks.insert(.positions)
        case override.firstMatch(of: /^[biu][0-9]*$/) != nil: break
        default: looks.insert(.effects)
        }
      }
    }
    for tag in text.matches(of: /<font\b([^>]*)>/.ignoresCase()) {
      if tag.1.contains("color") { looks.insert(.colours) }
      if tag.1.contains("face") { looks.insert(.fonts) }
      if tag.1.contains("size") { looks.insert(.sizes) }
    }
    return looks
  }
}

/// The styles of a file of Advanced SubStation Alpha, and which of them its events use.
package struct SubStationStyles {
  private struct Style {
    var font: Substring = ""
    var size: Substring = ""
    var isWhite = true
    var isBelow = true
  }

  private var styles: [Substring: Style] = [:]
  private var used: Set<Substring> = []

  /// - Parameter header: the file up to its events.
  package init(_ header: String) {
    var names: [Substring] = []
    for line in header.split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let fields = line[line.index(after: colon)...].split(
        separator: ",", omittingEmptySubsequences: false
      ).map { $0.drop { $0 == " " } }
      switch line[..<colon] {
      case "Format" where fields.contains("Fontname"): names = fields
      case "Style":
        var style = Style()
        var name: Substring = ""
        for (field, value) in zip(names, fields) {
          switch field {
          case "Name": name = value
          case "Fontname": style.font = value
          case "Fontsize": style.size = value
          // The colour has blue first, after how transparent it is.
          case "PrimaryColour": style.isWhite = value.uppercased().hasSuffix("FFFFFF")
          case "Alignment": style.isBelow = value == "2"
          default: break
          }
        }
        styles[name] = style
      default: break
      }
    }
  }

  /// - Parameter event: its fields with commas between them: the third names the style.
  package mutating func use(ofEvent event: String) {
    let fields = event.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    if fields.count > 2 { used.insert(fields[2]) }
  }

  /// What the styles that are used say: texts that are not white or not below, and several fonts and sizes.
  package var looks: Set<TextLook> {
    let seen = used.compactMap { styles[$0] }
    var looks: Set<TextLook> = []
    if Set(seen.map(\.font)).count > 1 { looks.insert(.fonts) }
    if Set(seen.map(\.size)).count > 1 { looks.insert(.sizes) }
    if seen.contains(where: { !$0.isWhite }) { looks.insert(.colours) }
    if seen.contains(where: { !$0.isBelow }) { looks.insert(.positions) }
    return looks
  }
}

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
