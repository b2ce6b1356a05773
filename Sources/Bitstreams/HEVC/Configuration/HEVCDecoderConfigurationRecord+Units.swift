public import FieldCoding
public import NALUnits

extension HEVCDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// - Parameter units: those of further layers are left out.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    try self.init(parameterSets: units.filter { !Self.isOfFurtherLayer($0) })
  }

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    arrays.enumerated().map { index, array in
      UnitList(
        field: "arrays[\(index)]", name: "\(array.type)", isComplete: array.isComplete,
        units: array.nalUnits,
        stray: array.nalUnits.filter {
          let kind = Self.kind(of: $0)
          return NALUnit.type(of: $0) != array.type || kind == .picture || kind == .other
        })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.configurationVersion = record.configurationVersion
    completed.averageFrameRate = record.averageFrameRate
    completed.constantFrameRate = record.constantFrameRate
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    for index in completed.arrays.indices {
      let type = completed.arrays[index].type
      guard let old = record.arrays.first(where: { $0.type == type }) else { continue }
      completed.arrays[index].isComplete = old.isComplete
    }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnit.type(of: unit) else { return .other }
    if setNames[type] != nil { return .parameterSet }
    if [.prefixSEI, .suffixSEI].contains(type) { return .declaration }
    return type.isSliceSegment ? .picture : .other
  }

  public static func isOfFurtherLayer(_ unit: Bytes) -> Bool {
    ((try? NALUnitHeader(decoding: unit))?.layerID ?? 0) > 0
  }

  private static let setNames: [NALUnitType: String] = [
    .videoParameterSet: "VPS", .sequenceParameterSet: "SPS", .pictureParameterSet: "PPS",
  ]

  /// Whether a unit has only SEI messages that apply to a whole coded video sequence: the static metadata of
  /// HDR10, and the transfer function of HLG (ITU-T H.265 Table D.1).
  public static func holdsForStream(_ unit: Bytes) -> Bool {
    guard let messages = try? SupplementalEnhancementInformation(nalUnit: unit).messages else {
      return false
    }
    return !messages.isEmpty && messages.allSatisfy { [137, 144, 147].contains($0.payloadType) }
  }

  public static func isDelimiter(_ unit: Bytes) -> Bool {
    NALUnit.type(of: unit) == .accessUnitDelimiter
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnit.type(of: set) {
    case .videoParameterSet?: videoKey(try VideoParameterSet(nalUnit: set).id)
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: try SequenceParameterSet(nalUnit: set).id)
    default: ParameterSetKey(name: "PPS", id: try PictureParameterSet(nalUnit: set).id)
    }
  }

  private static func videoKey(_ id: UInt8) -> ParameterSetKey {
    ParameterSetKey(name: "VPS", id: UInt32(id))
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    switch NALUnit.type(of: set) {
    case .sequenceParameterSet?:
      videoKey(try SequenceParameterSet(nalUnit: set).videoParameterSetID)
    case .pictureParameterSet?:
      ParameterSetKey(
        name: "SPS", id: try PictureParameterSet(nalUnit: set).sequenceParameterSetID)
    default: nil
    }
  }

  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    let header = try SliceSegment.header(ofNALUnit: unit, sets: ParameterSets())
    return ParameterSetKey(name: "PPS", id: header.pictureParameterSetID)
  }
}
