extension FieldCoder {
  /// A number of whole bytes in little-endian order, as some makers of cameras write.
  public mutating func littleEndian<Value: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        let stored = try reader.read(bits: Value.bitWidth)
        value = Value(truncatingIfNeeded: stored).byteSwapped
      } else {
        var new = UInt64(value)
        if assignment != nil {
          new = try assigned("\(name)", new, format, bits: Value.bitWidth)
        }
        new = try corrected(new, format, bits: Value.bitWidth)
        guard let exact = Value(exactly: new) else {
          throw error(.doesNotFit(value: new, bits: Value.bitWidth))
        }
        value = exact
        writer.write(UInt64(value.byteSwapped), bits: Value.bitWidth)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .uint(UInt64(value), format), from: start) }
  }
}
