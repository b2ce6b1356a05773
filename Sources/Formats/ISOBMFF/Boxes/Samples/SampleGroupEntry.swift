/// The common properties of the samples of one group. The syntax depends on the grouping type.
public struct SampleGroupEntry: Equatable, Sendable {
  /// The description, one of ``BoxRegistry/sampleGroups``; nil if the type of grouping is not among
  /// them.
  public var description: (any FieldCodable)?
  /// Bytes after the description, or all bytes.
  public var data = Bytes()

  public init() {}

  public static func == (a: SampleGroupEntry, b: SampleGroupEntry) -> Bool {
    guard a.data == b.data else { return false }
    return switch (a.description, b.description) {
    case (nil, nil): true
    case (let a?, let b?): a.isEqual(to: b)
    default: false
    }
  }
}

extension FieldCodable {
  fileprivate func isEqual(to other: any FieldCodable) -> Bool { other as? Self == self }
}

extension FieldCoder {
  /// An entry; `count` is the source of its size in bytes.
  mutating func sampleGroupEntry(
    _ entry: inout SampleGroupEntry, of type: FourCC, count: Count
  ) throws(FieldError) {
    var inner = innerWriter()
    if !isDecoding {
      try entry.description?.fields(&inner)
      try inner.bytes("data", &entry.data, count: .toEnd)
    }
    var size = isDecoding ? bitsLeft / 8 : inner.writer.count
    switch count {
    case .bits(let bits, let name):
      var stored = UInt64(size)
      try uint(bits, name, &stored)
      size = Int(clamping: stored)
    case .exactly(let exact): size = exact
    case .toEnd: break
    }
    guard isDecoding else {
      guard inner.writer.count == size else {
        throw error(
          .invalid("the entry has \(counted(inner.writer.count, "byte")), instead of \(size)"))
      }
      return writer.write(inner.writer)
    }
    inner = try self.inner(try take(size))
    if var description = BoxRegistry.sampleGroup(type)?.entry?.init() {
      try description.fields(&inner)
      entry.description = description
    }
    try inner.bytes("data", &entry.data, count: .toEnd)
  }
}
