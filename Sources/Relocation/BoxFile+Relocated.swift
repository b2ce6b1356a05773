public import ISOBMFF

extension BoxFile {
  /// The file with its changes, and with every place that it states corrected: what an edit moves is
  /// found where it is now.
  ///
  /// Places are the fields that say so in the statement of a box. Fields that are too narrow for a new
  /// place get wider: `stco` becomes `co64`.
  ///
  /// It throws if a place is stated whose bytes are no longer there.
  public func relocated() throws(FieldError) -> ByteWriter {
    var written = try encoded()
    var relocation = Relocation(written, of: bytes.source, adding: added)
    // Wider fields move what stands behind them, which can need wider fields: each becomes wider once.
    while true {
      var next = self
      try PlaceMover(relocation).correct(&next.boxes)
      written = try next.encoded()
      let moved = Relocation(written, of: bytes.source, adding: added)
      if moved.isSame(as: relocation) { return written }
      relocation = moved
    }
  }
}
