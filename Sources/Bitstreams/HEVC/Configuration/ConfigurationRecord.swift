public import FieldCoding

/// The common part of the two configuration records.
public protocol ConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample, less 1: 0, 1 or 3.
  var lengthSizeMinusOne: UInt8 { get set }
  var arrays: [NALUnitArray] { get set }
}

extension HEVCDecoderConfigurationRecord: ConfigurationRecord {}
extension LHEVCDecoderConfigurationRecord: ConfigurationRecord {}

extension ConfigurationRecord {
  /// The bytes of the length in front of each NAL unit of a sample: 1, 2 or 4.
  public var lengthSize: Int { Int(lengthSizeMinusOne) + 1 }

  /// All NAL units, in the order in which a decoder takes them.
  public var nalUnits: [Bytes] { arrays.flatMap(\.nalUnits) }

  /// The NAL units of this type, in the order of the record.
  public func nalUnits(_ type: NALUnitType) -> [Bytes] {
    arrays.filter { $0.type == type }.flatMap(\.nalUnits)
  }

  /// The VPS of the record. Throws for one that cannot be read.
  public func videoParameterSets() throws(FieldError) -> [VideoParameterSet] {
    try contents()
  }

  /// The SPS of the record. Throws for one that cannot be read.
  public func sequenceParameterSets() throws(FieldError) -> [SequenceParameterSet] {
    try contents()
  }

  /// The PPS of the record. Throws for one that cannot be read.
  public func pictureParameterSets() throws(FieldError) -> [PictureParameterSet] {
    try contents()
  }

  private func contents<Content: NALUnitContent>() throws(FieldError) -> [Content] {
    var contents: [Content] = []
    for type in Content.types {
      for unit in nalUnits(type) { contents.append(try Content(nalUnit: unit)) }
    }
    return contents
  }
}
