internal import FieldCoding
internal import ISOBMFF
internal import Metadata

/// The metadata of a movie: keys with values, items of iTunes, user data.
struct QuickTimeTags {
  private(set) var tags: [MetadataTag] = []
  /// XMP packets among the user data.
  private(set) var packets: [Bytes] = []
  /// The last values of names in some language or for some country.
  private var translated: [MetadataTag] = []

  /// - Parameter children: the boxes in `moov`.
  init(movie children: [Box]) {
    add(children, keys: "Keys", userData: "UserData")
    for (index, track) in children.all("trak").enumerated() {
      let group = "Track\(index + 1)"
      add(track.children, keys: group, userData: group)
      addMeta(track.children.at("mdia", "meta"), keys: group)
    }
    addDefaults()
  }

  /// - Parameter meta: the boxes in a `meta` of the file.
  init(meta: [Box]) {
    addMeta(meta, keys: "Keys")
    addDefaults()
  }

  /// Uses a value in some language as the default value if there is no other.
  private mutating func addDefaults() {
    var known = Set(tags.map { "\($0.group):\($0.name)" })
    for tag in translated.reversed() where known.insert("\(tag.group):\(tag.name)").inserted {
      tags.append(tag)
    }
  }

  private mutating func add(_ children: [Box], keys: String, userData: String) {
    for meta in children.all("meta") { addMeta(meta.children, keys: keys) }
    for box in children.userData {
      switch box.type {
      case "meta": addMeta(box.children, keys: keys)
      case "XMP_": if let packet = box.opaquePayload { packets.append(packet) }
      default:
        for (suffix, text) in QuickTimeTexts.texts(box) {
          let name = QuickTimeNames.name(ofUserData: box.type)
          let isDate = ["©day", "date"].contains(box.type)
          let date = isDate ? XMPValueForm.date(QuickTimeTags.zoned(text), isDate: true) : nil
          tags.append(MetadataTag(userData, name + suffix, date ?? text))
          if !suffix.isEmpty { translated.append(MetadataTag(userData, name, date ?? text)) }
        }
      }
    }
  }

  private mutating func addMeta(_ meta: [Box], keys group: String) {
    let keys = meta.first(MetadataItemKeysBox.self)?.keys ?? []
    for item in meta.at("ilst") {
      let index = Int(item.type.rawValue)
      let isKey = index >= 1 && index <= keys.count
      let name = isKey ? QuickTimeNames.name(ofKey: keys[index - 1].value.string) : name(of: item)
      for value in item.children.compactMap({ $0[MetadataValueBox.self] }) {
        let group = isKey ? group : item.type == "----" ? "iTunes" : "ItemList"
        let genre = item.type == "gnre" ? QuickTimeTags.genre(value.value) : nil
        let text = genre ?? QuickTimeTags.text(of: value, name)
        let suffix = QuickTimeTags.suffix(value.locale)
        tags.append(MetadataTag(group, name + suffix, text))
        if !suffix.isEmpty {
          translated.append(MetadataTag(isKey ? "Keys" : group, name, text))
        }
      }
    }
  }

  /// `-und-US`; nothing for a value for all countries and languages.
  private static func suffix(_ locale: UInt32) -> String {
    guard locale != 0 else { return "" }
    let country = [
      UInt8(truncatingIfNeeded: locale >> 24), UInt8(truncatingIfNeeded: locale >> 16),
    ]
    let isCountry = country.allSatisfy { (0x41...0x5A).contains($0) }
    // Some programs write other numbers, which stand for no language.
    let stated =
      locale & 0xFFFF == 0 ? nil : PackedLanguage.letters(UInt64(locale & 0x7FFF)) ?? "err"
    // English is as good as none.
    let language = stated == "eng" ? nil : stated
    return (language != nil || isCountry ? "-" + (language ?? "und") : "")
      + (isCountry ? "-" + String(decoding: country, as: UTF8.self) : "")
  }

  private func name(of item: Box) -> String {
    guard item.type == "----" else {
      return QuickTimeNames.items[item.type] ?? QuickTimeNames.userData[item.type] ?? "\(item.type)"
    }
    let name = item.children.first { $0.type == "name" }?[MetadataNameBox.self]?.text.string ?? ""
    return name.isEmpty ? "\(item.type)" : String(name.map { $0 == " " ? "_" : $0 })
  }

  /// Types of metadata, identifiers, points, sizes, rectangles and matrices (QuickTime File Format,
  /// well-known types).
  private static let shapes: Set<UInt32> = [28, 30, 70, 71, 72, 79]

  private static func text(of value: MetadataValueBox, _ name: String) -> String {
    if value.value.isEmpty, [1, 2].contains(value.typeIndicator) { return "" }
    if value.position == nil,
      value.value.isEmpty || shapes.contains(value.typeIndicator)
        || value.typeIndicator == 0 && value.value.count > 16
        || [13, 14, 27].contains(value.typeIndicator)
    {
      return bytesAsText(value.value.count)
    }
    if value.typeIndicator == 23 || value.typeIndicator == 24 {
      return floatingPoint(value.value) ?? value.text
    }
    let text = value.text
    if let form = QuickTimeNames.forms[name] { return form.written(text) }
    if name == "GoogleTrackDuration" { return MovieTime.text(milliseconds: text) ?? text }
    if name == "GPSCoordinates" { return ISO6709.text(text) ?? text }
    if ["CreationDate", "ContentCreateDate", "LocationDate"].contains(name) {
      return XMPValueForm.date(zoned(text), isDate: name != "CreationDate") ?? text
    }
    return text
  }

  /// The name of a genre of iTunes; nil for a number without a name.
  private static func genre(_ number: Bytes) -> String? {
    guard number.count == 2 else { return nil }
    return ITunesValues.names["gnre"]?[number.reduce(0) { $0 << 8 | UInt64($1) }]
  }

  /// `+02:00` instead of `+0200` at the end.
  static func zoned(_ text: String) -> String {
    let end = text.suffix(5)
    guard text.count > 10, let sign = end.first, sign == "+" || sign == "-",
      end.dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return "\(text.dropLast(2)):\(text.suffix(2))"
  }

  private static func floatingPoint(_ bytes: Bytes) -> String? {
    let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch bytes.count {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))).significant()
    case 8: return Double(bitPattern: bits).significant()
    default: return nil
    }
  }
}

/// Durations as a person reads them.
enum MovieTime {
  /// `3.00 s`, and from half a minute on `0:00:33`.
  static func text(milliseconds: String) -> String? {
    guard let seconds = Double(milliseconds).map({ $0 / 1000 }), (0..<1e9).contains(seconds) else {
      return nil
    }
    guard seconds >= 30 else { return seconds == 0 ? "0 s" : seconds.fixed(2) + " s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}

/// Positions as QuickTime states them (ISO 6709 annex H).
enum ISO6709 {
  /// `34 deg 3' 11.88" N, 118 deg 14' 32.28" W, 197.095 m Above Sea Level`
  static func text(_ text: String) -> String? {
    guard let (latitude, longitude, altitude) = ISO6709Position.numbers(in: text) else {
      return nil
    }
    let position =
      "\(Angle.text(latitude)) \(latitude < 0 ? "S" : "N"), "
      + "\(Angle.text(longitude)) \(longitude < 0 ? "W" : "E")"
    guard let altitude else { return position }
    let level = altitude < 0 ? "Below" : "Above"
    return "\(position), \(altitude.magnitude.significant()) m \(level) Sea Level"
  }
}
