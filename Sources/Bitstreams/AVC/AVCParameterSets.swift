public import FieldCoding
import NALUnits

/// The parameter sets that are in force: what slices and messages refer to.
public struct ParameterSets: Equatable, Sendable {
  /// The SPS by `seq_parameter_set_id`.
  public private(set) var sequences: [UInt32: SequenceParameterSetData] = [:]
  /// The PPS by `pic_parameter_set_id`.
  public private(set) var pictures: [UInt32: PictureParameterSet] = [:]

  public init() {}

  /// The SPS, if there is only one: without reading slices it is not known which of several is
  /// active.
  public var onlySequence: SequenceParameterSetData? {
    sequences.count == 1 ? sequences.values.first : nil
  }

  /// The parameter sets among these NAL units; other units are passed over.
  public init(_ nalUnits: [Bytes]) throws(FieldError) {
    for unit in nalUnits { try add(unit) }
  }

  /// Inserts the parameter set in a NAL unit, or replaces the one with the same number.
  public mutating func add(_ nalUnit: Bytes) throws(FieldError) {
    switch NALUnit.type(of: nalUnit) {
    case .sequenceParameterSet?:
      let set = try SequenceParameterSet(nalUnit: nalUnit).data
      sequences[set.id] = set
    case .pictureParameterSet?:
      let set = try PictureParameterSet(nalUnit: nalUnit, sequences: Array(sequences.values))
      pictures[set.id] = set
    default: break
    }
  }
}
