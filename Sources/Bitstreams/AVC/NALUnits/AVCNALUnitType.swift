public import FieldCoding

/// The type of a NAL unit (`nal_unit_type`, ITU-T H.264 Table 7-1).
public struct NALUnitType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let slice = NALUnitType(rawValue: 1)
  public static let dataPartitionA = NALUnitType(rawValue: 2)
  public static let instantaneousRefreshSlice = NALUnitType(rawValue: 5)
  public static let supplementalEnhancementInformation = NALUnitType(rawValue: 6)
  public static let sequenceParameterSet = NALUnitType(rawValue: 7)
  public static let pictureParameterSet = NALUnitType(rawValue: 8)
  public static let accessUnitDelimiter = NALUnitType(rawValue: 9)
  public static let sequenceParameterSetExtension = NALUnitType(rawValue: 13)
  public static let prefix = NALUnitType(rawValue: 14)
  public static let subsetSequenceParameterSet = NALUnitType(rawValue: 15)
  public static let auxiliarySlice = NALUnitType(rawValue: 19)
  public static let sliceExtension = NALUnitType(rawValue: 20)
  public static let depthSliceExtension = NALUnitType(rawValue: 21)

  /// Whether it is a VCL NAL unit, which contains a part of a picture.
  public var isVideoCodingLayer: Bool { (1...5).contains(rawValue) || (19...21).contains(rawValue) }
  /// Part of a picture at which decoding can start, and which forgets all before it.
  public var isInstantaneousRefresh: Bool { self == .instantaneousRefreshSlice }

  /// The descriptions in Table 7-1; the standard has no short names.
  public static let names: ValueNames = [
    1: "slice of a non-IDR picture", 2: "slice data partition A", 3: "slice data partition B",
    4: "slice data partition C", 5: "slice of an IDR picture", 6: "SEI", 7: "SPS", 8: "PPS",
    9: "access unit delimiter", 10: "end of sequence", 11: "end of stream", 12: "filler data",
    13: "SPS extension", 14: "prefix NAL unit", 15: "subset SPS", 16: "depth parameter set",
    19: "slice of an auxiliary picture", 20: "slice extension",
    21: "slice extension for depth or 3D-AVC texture",
  ]
}

extension NALUnitType: CustomStringConvertible {
  public var description: String {
    NALUnitType.names[UInt64(rawValue)] ?? "NAL unit type \(rawValue)"
  }
}
