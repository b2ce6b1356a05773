extension FieldCoder {
  /// How the length of a sequence is known.
  public enum Count {
    /// It is a field in front of the elements, of this many bits.
    case bits(Int, StaticString)
    /// It is known already, from another field or from the standard.
    case exactly(Int)
    /// The elements go on until the bytes of the structure end.
    case toEnd
  }

  /// A list whose elements need no more than their own declaration.
  public mutating func list<Element: FieldCodable>(
    _ name: StaticString, _ array: inout [Element], count: Count
  ) throws(FieldError) {
    try list(name, &array, count: count, of: Element()) { (element, f) throws(FieldError) in
      try element.fields(&f)
    }
  }

  /// A list whose elements depend on other fields around them.
  public mutating func list<Element>(
    _ name: StaticString, _ array: inout [Element], count: Count, of blank: Element,
    _ fields: (inout Element, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    let count = try resolve(count, array.count, name, ofBits: 0)
    if let outline, !outline.enter(name, of: Element.self) { return }
    defer { outline?.leave() }
    if isDecoding { array.removeAll() }
    try forEach(name, isDecoding ? count : array.count) { (index, f) throws(FieldError) in
      var element = f.isDecoding ? blank : array[index]
      try fields(&element, &f)
      if f.isDecoding {
        array.append(element)
      } else if f.changesFields {
        array[index] = element
      }
    }
  }

  /// Visits `count` elements, or as many as there are bytes for.
  @inline(never)
  private mutating func forEach(
    _ name: StaticString, _ count: Int?,
    _ body: (Int, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    var index = 0
    var emptyElements = 0
    while count.map({ index < $0 }) ?? !isAtEnd {
      let before = bitsLeft
      try within("\(name)[\(index)]") { (f) throws(FieldError) in
        try body(index, &f)
        guard f.isDecoding else { return }
        let isEmpty = f.bitsLeft == before
        try f.spendElement(isEmpty: isEmpty)
        if isEmpty { emptyElements += 1 }
        if emptyElements > Self.emptyElementLimit {
          throw f.error(
            .invalid("more than \(Self.emptyElementLimit) elements of the list have no bytes"))
        }
      }
      if count == nil, isDecoding, bitsLeft == before { return }
      index += 1
    }
  }

  /// `unsigned int(32) name[];` of four-character codes.
  public mutating func list(
    _ name: StaticString, _ array: inout [FourCC], count: Count
  ) throws(FieldError) {
    try numbers(32, name, &array, count: count, as: .fourCC) {
      FourCC(rawValue: UInt32(truncatingIfNeeded: $0))
    } number: {
      UInt64($0.rawValue)
    }
  }

  /// `unsigned int(bits) name[];`
  public mutating func list<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ array: inout [Value], count: Count,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    try numbers(bits, name, &array, count: count, as: format) {
      Value(truncatingIfNeeded: $0)
    } number: {
      UInt64($0)
    }
  }

  private mutating func numbers<Value>(
    _ bits: Int, _ name: StaticString, _ array: inout [Value], count: Count,
    as format: FieldFormat, value: (UInt64) -> Value, number: (Value) -> UInt64
  ) throws(FieldError) {
    let count = try resolve(count, array.count, name, ofBits: bits)
    guard isDecoding else {
      for index in array.indices {
        var raw = number(array[index])
        if changesFields {
          do throws(FieldError) {
            var new = try assigned("\(name)[\(index)]", raw, format, bits: bits)
            new = try corrected(new, format, bits: bits)
            array[index] = value(new)
            raw = number(array[index])
            if raw != new || (bits < 64 && new >> UInt64(bits) != 0) {
              throw error(.doesNotFit(value: new, bits: bits))
            }
          } catch {
            throw error.nested(in: "\(name)[\(index)]")
          }
        }
        writer.write(raw, bits: bits)
      }
      return
    }
    let fitting = bits > 0 ? bitsLeft / bits : 0
    array.removeAll()
    for index in 0..<(count ?? fitting) {
      let start = bitOffset
      do throws(FieldError) {
        try spendElement(isEmpty: bits == 0)
        let raw = try reader.read(bits: bits)
        array.append(value(raw))
        if sink != nil {
          sink?.field("\(name)[\(index)]", .uint(raw, format), bits: start..<start + bits)
        }
      } catch {
        throw error.nested(in: "\(name)[\(index)]")
      }
    }
  }

  /// Rows of numbers that are read only when they are looked at. Starts on a byte boundary.
  public mutating func table(
    _ name: StaticString, _ table: inout FieldTable, count: Count, columns: [FieldTable.Column]
  ) throws(FieldError) {
    try self.table(name, &table, count: count, FieldTable.Layout(columns))
  }

  /// The same with columns that other tables share.
  @inline(never)
  public mutating func table(
    _ name: StaticString, _ table: inout FieldTable, count: Count, _ layout: FieldTable.Layout
  ) throws(FieldError) {
    var count = try resolve(count, table.count)
    if outline != nil { count = count == 0 ? 0 : 1 }
    do throws(FieldError) {
      guard isDecoding else {
        if assignment != nil { try assign(name, &table) }
        table = try corrected(table)
        return try table.write(to: &writer)
      }
      let start = bitOffset
      let rowBits = layout.rowBits
      let rows = count ?? (rowBits == 0 ? 0 : bitsLeft / rowBits)
      let (bits, overflow) = rows.multipliedReportingOverflow(by: rowBits)
      guard !overflow, bits <= bitsLeft else {
        throw error(.truncated(neededBits: overflow ? .max : bits, availableBits: bitsLeft))
      }
      if rowBits == 0, rows > budget.limits.elements {
        throw error(
          .exceedsLimit(name: .elements, limit: budget.limits.elements, needed: rows))
      }
      table = FieldTable(layout, count: rows, in: try reader.read(bytes: (bits + 7) / 8))
      sink?.table(name.description, table, bits: start..<start + bits)
    } catch {
      throw error.nested(in: "\(name)")
    }
  }

  /// `bit(8) name[];`. The bytes are not copied. They start on a byte boundary.
  @inline(never)
  public mutating func bytes(
    _ name: StaticString, _ value: inout Bytes, count: Count
  ) throws(FieldError) {
    do throws(FieldError) {
      if assignment != nil { try assign(name, &value, meaning: nil) }
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
    if sink != nil, !value.isEmpty { record(name, .bytes(value), from: start) }
  }

  /// The number of elements of a list; nil if they fill the rest.
  ///
  /// While decoding, a count for which there are not enough bits is an error before any element is read.
  ///
  /// - Parameter bits: the size of each element; 0 if sizes differ, or if elements have no bits.
  private mutating func resolve(
    _ count: Count, _ actual: Int, _ name: StaticString, ofBits bits: Int
  ) throws(FieldError) -> Int? {
    let start = offset
    let stated = try resolve(count, actual)
    if outline != nil {
      // A list that comes with a count has an element; one of a known length may have none.
      if case .exactly(0) = count { return 0 }
      return 1
    }
    guard isDecoding, let stated else { return nil }
    let fitting = bits > 0 ? bitsLeft / bits : max(bitsLeft, Self.emptyElementLimit)
    if stated >= 0, stated <= fitting { return stated }
    var field = name
    if case .bits(_, let count) = count { field = count }
    throw FieldError(
      .countBeyondEnd(count: stated, availableBits: bitsLeft), offset: start, path: ["\(field)"])
  }

  /// The most elements without bits in a list, such as `tsas` in `sgpd` and extents in `iloc`. Each costs a line of a
  /// description, and the file size does not limit them.
  private static let emptyElementLimit = 256

  mutating func resolve(_ count: Count, _ actual: Int) throws(FieldError) -> Int? {
    switch count {
    case .toEnd: return nil
    case .exactly(let count): return count
    case .bits(let bits, let name):
      var stored = UInt64(actual)
      try uint(bits, name, &stored)
      return Int(clamping: stored)
    }
  }
}
