import ISOBMFF
import NALUnits

/// The parameter sets in a sample entry.
protocol StreamSets: Sendable {
  /// What the sample entry has them in, which knows the coding.
  associatedtype Record: DecoderConfigurationRecord

  /// Reads the configuration. Nil if the boxes of the sample entry do not include one.
  init?(_ children: [Box])

  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  var units: [Bytes] { get }

  /// Adds a parameter set, or replaces that of the same number.
  mutating func put(_ set: Bytes, _ key: ParameterSetKey) throws(FieldError)
  /// Says whether the samples have no parameter sets but these, where the configuration can say it.
  mutating func state(isComplete: Bool)
  /// What pictures that name these PPS need, and is not there.
  func missing(for pictures: Set<UInt32>) -> [ParameterSetKey]
  /// Writes what has changed.
  func write(to children: inout [Box])
}
