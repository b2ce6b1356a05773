import FieldCoding

/// The header of an `mdat` box that starts and ends at given offsets, so that its content stays at its offset.
package struct MediaDataHeader {
  /// Where it begins: before the given offset if it replaces the box before it.
  package private(set) var start: Int
  package let bytes: [UInt8]

  /// Nil if the size does not fit, or the end is not behind the header.
  ///
  /// - Parameter hasPlaceholder: whether a box of eight bytes is before it, which a long header can use.
  package init?(start: Int, headerSize: Int, end: Int, hasPlaceholder: Bool) {
    guard end >= start + headerSize else { return nil }
    var writer = ByteWriter()
    self.start = start
    if headerSize == 8, end - start <= Int(UInt32.max) {
      writer.write(UInt64(end - start), bits: 32)
      writer.write("mdat".utf8)
    } else if headerSize == 16 || hasPlaceholder {
      if headerSize == 8 { self.start = start - 8 }
      writer.write(1, bits: 32)
      writer.write("mdat".utf8)
      writer.write(UInt64(end - self.start), bits: 64)
    } else {
      return nil
    }
    bytes = writer.bytes
  }
}
