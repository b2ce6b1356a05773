extension MakerNote {
  private static let contentIdentifierTag: UInt16 = 0x0011
  private static let appleHeader = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]

  /// The smallest Apple note that has a content identifier.
  public static func apple(contentIdentifier: String) throws(FieldError) -> [UInt8] {
    try TIFFWriter.directory(
      .big, after: appleHeader, [TIFFField(contentIdentifierTag, .text(contentIdentifier))])
  }

  /// This Apple note with another content identifier; nil if it is another vendor's note or
  /// damaged.
  ///
  /// Everything else stays: an identifier of the same length is replaced in place, one of another length is appended, and
  /// a new entry moves the values after it by 12 bytes.
  public func settingContentIdentifier(_ identifier: String) -> [UInt8]? {
    guard let directory, findings.isEmpty, vendor == .apple else { return nil }
    let order = directory.order
    let value = Array(identifier.utf8) + [0]
    var result = Array(bytes)
    if let entry = directory[MakerNote.contentIdentifierTag] {
      if entry.type == .ascii, entry.count == value.count, value.count > 4 {
        result.replaceSubrange(
          entry.valueOffset..<entry.valueOffset + value.count, with: value)
        return result
      }
      result.replace(UInt64(TIFFType.ascii.rawValue), at: entry.offset + 2, size: 2, order)
      result.replace(UInt64(value.count), at: entry.offset + 4, size: 4, order)
      result.point(from: entry.offset + 8, to: value, order)
      return result
    }
    guard let count = bytes.integer(at: directory.offset, size: 2, order), count < 0xFFFF else {
      return nil
    }
    // Entries of type 0 are not among the directory's, but they keep their offsets.
    var position = directory.offset + 2
    let end = position + Int(truncatingIfNeeded: count) * 12
    while position < end,
      let tag = bytes.integer(at: position, size: 2, order), tag < MakerNote.contentIdentifierTag
    {
      position += 12
    }
    for entry in directory.entries where !entry.isInline {
      let moved = entry.valueOffset >= position ? entry.valueOffset + 12 : entry.valueOffset
      result.replace(UInt64(moved), at: entry.offset + 8, size: 4, order)
    }
    result.replace(count + 1, at: directory.offset, size: 2, order)
    var entry: [UInt8] = []
    entry.append(UInt64(MakerNote.contentIdentifierTag), size: 2, order)
    entry.append(UInt64(TIFFType.ascii.rawValue), size: 2, order)
    entry.append(UInt64(value.count), size: 4, order)
    entry.append(0, size: 4, order)
    result.insert(contentsOf: entry, at: position)
    result.point(from: position + 8, to: value, order)
    return result
  }
}

extension [UInt8] {
  /// Writes `value` at `position` if it has at most four bytes, or else after all other bytes.
  fileprivate mutating func point(from position: Int, to value: [UInt8], _ order: ByteOrder) {
    if value.count <= 4 {
      let field = value + [UInt8](repeating: 0, count: 4 - value.count)
      replaceSubrange(position..<position + 4, with: field)
      return
    }
    replace(UInt64(count), at: position, size: 4, order)
    self += value
  }
}
