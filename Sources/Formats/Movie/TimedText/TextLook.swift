import FieldCoding
import ISOBMFF

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
    guard let length = sample.number(at: 0, size: 2),
      let rest = sample.part(min(sample.count, 2 + length)..<sample.count)
    else { return [] }
    var looks: Set<TextLook> = []
    for box in BoxFile(rest).boxes {
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
