public import FieldCoding
public import NALUnits

extension AVCDecoderConfigurationRecord: DecoderConfigurationRecord {
  /// - Parameter units: SPS, PPS and SPS extensions; `avcC` cannot hold others, which are left out.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    try self.init(parameterSets: units.filter { Self.kind(of: $0) != .declaration })
  }

  public var codedUnits: [Bytes] { nalUnits }

  public var unitLists: [UnitList] {
    let lists: [(String, NALUnitType, [Bytes])] = [
      ("sequenceParameterSet", .sequenceParameterSet, sequenceParameterSets),
      ("pictureParameterSet", .pictureParameterSet, pictureParameterSets),
      (
        "sequenceParameterSetExt", .sequenceParameterSetExtension,
        highProfile?.sequenceParameterSetExtensions ?? []
      ),
    ]
    return lists.map { field, type, units in
      UnitList(
        field: field, name: "\(type)", units: units,
        stray: units.filter { NALUnit.type(of: $0) != type })
    }
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.configurationVersion = record.configurationVersion
    completed.lengthSizeMinusOne = record.lengthSizeMinusOne
    // Many writers leave it out, and decoders do without.
    if record.highProfile == nil { completed.highProfile = nil }
    return completed
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    guard let type = NALUnit.type(of: unit) else { return .other }
    if setNames[type] != nil { return .parameterSet }
    if type == .supplementalEnhancementInformation { return .declaration }
    return SliceHeader.types.contains(type) ? .picture : .other
  }

  private static let setNames: [NALUnitType: String] = [
    .sequenceParameterSet: "SPS", .pictureParameterSet: "PPS",
    .sequenceParameterSetExtension: "SPS extension",
  ]

  public static func isDelimiter(_ unit: Bytes) -> Bool {
    NALUnit.type(of: unit) == .accessUnitDelimiter
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    switch NALUnit.type(of: set) {
    case .sequenceParameterSet?:
      ParameterSetKey(name: "SPS", id: try SequenceParameterSet(nalUnit: set).data.id)
    case .sequenceParameterSetExtension?:
      ParameterSetKey(
        name: "SPS extension", id: try SequenceParameterSetExtension(nalUnit: set).id)
    default:
      ParameterSetKey(name: "PPS", id: try PictureParameterSet(nalUnit: set, sequences: []).id)
    }
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? {
    guard NALUnit.type(of: set) == .pictureParameterSet else { return nil }
    let picture = try PictureParameterSet(nalUnit: set, sequences: [])
    return ParameterSetKey(name: "SPS", id: picture.sequenceParameterSetID)
  }

  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    ParameterSetKey(name: "PPS", id: try SliceHeader.pictureParameterSetID(ofNALUnit: unit))
  }
}
