internal import FieldCoding
internal import ISOBMFF
internal import Metadata

/// The text of user data.
enum QuickTimeTexts {
  static func texts(_ box: Box) -> [(suffix: String, text: String)] {
    if let texts = box[UserDataTextBox.self]?.texts {
      return texts.map { entry in
        let text = entry.string
        let shown = box.type == "©xyz" ? ISO6709.text(text) ?? text : text
        return (suffix(entry.language), shown)
      }
    }
    if let text = box[UserDataPlainTextBox.self]?.text.string { return [("", text)] }
    if let box = box[AssetTextBox.self] { return [(suffix(box.language), box.text.string)] }
    if let album = box[AlbumBox.self] { return [(suffix(album.language), album.title.string)] }
    if let year = box[RecordingYearBox.self] { return [("", "\(year.year)")] }
    if let keywords = box[KeywordsBox.self] {
      if let text = keywords.plainText { return [("", text.string)] }
      return [(suffix(keywords.language), keywords.keywords.map(\.string).joined(separator: ", "))]
    }
    if let rating = box[UserRatingBox.self] { return [("", "\(rating.userRating)")] }
    if let stated = box[LocationInformationBox.self] { return [("", location(stated))] }
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
      return [("", bytesAsText(payload.count))]
    }
    if let box = box[CameraTextBox.self] { return [("", box.text)] }
    if let box = box[CanonTextBox.self] { return [("", box.text.string)] }
    if let flag = box[UserDataFlagBox.self] { return [("", "\(flag.value)")] }
    if let loop = box[LoopStyleBox.self] {
      return [
        ("", MetadataValueForm.names([0: "Normal", 1: "Palindromic"]).written("\(loop.style)"))
      ]
    }
    guard QuickTimeNames.userData[box.type] != nil, let payload = box.opaquePayload else {
      return []
    }
    if box.type == "CAME" { return [("", MetadataValueForm.hexadecimal().written(bytes(payload)))] }
    // Cameras write plain text, padded with zero bytes.
    let text = Array(payload.prefix(4096).prefix { $0 != 0 })
    return [("", Text.decoded(text))]
  }

  private static func bytes(_ payload: Bytes) -> String {
    payload.prefix(64).map { "\($0)" }.joined(separator: " ")
  }

  /// `-fr`; nothing for English and for texts without a language.
  private static func suffix(_ language: UInt16) -> String {
    // Macintosh codes (QuickTime File Format, language codes), and "unspecified".
    guard language >= 0x400, language != 0x7FFF else {
      if language == 0x7FFF { return "-un" }
      return language > 0 ? MacintoshLanguage.tag(language).map { "-" + $0 } ?? "" : ""
    }
    guard language != 0x55C4, language != 0x15C7 else { return "" }
    return "-" + (PackedLanguage.letters(UInt64(language)) ?? "err")
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
    return "[\(milliseconds / 3_600_000):\(two(Int(milliseconds / 60_000 % 60))):"
      + "\(two(rest / 1000)).\(zeroPadded(rest % 1000, to: 3))] \(chapter.title.string)"
  }
}
