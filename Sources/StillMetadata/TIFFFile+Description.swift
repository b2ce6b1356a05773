extension TIFFFile {
  /// Shows every directory and entry to `sink`, each directory inside the one that points to it.
  public func describe(to sink: any FieldSink) {
    let first = bytes.fileOffset * 8
    let order = order == .big ? "MM, big-endian" : "II, little-endian"
    sink.field("byte_order", .text(Text(order, form: .plain)), bits: first..<first + 16)
    for directory in directories {
      switch directory.kind {
      case .ifd0, .ifd1, .ifd: describe(directory, to: sink)
      case .exif, .gps, .interoperability, .makerNote: break
      }
    }
    for finding in findings { sink.damage(finding) }
  }

  private func describe(_ directory: ExifDirectory, to sink: any FieldSink) {
    let group = FieldGroup(name: "\(directory.kind)", fileRange: directory.fileRange)
    guard sink.open(group) else { return }
    for entry in directory.entries {
      sink.field(
        ExifTag.name(entry.tag, in: directory.kind), entry.fieldValue(in: directory.kind),
        bits: entry.fileBits)
      // If two pointers have the same tag, the first is followed.
      guard [0x8769, 0x8825, 0xA005, 0x927C].contains(entry.tag),
        entry.offset == directory[entry.tag]?.offset
      else { continue }
      switch (directory.kind, entry.tag) {
      case (.ifd0, 0x8769): self[.exif].map { describe($0, to: sink) }
      case (.ifd0, 0x8825): self[.gps].map { describe($0, to: sink) }
      case (.exif, 0xA005): self[.interoperability].map { describe($0, to: sink) }
      case (.exif, 0x927C):
        guard let note = makerNote else { continue }
        note.directory.map { describe($0, to: sink) }
        for finding in note.findings { sink.damage(finding) }
      default: break
      }
    }
    sink.close(group)
  }
}

extension TIFFEntry {
  /// Where the values stand in the file; those of no bytes, where the entry stands.
  private var place: Int { value.isEmpty ? fileOffset : value.fileOffset }
  fileprivate var fileBits: Range<Int> { place * 8..<(place + value.count) * 8 }
}
