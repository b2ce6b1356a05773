public import FieldCoding
public import NALUnits

extension VvcDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// A record for a stream with these NAL units (ISO/IEC 14496-15 §11.2.4.2.3).
  ///
  /// - Parameter units: DCI, OPI, VPS, SPS, PPS, and SEI that holds for the whole stream. At least one
  ///   SPS; if it leaves profile and level to the VPS, the record does not state them.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    self.init()
    let sets = units.filter { !Self.isOfFurtherLayer($0) }
    for unit in sets {
      guard let type = NALUnitHeader.type(of: unit), Self.order.contains(type) else {
        let found = NALUnitHeader.type(of: unit).map { "\($0)" } ?? "one without a whole header"
        throw FieldError(
          .invalid("a configuration record cannot have NAL units such as \(found)"),
          offset: unit.fileOffset)
      }
    }
    arrays = Self.order.compactMap { type in
      let ofType = sets.filter { NALUnitHeader.type(of: $0) == type }
      return ofType.isEmpty ? nil : NALUnitArray(type, ofType)
    }
    guard let sequence = try sequence() else {
      throw FieldError(
        .invalid("there is no SPS among the parameter sets"), offset: units.first?.fileOffset ?? 0)
    }
    guard let stated = sequence.profileTierLevel else { return }
    var format = Format()
    format.subLayerCount = UInt8(clamping: sequence.maxSubLayersMinus1) + 1
    format.chromaFormat = sequence.chromaFormat
    format.bitDepthMinus8 = UInt8(clamping: sequence.bitDepthMinus8)
    format.profileTierLevel = try VvcPTLRecord(stated)
    format.maxPictureWidth = UInt16(clamping: sequence.maxWidth)
    format.maxPictureHeight = UInt16(clamping: sequence.maxHeight)
    self.format = format
  }

  /// The order that the standard asks for.
  private static let order: [NALUnitType] = [
    .decodingCapabilityInformation, .operatingPointInformation, .videoParameterSet,
    .sequenceParameterSet, .pictureParameterSet, .prefixSEI,
  ]

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    arrays.enumerated().map { index, array in
      UnitList(
        field: "arrays[\(index)]", name: "\(array.type)", isComplete: array.isComplete,
        units: array.nalUnits,
        stray: array.nalUnits.filter {
          NALUnitHeader.type(of: $0) != array.type || array.type.isVideoCodingLayer
        })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    if record.format == nil { completed.format = nil }
    completed.format?.outputLayerSetIndex = record.format?.outputLayerSetIndex ?? 0
    completed.format?.averageFrameRate = record.format?.averageFrameRate ?? 0
    completed.format?.constantFrameRate = record.format?.constantFrameRate ?? 0
    for index in completed.arrays.indices {
      let type = completed.arrays[index].type
      guard let old = record.arrays.first(where: { $0.type == type }) else { continue }
      completed.arrays[index].isComplete = old.isComplete
    }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnitHeader.type(of: unit) else { return .other }
    switch type {
    case .videoParameterSet, .sequenceParameterSet, .pictureParameterSet: return .parameterSet
    case .prefixSEI, .decodingCapabilityInformation, .operatingPointInformation:
      return .declaration
    default: return type.isVideoCodingLayer ? .picture : .other
    }
  }

  public static func isOfFurtherLayer(_ unit: Bytes) -> Bool {
    ((try? NALUnitHeader(decoding: unit))?.layerID ?? 0) > 0
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnitHeader.type(of: set) {
    case .videoParameterSet?:
      ParameterSetKey(name: "VPS", id: UInt32(try VideoParameterSet(nalUnit: set).id))
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: UInt32(try SequenceParameterSet(nalUnit: set).id))
    default: ParameterSetKey(name: "PPS", id: UInt32(try PictureParameterSet(nalUnit: set).id))
    }
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    switch NALUnitHeader.type(of: set) {
    case .sequenceParameterSet?:
      let id = try SequenceParameterSet(nalUnit: set).videoParameterSetID
      // 0 means that there is no VPS.
      return id == 0 ? nil : ParameterSetKey(name: "VPS", id: UInt32(id))
    case .pictureParameterSet?:
      let id = try PictureParameterSet(nalUnit: set).sequenceParameterSetID
      return ParameterSetKey(name: "SPS", id: UInt32(id))
    default: return nil
    }
  }

  /// Pictures name their PPS in a header that is not read here: this is not known of any.
  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    throw FieldError(
      .invalid("the PPS of a VVC picture is not read"), offset: unit.fileOffset)
  }
}
