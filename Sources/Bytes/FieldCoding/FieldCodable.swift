/// A structure of a file format that declares its syntax once.
///
/// The declaration is used to decode, to encode and to describe the structure, so these cannot disagree.
public protocol FieldCodable: Equatable, Sendable {
  /// A structure with the default values of its fields, into which it is decoded.
  init()

  /// States the syntax: one call per field, in file order, under the specification's own names.
  mutating func fields(_ f: inout FieldCoder) throws(FieldError)
}

extension FieldCodable {
  /// Reads the structure from the start of `bytes`.
  public init(
    decoding bytes: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    self.init()
    var coder = FieldCoder(decoding: bytes, budget: budget, sink: sink)
    try fields(&coder)
  }

  /// The structure as a file has it.
  public func encoded() throws(FieldError) -> [UInt8] {
    var copy = self
    var coder = FieldCoder()
    try copy.fields(&coder)
    return coder.written.bytes
  }
}
