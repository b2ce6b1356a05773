extension FieldCoder {
  /// `utf8string name;` or `utfstring name;` — to a zero byte, in UTF-16 to a zero of two bytes, or to the end if there
  /// is none.
  public mutating func text(_ name: StaticString, _ value: inout Text) throws(FieldError) {
    if assignment != nil { try assign(name, &value) }
    try text(name, &value) { bytes in
      if Text.isBigEndianUTF16(bytes) != nil, let end = bytes.endOfUTF16 {
        return Text(bytes: Array(bytes.prefix(end)), form: .terminated, tail: [0, 0])
      }
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      return Text(
        bytes: Array(bytes.prefix(end)), form: .terminated, tail: end < bytes.count ? [0] : [])
    }
  }

  /// `utf8string name;` that writers leave out at the end of a box: nil if nothing is left.
  public mutating func text(_ name: StaticString, ifPresent value: inout Text?) throws(FieldError) {
    guard isDecoding ? !isAtEnd : value != nil else {
      value = nil
      return
    }
    var text = value ?? ""
    try self.text(name, &text)
    value = text
  }

  /// Text that fills `count` bytes, without a terminator.
  public mutating func text(
    _ name: StaticString, _ value: inout Text, count: Count
  ) throws(FieldError) {
    if assignment != nil { try assign(name, &value) }
    let count = try resolve(count, value.bytes.count + value.tail.count)
    if isDecoding, let count, count > bitsLeft / 8 {
      throw error(
        .truncated(
          neededBits: count.multipliedReportingOverflow(by: 8).overflow ? .max : count * 8,
          availableBits: bitsLeft)
      )
      .nested(in: "\(name)")
    }
    try text(name, &value) { bytes in
      Text(bytes: Array(bytes.prefix(count ?? bytes.count)), form: .plain, tail: [])
    }
  }

  /// A byte that says how long the text is, the text, and padding to `size` bytes in all.
  public mutating func pascalText(
    _ name: StaticString, _ value: inout Text, in size: Int
  ) throws(FieldError) {
    if assignment != nil { try assign(name, &value) }
    guard !isDecoding || size <= bitsLeft / 8 else {
      throw error(.truncated(neededBits: size * 8, availableBits: bitsLeft)).nested(in: "\(name)")
    }
    // A text that filled its field without a length is written unchanged.
    if !isDecoding, value.form != .plain || value.bytes.count != size {
      let padding = size - 1 - value.bytes.count - value.tail.count
      guard padding >= 0 else {
        throw error(.invalid("the text is longer than \(size - 1) bytes")).nested(in: "\(name)")
      }
      value.form = .counted
      value.tail += [UInt8](repeating: 0, count: padding)
    }
    try text(name, &value) { bytes in
      let length = Swift.min(Int(bytes.first ?? 0), size - 1)
      let field = bytes.prefix(size).dropFirst()
      // A length beyond the field is a text that fills it (or a C string): it is kept unchanged.
      guard length == Int(bytes.first ?? 0) else {
        return Text(bytes: Array(bytes.prefix(size)), form: .plain, tail: [])
      }
      return Text(
        bytes: Array(field.prefix(length)), form: .counted, tail: Array(field.dropFirst(length)))
    }
  }

  /// Text to the end of the box: a Pascal string as QuickTime writes it, or a C string as ISO does.
  public mutating func pascalOrTerminatedText(
    _ name: StaticString, _ value: inout Text
  ) throws(FieldError) {
    if assignment != nil { try assign(name, &value) }
    try text(name, &value) { bytes in
      if let first = bytes.first, first > 0, Int(first) == bytes.count - 1 {
        return Text(bytes: Array(bytes.dropFirst()), form: .counted, tail: [])
      }
      let end = bytes.firstIndex(of: 0) ?? bytes.count
      return Text(
        bytes: Array(bytes.prefix(end)), form: .terminated, tail: Array(bytes.dropFirst(end)))
    }
  }

  /// Reads the remaining bytes with `parse`, or writes `value` in its own form.
  @inline(never)
  private mutating func text(
    _ name: StaticString, _ value: inout Text, parse: (Bytes) -> Text
  ) throws(FieldError) {
    let start = bitOffset
    if let outline { return outline.add(name.description, .text, bits: nil) }
    do throws(FieldError) {
      guard isDecoding else {
        if value.form == .counted {
          guard value.bytes.count < 256 else {
            throw error(.doesNotFit(value: UInt64(value.bytes.count), bits: 8))
          }
          writer.write(UInt64(value.bytes.count), bits: 8)
        }
        writer.write(value.bytes)
        return writer.write(value.tail)
      }
      guard reader.isAligned else { throw error(.unaligned) }
      value = parse(reader.rest)
      let prefix = value.form == .counted ? 1 : 0
      _ = try reader.read(bytes: prefix + value.bytes.count + value.tail.count)
    } catch {
      throw error.nested(in: "\(name)")
    }
    if sink != nil { record(name, .text(value), from: start) }
  }
}

extension Bytes {
  /// The offset of the first zero of two bytes; nil if there is none.
  fileprivate var endOfUTF16: Int? {
    stride(from: 0, to: count - 1, by: 2).first { self[$0] == 0 && self[$0 + 1] == 0 }
  }
}
