public import FieldCoding

/// The header of a NAL unit, which states its type. Each standard has its own.
public protocol NALUnitHeading: FieldCodable {
  /// A type of NAL unit (`nal_unit_type`).
  associatedtype Kind: Hashable, Sendable, CustomStringConvertible
  /// The type of the NAL unit.
  var type: Kind { get set }
  /// The size in bytes.
  var size: Int { get }
}

/// A NAL unit with its syntax: the header, and an RBSP of fields.
///
/// ``FieldCodable/fields(_:)`` states the header and the RBSP, without emulation prevention bytes.
public protocol NALUnitSyntax: FieldCodable {
  /// The header that NAL units of the standard have.
  associatedtype Header: NALUnitHeading
  /// The header of this NAL unit.
  var header: Header { get set }
  /// The name in the standard: `seq_parameter_set_rbsp`.
  static var name: String { get }
  /// The types of NAL units that have this syntax.
  static var types: [Header.Kind] { get }
}

extension NALUnitSyntax {
  /// Reads a NAL unit as it is stored: with emulation prevention bytes, without length.
  public init(
    nalUnit: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil
  ) throws(FieldError) {
    try self.init(nalUnit: nalUnit, budget: budget, sink: sink) {
      (content, f) throws(FieldError) in
      try content.fields(&f)
    }
  }

  /// The same, of what cannot be read without other NAL units.
  package init(
    nalUnit: Bytes, budget: DecodeBudget = DecodeBudget(), sink: (any FieldSink)? = nil,
    _ fields: (inout Self, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard let header = try? Header(decoding: nalUnit), Self.types.contains(header.type) else {
      let found = (try? Header(decoding: nalUnit)).map { "is \($0.type)" } ?? "has no whole header"
      let wanted = Self.types.first.map { "\($0)" } ?? Self.name
      throw FieldError(
        .invalid("the NAL unit \(found), but \(wanted) is expected"), offset: nalUnit.fileOffset)
    }
    let unit = EmulationPrevention.removed(from: nalUnit, headerSize: header.size)
    var coder = FieldCoder(decoding: unit, budget: budget, sink: sink)
    do throws(FieldError) {
      self.init()
      try fields(&self, &coder)
    } catch {
      throw error.nested(in: Self.name)
    }
  }

  /// The NAL unit as it is stored.
  public func nalUnit() throws(FieldError) -> Bytes {
    Bytes(EmulationPrevention.inserted(into: try encoded(), headerSize: header.size))
  }

  package mutating func headerFields(_ f: inout FieldCoder) throws(FieldError) {
    try f.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
  }

  /// Describes the fields to the coder's sink.
  package static func describe(_ f: inout FieldCoder) throws(FieldError) {
    var content = Self()
    try f.within(name) { (f) throws(FieldError) in try content.fields(&f) }
  }
}

extension FieldCoder {
  /// Reports the fields of a NAL unit, which was read as bytes, to the sink, if there is one. Errors are reported to
  /// the sink, and have no other effect.
  ///
  /// - Parameter content: describes the unit after a header of this type; false if the type is unknown.
  package func describe<Header: NALUnitHeading>(
    nalUnit: Bytes, _: Header.Type,
    _ content: (Header.Kind, inout FieldCoder) throws(FieldError) -> Bool
  ) {
    guard let sink else { return }
    do throws(FieldError) {
      var header = Header()
      let found = try? Header(decoding: nalUnit)
      var coder = try inner(
        EmulationPrevention.removed(from: nalUnit, headerSize: (found ?? header).size))
      if let found, try content(found.type, &coder) { return }
      try coder.within("nal_unit_header") { (f) throws(FieldError) in try header.fields(&f) }
    } catch {
      sink.damage(error)
    }
  }
}
