public import FieldCoding

/// The decoder configuration, which is needed before the first sample: a few numbers, and parameter sets (ISO/IEC
/// 14496-15 §4.1; AV1 Codec ISO Media File Format Binding §2.3).
///
/// Each coding has its own record. This protocol has their common properties, and the units of a coding.
public protocol DecoderConfigurationRecord: FieldCodable {
  /// The units of the record, in the order in which a decoder takes them.
  var codedUnits: [Bytes] { get }
  /// The bytes of the length in front of each unit of a sample; 0 if units state their lengths
  /// themselves.
  var lengthSize: Int { get }
  /// The lists of the record that hold its units.
  var unitLists: [UnitList] { get }

  /// A record for a stream with these units: parameter sets, and what else holds for the whole stream.
  init(codedUnits units: [Bytes]) throws(FieldError)

  /// The record with what parameter sets do not say as `record` says it: the length of lengths, frame
  /// rates.
  func completed(by record: Self) -> Self

  /// The units of a sample.
  static func units(ofSample data: Bytes, lengthSize: Int) throws(FieldError) -> [Bytes]
  /// The kind of a unit, by its first bytes.
  static func kind(of unit: Bytes) -> CodedUnitKind
  /// Whether a unit belongs to a further layer, such as a second view, which has a separate record.
  static func isOfFurtherLayer(_ unit: Bytes) -> Bool
  /// Whether a unit only marks the start of a picture, which samples of movies do not need.
  static func isDelimiter(_ unit: Bytes) -> Bool
  /// Whether a unit that is not a parameter set applies to the whole stream, such as the display data of HDR10.
  static func holdsForStream(_ unit: Bytes) -> Bool
  /// The key that distinguishes a parameter set from others. It reads the set.
  static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey
  /// The set that a parameter set names; nil if it names none.
  static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey?
  /// The set that a picture names.
  static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey
  /// The bytes of a parameter set that are compared with those of another one.
  static func content(of set: Bytes) -> Bytes
}

extension DecoderConfigurationRecord {
  public static func units(
    ofSample data: Bytes, lengthSize: Int
  ) throws(FieldError) -> [Bytes] {
    try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize)
  }

  public static func isOfFurtherLayer(_ unit: Bytes) -> Bool { false }

  public static func isDelimiter(_ unit: Bytes) -> Bool { false }

  public static func holdsForStream(_ unit: Bytes) -> Bool { false }

  public static func content(of set: Bytes) -> Bytes { set.withoutTrailingZeros }
}

/// The kind of a unit of a stream.
public enum CodedUnitKind: Sendable {
  /// Something that pictures or other sets name by a number.
  case parameterSet
  /// A part of a picture.
  case picture
  /// Other units in a record, such as SEI messages for the whole stream.
  case declaration
  case other
}

/// The key that distinguishes parameter sets of a stream: `PPS 0`.
public struct ParameterSetKey: Hashable, Sendable, CustomStringConvertible {
  /// `VPS`, `SPS`, `PPS`.
  public var name: String
  /// The number by which others refer to the set.
  public var id: UInt32

  public init(name: String, id: UInt32) {
    self.name = name
    self.id = id
  }

  public var description: String { "\(name) \(id)" }
}

/// A list of a decoder configuration record that holds units.
public struct UnitList: Equatable, Sendable {
  /// The field of the record that contains it: `arrays[1]`.
  public var field: String
  /// The name of the type: `SPS_NUT`.
  public var name: String
  /// Whether the record states that samples have no units of this kind; nil if it has no such field.
  public var isComplete: Bool?
  /// The units, without their lengths.
  public var units: [Bytes]
  /// The units that do not belong there.
  public var stray: [Bytes]

  public init(
    field: String, name: String, isComplete: Bool? = nil, units: [Bytes], stray: [Bytes]
  ) {
    self.field = field
    self.name = name
    self.isComplete = isComplete
    self.units = units
    self.stray = stray
  }
}

extension Bytes {
  /// The bytes without zero bytes after the NAL unit, which have no meaning.
  public var withoutTrailingZeros: Bytes {
    var end = count
    while end > 0, self[end - 1] == 0 { end -= 1 }
    return part(0..<end) ?? self
  }
}
