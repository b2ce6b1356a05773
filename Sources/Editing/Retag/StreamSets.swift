import ISOBMFF

/// The parameter sets in a sample entry, and what a coding knows of its NAL units.
protocol StreamSets: Sendable {
  /// Reads the configuration. Nil if there is none among the boxes of the sample entry.
  init?(_ children: [Box])

  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  var units: [Bytes] { get }

  static func kind(of unit: Bytes) -> NALUnitKind
  static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey
  /// The PPS that a slice names.
  static func pictureSet(ofSlice unit: Bytes) throws(FieldError) -> UInt32

  /// Adds a parameter set, or replaces that of the same number.
  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError)
  /// Says whether the samples have no parameter sets but these, where the configuration can say it.
  mutating func state(isComplete: Bool)
  /// What pictures that name these PPS need, and is not there.
  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey]
  /// Writes what has changed.
  func write(to children: inout [Box])
}

/// What a NAL unit counts as here.
enum NALUnitKind {
  case parameterSet, slice, other
}

/// What tells parameter sets apart: `PPS 0`.
struct ParameterSetKey: Hashable, CustomStringConvertible {
  /// `VPS`, `SPS`, `PPS`.
  var name: String
  var id: UInt32

  var description: String { "\(name) \(id)" }
}

extension Bytes {
  /// The bytes without the zero bytes that may stand behind a NAL unit and mean nothing.
  var withoutTrailingZeros: Bytes {
    var end = count
    while end > 0, self[end - 1] == 0 { end -= 1 }
    return part(0..<end) ?? self
  }
}
