extension FieldCoder {
  /// Bytes whose type depends on other fields: a description shows their `meaning`, if there is one.
  public mutating func bytes(
    _ name: StaticString, _ value: inout Bytes, count: Count, meaning: (Bytes) -> FieldValue?
  ) throws(FieldError) {
    do throws(FieldError) {
      if assignment != nil { try assign(name, &value, meaning: meaning(value)) }
    } catch {
      throw error.nested(in: "\(name)")
    }
    let stated = try resolve(count, value.count)
    if let outline { return outline.addBytes(name, count) }
    let start = bitOffset
    do throws(FieldError) {
      if isDecoding {
        value = try reader.read(bytes: stated ?? bitsLeft / 8)
      } else {
        writer.write(value)
      }
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil, !value.isEmpty { record(name, meaning(value) ?? .bytes(value), from: start) }
  }
}
