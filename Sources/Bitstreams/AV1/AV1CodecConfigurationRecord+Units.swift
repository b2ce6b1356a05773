public import FieldCoding
public import NALUnits

extension AV1CodecConfigurationRecord: DecoderConfigurationRecord {
  /// - Parameter units: a sequence header and metadata, as streams have them.
  public init(codedUnits units: [Bytes]) throws(FieldError) {
    var parsed: [OpenBitstreamUnit] = []
    for unit in units {
      var unit = try OpenBitstreamUnit(decoding: unit)
      // "obu_has_size_field shall be set to 1" (§2.3.4).
      unit.header.hasSize = true
      parsed.append(unit)
    }
    try self.init(units: parsed)
  }

  public var codedUnits: [Bytes] { (try? Self.units(ofSample: configOBUs, lengthSize: 0)) ?? [] }

  /// 0: units state their lengths themselves.
  public var lengthSize: Int { 0 }

  public var unitLists: [UnitList] {
    let units = codedUnits
    return [
      UnitList(
        field: "configOBUs", name: "open bitstream units", units: units,
        stray: units.filter { [.picture, .other].contains(Self.kind(of: $0)) })
    ]
  }

  public func completed(by record: Self) -> Self {
    var completed = self
    completed.initialPresentationDelayMinusOne = record.initialPresentationDelayMinusOne
    completed.reserved = record.reserved
    return completed
  }

  public static func units(
    ofSample data: Bytes, lengthSize: Int
  ) throws(FieldError) -> [Bytes] {
    var units: [Bytes] = []
    var coder = FieldCoder(decoding: data)
    while !coder.isAtEnd {
      let start = data.count - coder.bitsLeft / 8
      var unit = OpenBitstreamUnit()
      try coder.within("obu[\(units.count)]") { (f) throws(FieldError) in try unit.fields(&f) }
      units.append(data.part(start..<data.count - coder.bitsLeft / 8) ?? Bytes())
    }
    return units
  }

  public static func kind(of unit: Bytes) -> CodedUnitKind {
    switch (try? OBUHeader(decoding: unit))?.type {
    case .sequenceHeader?: .parameterSet
    case .metadata?: .declaration
    case .frame?, .frameHeader?: .picture
    default: .other
    }
  }

  /// The display and light of HDR10.
  public static func holdsForStream(_ unit: Bytes) -> Bool {
    guard let unit = try? OpenBitstreamUnit(decoding: unit), let metadata = try? Metadata(unit)
    else { return false }
    switch metadata.value {
    case .contentLightLevel, .masteringDisplay: return true
    case .userData, .other: return false
    }
  }

  public static func key(of set: Bytes) throws(FieldError) -> ParameterSetKey {
    _ = try SequenceHeader(OpenBitstreamUnit(decoding: set))
    return sequenceKey
  }

  public static func key(namedBySet set: Bytes) throws(FieldError) -> ParameterSetKey? { nil }

  public static func key(namedByPicture unit: Bytes) throws(FieldError) -> ParameterSetKey {
    sequenceKey
  }

  /// There is one at a time.
  private static let sequenceKey = ParameterSetKey(name: "sequence header", id: 0)

  /// The bytes after the header and the size, which is optional.
  public static func content(of set: Bytes) -> Bytes {
    ((try? OpenBitstreamUnit(decoding: set))?.payload ?? set).withoutTrailingZeros
  }
}
