extension TIFFEntry {
  /// The most values of a list that are shown.
  private static let shownValues = 16
  /// The most bytes of a text that are shown: a thousand entries may share one text of megabytes.
  private static let shownBytes = 4096

  /// The values as the inspector shows them.
  public func fieldValue(in directory: ExifDirectory.Kind) -> FieldValue {
    if let shownText { return .text(Text(shownText, form: .plain)) }
    if directory == .exif, tag == 0x829A, let time = rational() {
      let isReduced = time.exposureText == time.description
      let text = isReduced ? "\(time)" : "\(time.exposureText) (\(time))"
      return .text(Text(text, form: .plain))
    }
    if count == 1, let number = integer() {
      if let names = ExifTag.valueNames(tag, in: directory) {
        return .uint(UInt64(bitPattern: number), .names(names))
      }
      return type.isSigned ? .int(number, .decimal) : .uint(UInt64(bitPattern: number), .decimal)
    }
    if type == .undefined {
      // Versions are four digits; comments have a character code of eight bytes.
      let isText = count == 4 && value.allSatisfy { (0x20...0x7E).contains($0) }
      return isText ? .text(Text(Text.decoded(Array(value)), form: .plain)) : .bytes(value)
    }
    return .text(Text(valueText, form: .plain))
  }

  /// The values as text: `1/125`, `33/1 30/1 0/1`.
  public var valueText: String {
    if let shownText { return shownText }
    guard type != .undefined else { return counted(count, "byte") }
    let shown = min(count, TIFFEntry.shownValues)
    let values = (0..<shown).map { index in
      if let fraction = rational(at: index) { return "\(fraction)" }
      if let number = integer(at: index) { return "\(number)" }
      return number(at: index).map { "\($0)" } ?? "?"
    }
    let rest = count > shown ? " … (\(count) values)" : ""
    return values.joined(separator: " ") + rest
  }

  private var shownText: String? {
    let limit = TIFFEntry.shownBytes
    guard type.isText, value.count > limit, let start = value.part(0..<limit), !start.contains(0)
    else { return text }
    // The part that is shown does not end within a character of UTF-8.
    let end = (limit - 3...limit).last { value[$0] & 0xC0 != 0x80 } ?? limit
    return value.part(0..<end).map { TIFFEntry.text(of: $0) + " … (\(counted(count, "byte")))" }
  }
}
