import ISOBMFF
import NALUnits

/// The parameter sets in a sample entry.
protocol RetaggedStreamSets: Sendable {
  /// The decoder configuration record of the coding.
  associatedtype Record: DecoderConfigurationRecord

  /// Reads the configuration. Nil if the boxes of the sample entry do not include one.
  init?(_ children: [Box])

  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  var units: [Bytes] { get }

  /// Adds a parameter set, or replaces the one with the same number.
  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError)
  /// States whether the samples have no other parameter sets, if the configuration can state that.
  mutating func state(isComplete: Bool)
  /// The missing parameter sets that frames with these PPS need.
  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey]
  /// Writes the changed boxes.
  func write(to children: inout [Box])
}
