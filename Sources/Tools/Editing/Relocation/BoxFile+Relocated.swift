public import ISOBMFF

extension BoxFile {
  /// The file with its changes, and with every offset in it corrected for data that an edit has moved.
  ///
  /// The declaration of a box says which fields are offsets. If a field is too narrow for a new offset, a wider form
  /// is used: `stco` becomes `co64`.
  ///
  /// It throws if an offset refers to bytes that were removed.
  public func relocated() throws(FieldError) -> ByteWriter {
    var written = try encoded()
    var relocation = Relocation(written, of: bytes.source, adding: added)
    // Wider fields move the bytes after them, which can make other fields wider. Each field becomes wider once.
    while true {
      var next = self
      try OffsetCorrector(relocation).correct(&next.boxes)
      written = try next.encoded()
      let moved = Relocation(written, of: bytes.source, adding: added)
      if moved.isSame(as: relocation) { return written }
      relocation = moved
    }
  }
}
