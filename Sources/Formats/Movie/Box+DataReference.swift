package import ISOBMFF

extension Box {
  /// `dinf` of media that is in the same file (ISO/IEC 14496-12 §8.7).
  package static var dataInformation: Box {
    var references = DataReferenceBox()
    references.children = [Box(DataEntryUrlBox())]
    return .container("dinf", [Box(references)])
  }

  /// The other file in an entry of `dref`: its URL, its path or its name.
  package var fileName: String? {
    self[DataEntryUrlBox.self]?.location?.string ?? self[DataEntryUrnBox.self]?.location?.string
      ?? self[DataEntryUrnBox.self]?.name?.string ?? self[AliasBox.self]?.fileName
  }

  /// The first field of every sample entry.
  package var dataReferenceIndex: UInt16? {
    guard let payload = sourcePayload, payload.count >= 8 else { return nil }
    return UInt16(payload[6]) << 8 | UInt16(payload[7])
  }
}

extension AliasBox {
  /// The path of the file that the alias record names, or its name.
  var fileName: String? {
    guard let record = try? AliasRecord(decoding: alias) else { return nil }
    let name = record.path ?? record.target?.fileName.string ?? ""
    return name.isEmpty ? nil : name
  }
}
