public import FieldCoding
public import NALUnits

/// The configuration of an AV1 decoder (`AV1CodecConfigurationRecord`, AV1 Codec ISO Media File Format
/// Binding §2.3.3; the body of `av1C`).
public struct AV1CodecConfigurationRecord: FieldCodable {
  public var version: UInt8 = 1
  public var profile = Profile.main
  public var level = Level()
  public var isHighTier = false
  public var isHighBitDepth = false
  public var isTwelveBit = false
  public var isMonochrome = false
  public var chromaSubsamplingX = true
  public var chromaSubsamplingY = true
  public var chromaSamplePosition: UInt8 = 0
  /// The number of frames that should be decoded before the first is shown, minus 1; nil if it is not stated.
  public var initialPresentationDelayMinusOne: UInt8?
  /// The reserved bits, if no delay is stated.
  public var reserved: UInt8 = 0
  /// The sequence header, and metadata that holds for the whole stream; often nothing.
  public var configOBUs = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(1, 1)
    try f.uint(7, "version", &version)
    try f.uint(3, "seq_profile", &profile.rawValue, as: .names(Profile.names))
    try f.uint(5, "seq_level_idx_0", &level.index, as: .names(Level.names))
    try f.flag("seq_tier_0", &isHighTier)
    try f.flag("high_bitdepth", &isHighBitDepth)
    try f.flag("twelve_bit", &isTwelveBit)
    try f.flag("monochrome", &isMonochrome)
    try f.flag("chroma_subsampling_x", &chromaSubsamplingX)
    try f.flag("chroma_subsampling_y", &chromaSubsamplingY)
    try f.uint(
      2, "chroma_sample_position", &chromaSamplePosition,
      as: .names(ColourConfig.chromaSamplePositionNames))
    try f.reserved(3)
    var hasDelay = initialPresentationDelayMinusOne != nil
    try f.flag("initial_presentation_delay_present", &hasDelay)
    if hasDelay {
      var delay = initialPresentationDelayMinusOne ?? 0
      try f.uint(4, "initial_presentation_delay_minus_one", &delay)
      initialPresentationDelayMinusOne = delay
    } else {
      initialPresentationDelayMinusOne = nil
      try f.uint(4, "reserved", &reserved)
    }
    try f.bytes("configOBUs", &configOBUs, count: .toEnd)
    f.describe(units: configOBUs)
  }
}

extension AV1CodecConfigurationRecord {
  /// What ``configOBUs`` has.
  public func units() throws(FieldError) -> [OpenBitstreamUnit] {
    try OpenBitstreamUnit.units(in: configOBUs)
  }

  /// The sequence header, if the record has one.
  public func sequenceHeader() throws(FieldError) -> SequenceHeader? {
    guard let unit = try units().first(where: { $0.header.type == .sequenceHeader }) else {
      return nil
    }
    return try SequenceHeader(unit)
  }

  /// The sample format that the record states. Only the sequence header has the colours.
  public var colour: ColourConfig {
    var colour = ColourConfig()
    colour.isHighBitDepth = isHighBitDepth
    colour.isTwelveBit = isTwelveBit
    colour.isMonochrome = isMonochrome
    colour.subsamplingX = chromaSubsamplingX
    colour.subsamplingY = chromaSubsamplingY
    colour.chromaSamplePosition = chromaSamplePosition
    return colour
  }

  /// The `codecs` parameter of the stream: `av01.0.04M.10`.
  ///
  /// - Parameter stated: the colours that the container states; the string has them if the stream states none.
  public func codecString(
    _ sampleEntry: FourCC = "av01", stated: VideoSignal? = nil
  ) -> CodecString {
    let sequence = try? sequenceHeader()
    var colour = sequence?.colour ?? colour
    colour.description = colour.description ?? stated?.colour
    if sequence == nil, let stated { colour.isFullRange = stated.isFullRange }
    return CodecString(
      sampleEntry: sampleEntry, profile: profile, level: level, isHighTier: isHighTier,
      colour: colour)
  }

  /// A record for a stream with this sequence header.
  ///
  /// - Parameter units: the sequence header, and metadata.
  public init(units: [OpenBitstreamUnit]) throws(FieldError) {
    self.init()
    guard let first = units.first(where: { $0.header.type == .sequenceHeader }) else {
      throw FieldError(.invalid("there is no sequence header among the units"), offset: 0)
    }
    let sequence = try SequenceHeader(first)
    profile = sequence.profile
    level = sequence.level
    isHighTier = sequence.isHighTier
    isHighBitDepth = sequence.colour.isHighBitDepth
    isTwelveBit = sequence.colour.isTwelveBit
    isMonochrome = sequence.colour.isMonochrome
    chromaSubsamplingX = sequence.colour.subsamplingX
    chromaSubsamplingY = sequence.colour.subsamplingY
    chromaSamplePosition = sequence.colour.chromaSamplePosition
    var bytes: [UInt8] = []
    for unit in units { bytes += try unit.encoded() }
    configOBUs = Bytes(bytes)
  }
}

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
