internal import FieldCoding
internal import ISOBMFF

/// The metadata of a movie: keys with values, items of iTunes, user data.
struct QuickTimeTags {
  private(set) var tags: [MetadataTag] = []
  /// XMP packets among the user data.
  private(set) var packets: [Bytes] = []

  /// - Parameter children: the boxes in `moov`.
  init(movie children: [Box]) {
    add(children, keys: "Keys", userData: "UserData")
    for (index, track) in children.all("trak").enumerated() {
      let group = "Track\(index + 1)"
      add(track.children, keys: group, userData: group)
      addMeta(track.children.at("mdia", "meta"), keys: group)
    }
  }

  private mutating func add(_ children: [Box], keys: String, userData: String) {
    addMeta(children.at("meta"), keys: keys)
    for box in children.all("udta").flatMap(\.children) {
      switch box.type {
      case "meta": addMeta(box.children, keys: keys)
      case "XMP_": if let packet = box.opaquePayload { packets.append(packet) }
      default:
        for (suffix, text) in UserDataText.texts(box) {
          let name = QuickTimeNames.userData[box.type] ?? "\(box.type)"
          let isDate = ["©day", "date"].contains(box.type)
          let date = isDate ? XMPWriting.date(QuickTimeTags.zoned(text), isDate: true) : nil
          tags.append(MetadataTag(userData, name + suffix, date ?? text))
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
        let text = QuickTimeTags.text(of: value, name)
        let suffix = QuickTimeTags.suffix(value.locale)
        tags.append(MetadataTag(group, name + suffix, text))
        // A value in English stands for those of all languages, too.
        if !suffix.isEmpty, value.locale & 0xFFFF == 0x15C7 {
          tags.append(MetadataTag(isKey ? "Keys" : group, name, text))
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
    let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: locale >> UInt32($0)) & 31 + 0x60 }
    // English is as good as none.
    let isLanguage =
      locale & 0xFFFF != 0x15C7 && locale & 0xFFFF > 0x400
      && letters.allSatisfy { (0x61...0x7A).contains($0) }
    let language = isLanguage ? String(decoding: letters, as: UTF8.self) : "und"
    return (isLanguage || isCountry ? "-" + language : "")
      + (isCountry ? "-" + String(decoding: country, as: UTF8.self) : "")
  }

  private func name(of item: Box) -> String {
    guard item.type == "----" else {
      return QuickTimeNames.items[item.type] ?? QuickTimeNames.userData[item.type] ?? "\(item.type)"
    }
    let name = item.children.first { $0.type == "name" }?[MetadataNameBox.self]?.text.string ?? ""
    return name.isEmpty ? "\(item.type)" : String(name.map { $0 == " " ? "_" : $0 })
  }

  private static func text(of value: MetadataValueBox, _ name: String) -> String {
    if value.position == nil,
      value.value.isEmpty || value.typeIndicator == 0 && value.value.count > 16
        || [13, 14, 27].contains(value.typeIndicator)
    {
      return bytesInWords(value.value.count)
    }
    if value.typeIndicator == 23 || value.typeIndicator == 24 {
      return floatingPoint(value.value) ?? value.text
    }
    let text = value.text
    if let words = QuickTimeNames.words[name] { return words.written(text) }
    if name == "GoogleTrackDuration" { return MovieTime.text(milliseconds: text) ?? text }
    if name == "GPSCoordinates" { return ISO6709.words(text) ?? text }
    if ["CreationDate", "ContentCreateDate", "LocationDate"].contains(name) {
      return XMPWriting.date(zoned(text), isDate: name != "CreationDate") ?? text
    }
    return text
  }

  /// `+02:00` in place of `+0200` at the end.
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

/// What user data says, as text.
private enum UserDataText {
  static func texts(_ box: Box) -> [(suffix: String, text: String)] {
    if let texts = box[UserDataTextBox.self]?.texts {
      return texts.enumerated().map { index, entry in
        let text = entry.text.string
        let shown = box.type == "©xyz" ? ISO6709.words(text) ?? text : text
        return (index == 0 ? "" : suffix(entry.language), shown)
      }
    }
    if let text = box[UserDataPlainTextBox.self]?.text.string { return [("", text)] }
    if let box = box[AssetTextBox.self] { return [(suffix(box.language), box.text.string)] }
    if let album = box[AlbumBox.self] { return [(suffix(album.language), album.title.string)] }
    if let year = box[RecordingYearBox.self] { return [("", "\(year.year)")] }
    if let words = box[KeywordsBox.self] {
      return [(suffix(words.language), words.keywords.map(\.string).joined(separator: ", "))]
    }
    if let rating = box[UserRatingBox.self] { return [("", "\(rating.userRating)")] }
    if let place = box[LocationInformationBox.self] { return [("", location(place))] }
    if let window = box[WindowLocationBox.self] { return [("", "\(window.x) \(window.y)")] }
    if let list = box[ChapterListBox.self] {
      return [("", list.chapters.map(chapter).joined(separator: ", "))]
    }
    if let rating = box[RatingBox.self] {
      let text = "Entity=\(rating.entity) Criteria=\(rating.criteria) \(rating.ratingInfo.string)"
      return [(suffix(rating.language), text)]
    }
    if let classification = box[ClassificationBox.self] {
      let text =
        "Entity=\(classification.entity) Index=\(classification.table) \(classification.info.string)"
      return [(suffix(classification.language), text)]
    }
    if box.type == "thmb", let payload = box.opaquePayload {
      return [("", bytesInWords(payload.count))]
    }
    if let box = box[CameraTextBox.self] { return [("", box.text)] }
    if let box = box[CanonTextBox.self] { return [("", box.text.string)] }
    if let flag = box[UserDataFlagBox.self] { return [("", "\(flag.value)")] }
    if let loop = box[LoopStyleBox.self] {
      return [("", Writing.words([0: "Normal", 1: "Palindromic"]).written("\(loop.style)"))]
    }
    guard QuickTimeNames.userData[box.type] != nil, let payload = box.opaquePayload else {
      return []
    }
    if box.type == "CAME" { return [("", Writing.hexadecimal.written(bytes(payload)))] }
    // Cameras write plain text, padded with zero bytes.
    let text = Array(payload.prefix(4096).prefix { $0 != 0 })
    return [("", ExifText.decoded(text))]
  }

  private static func bytes(_ payload: Bytes) -> String {
    payload.prefix(64).map { "\($0)" }.joined(separator: " ")
  }

  private static func suffix(_ language: UInt16) -> String {
    // English, undetermined, and Macintosh codes stand for the name alone.
    guard language > 0x400, language != 0x55C4, language != 0x15C7, language != 0x7FFF else {
      return ""
    }
    let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: language >> UInt16($0)) & 31 + 0x60 }
    return "-" + String(decoding: letters, as: UTF8.self)
  }

  private static func location(_ box: LocationInformationBox) -> String {
    let roles = ["shooting", "real", "fictional"]
    let role = roles.indices.contains(Int(box.role)) ? roles[Int(box.role)] : "\(box.role)"
    let name = box.name.string
    func degrees(_ value: Int32) -> String { (Double(value) / 65536).fixed(5) }
    return "\(name.isEmpty ? "(none)" : name) Role=\(role) Lat=\(degrees(box.latitude)) "
      + "Lon=\(degrees(box.longitude)) Alt=\((Double(box.altitude) / 65536).fixed(2)) "
      + "Body=\(box.astronomicalBody.string) Notes=\(box.additionalNotes.string)"
  }

  private static func chapter(_ chapter: ChapterListBox.Chapter) -> String {
    let milliseconds = chapter.start / 10_000 + (chapter.start % 10_000 >= 5_000 ? 1 : 0)
    let rest = Int(milliseconds % 60_000)
    let thousandths = String(repeating: "0", count: 3 - "\(rest % 1000)".count) + "\(rest % 1000)"
    return "[\(milliseconds / 3_600_000):\(two(Int(milliseconds / 60_000 % 60))):"
      + "\(two(rest / 1000)).\(thousandths)] \(chapter.title.string)"
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
  static func words(_ text: String) -> String? {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices where index > start && "+-/".contains(text[index]) {
      parts.append(text[start..<index])
      start = index
      if text[index] == "/" { break }
    }
    if start < text.endIndex, text[start] != "/" { parts.append(text[start...]) }
    guard (2...3).contains(parts.count), let latitude = degrees(parts[0], whole: 2),
      let longitude = degrees(parts[1], whole: 3)
    else { return nil }
    let position =
      "\(Angle.text(latitude)) \(latitude < 0 ? "S" : "N"), "
      + "\(Angle.text(longitude)) \(longitude < 0 ? "W" : "E")"
    guard parts.count == 3, let altitude = Double(parts[2]) else { return position }
    let level = altitude < 0 ? "Below" : "Above"
    return "\(position), \(altitude.magnitude.significant()) m \(level) Sea Level"
  }

  /// Degrees of `+34.05`, `+3403.2` and `+340311.9`.
  private static func degrees(_ text: Substring, whole: Int) -> Double? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst()
    guard let value = Double(digits), value >= 0 else { return nil }
    let count = digits.prefix { $0 != "." }.count
    let angle: Double
    switch count - whole {
    case ...0, 1: angle = value
    case 2, 3:
      let degrees = (value / 100).rounded(.down)
      angle = degrees + (value - degrees * 100) / 60
    default:
      let degrees = (value / 10_000).rounded(.down)
      let minutes = ((value - degrees * 10_000) / 100).rounded(.down)
      angle = degrees + minutes / 60 + (value - degrees * 10_000 - minutes * 100) / 3600
    }
    return sign == "-" ? -angle : angle
  }
}
