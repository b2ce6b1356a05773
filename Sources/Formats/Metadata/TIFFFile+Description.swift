extension EmbeddedFormat {
  /// A TIFF structure.
  ///
  /// - Parameter first: the kind of its first directory.
  public static func tiff(_ first: ExifDirectory.Kind = .ifd0) -> EmbeddedFormat {
    EmbeddedFormat { (f, sink) throws(FieldError) in
      try TIFFFile(f.rest).describe(to: sink, first: first)
      _ = try f.take(f.bitsLeft / 8)
    }
  }

  /// The form of Exif in an item of a photo: the offset of the TIFF structure, the bytes before it, and the structure
  /// (ISO/IEC 23008-12 §A.2.1).
  public static let exifItem = EmbeddedFormat { (f, sink) throws(FieldError) in
    let payload = f.rest
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw f.error(.invalid("there is no TIFF structure"))
    }
    let start = tiff.range.lowerBound - payload.range.lowerBound
    var (offset, identifier) = (UInt32(0), Bytes())
    if start >= 4 { try f.uint(32, "exif_tiff_header_offset", &offset) }
    try f.bytes("identifier", &identifier, count: .exactly(start >= 4 ? start - 4 : start))
    try TIFFFile(f.take(tiff.count)).describe(to: sink)
  }
}

extension TIFFFile {
  /// Shows every directory and entry to `sink`, each directory inside the one that points to it.
  ///
  /// - Parameter first: the kind of the first directory.
  public func describe(to sink: any FieldSink, first kind: ExifDirectory.Kind = .ifd0) {
    let first = bytes.fileOffset * 8
    let order = order == .big ? "MM, big-endian" : "II, little-endian"
    sink.field("byte_order", .text(Text(order, form: .plain)), bits: first..<first + 16)
    for var directory in directories {
      switch directory.kind {
      case .ifd0:
        directory.kind = kind
        describe(directory, to: sink)
      case .ifd1, .ifd: describe(directory, to: sink)
      case .sub, .exif, .gps, .interoperability, .makerNote, .canon: break
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
      guard [0x014A, 0x8769, 0x8825, 0xA005, 0x927C].contains(entry.tag),
        entry.offset == directory[entry.tag]?.offset
      else { continue }
      switch (directory.kind, entry.tag) {
      case (.ifd0, 0x014A):
        for child in subdirectories { describe(child, to: sink) }
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
  /// The offset of the values in the file; if there are no values, the offset of the entry.
  private var describedOffset: Int { value.isEmpty ? fileOffset : value.fileOffset }
  fileprivate var fileBits: Range<Int> { describedOffset * 8..<(describedOffset + value.count) * 8 }
}
