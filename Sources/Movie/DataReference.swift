package import ISOBMFF

extension Box {
  /// What an entry of `dref` says of the other file: its address, its path or its name.
  package var fileName: String? {
    self[DataEntryUrlBox.self]?.location?.string ?? self[DataEntryUrnBox.self]?.location?.string
      ?? self[DataEntryUrnBox.self]?.name?.string ?? self[AliasBox.self]?.fileName
  }

  /// What every sample entry says first.
  package var dataReferenceIndex: UInt16? {
    guard let payload = sourcePayload, payload.count >= 8 else { return nil }
    return UInt16(payload[6]) << 8 | UInt16(payload[7])
  }
}

extension AliasBox {
  /// The path of the file that a Macintosh alias record names, or its name.
  ///
  /// The record, whose version is 2, has the name as a counted string of 63 bytes at most at byte 50,
  /// and from byte 150 on further values, each after its number and its size: 18 is the path of the
  /// file by the rules of POSIX.
  var fileName: String? {
    guard alias.count >= 150 else { return nil }
    var position = 150
    while position + 4 <= alias.count {
      let tag = Int(alias[position]) << 8 | Int(alias[position + 1])
      let count = Int(alias[position + 2]) << 8 | Int(alias[position + 3])
      guard tag != 0xFFFF, let value = alias.part(position + 4..<position + 4 + count) else {
        break
      }
      if tag == 18, count > 0 { return String(decoding: value, as: UTF8.self) }
      position += 4 + count + count % 2
    }
    let count = min(Int(alias[50]), 63)
    guard count > 0, let name = alias.part(51..<51 + count) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
