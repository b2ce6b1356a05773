package import FieldCoding

extension Box {
  /// The payload, without the header: that of the file, or of a box that was made or changed, its fields as they are
  /// written. Nil if they cannot be written.
  package var payload: Bytes? {
    if let sourcePayload { return sourcePayload }
    var coder = FieldCoder()
    do throws(FieldError) { try write(to: &coder) } catch { return nil }
    let bytes = coder.written.bytes
    return bytes.count < headerSize ? nil : Bytes(Array(bytes.dropFirst(headerSize)))
  }
}
