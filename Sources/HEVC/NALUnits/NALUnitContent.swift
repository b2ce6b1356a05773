public import FieldCoding

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitContent: FieldCodable {
  var header: NALUnitHeader { get set }
  /// What the standard calls it: `seq_parameter_set_rbsp`.
  static var name: String { get }
  static var types: [NALUnitType] { get }
}

extension NALUnitContent {
  /// Reads a NAL unit as it is stored: with emulation prevention bytes, without length.
  public init(
    nalUnit: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    guard let type = NALUnit.type(of: nalUnit), Self.types.contains(type) else {
      let found = NALUnit.type(of: nalUnit).map { "is \($0)" } ?? "has no whole header"
      throw FieldError(
        .invalid("the NAL unit \(found), where \(Self.types[0]) is wanted"),
        offset: nalUnit.fileOffset)
    }
    let unit = EmulationPrevention.removed(from: nalUnit)
    var coder = FieldCoder(decoding: unit, budget: budget, sink: sink)
    do throws(FieldError) {
      self.init()
      try fields(&coder)
    } catch {
      throw error.nested(in: Self.name)
    }
  }

  /// The NAL unit as it is stored.
  public func nalUnit() throws(FieldError) -> Bytes {
    Bytes(EmulationPrevention.inserted(into: try encoded()))
  }

  mutating func headerFields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
  }
}
