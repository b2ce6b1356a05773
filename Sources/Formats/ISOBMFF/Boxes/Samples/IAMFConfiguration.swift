/// Immersive audio (IAMF): the units that describe a stream.
public struct IAConfigurationBox: BoxBody {
  public static let type: FourCC = "iacb"
  public static let specification = "Immersive Audio Model and Formats: ISO-BMFF encapsulation"

  public var configurationVersion: UInt8 = 1
  /// The number of bytes of the size.
  var sizeBytes = 0
  public var units: [IAMFUnit] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    var (units, sizeBytes) = (units, sizeBytes)
    try f.part("configOBUs_size") { (size, f) throws(FieldError) in
      try f.leb128Size("configOBUs_size", &size, byteCount: &sizeBytes)
    } body: { (f) throws(FieldError) in
      try f.list("configOBUs", &units, count: .toEnd)
    }
    (self.units, self.sizeBytes) = (units, sizeBytes)
  }
}

/// An OBU.
public struct IAMFUnit: FieldCodable {
  /// 31 is the sequence header, 0 the configuration of a codec, 1 an element, 2 a mix.
  public var unitType: UInt8 = 31
  public var isRedundantCopy = false
  public var trimming: Trimming?
  public var extensionHeader: ExtensionHeader?
  /// The content of the unit, by its type.
  public var sequenceHeader: IAMFSequenceHeader?
  public var codecConfig: IAMFCodecConfig?
  public var audioElement: IAMFAudioElement?
  public var mixPresentation: IAMFMixPresentation?
  /// The bytes of all other types, and of an invalid unit.
  public var data = Bytes()
  var sizeBytes = 0

  /// The numbers of samples at the start and the end that are not played.
  public struct Trimming: FieldCodable {
    public var atEnd = LEB128()
    public var atStart = LEB128()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.leb128("num_samples_to_trim_at_end", &atEnd)
      try f.leb128("num_samples_to_trim_at_start", &atStart)
    }
  }

  /// Data of later editions.
  public struct ExtensionHeader: FieldCodable {
    public var size = LEB128()
    public var data = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      if !f.isDecoding { size.value = UInt32(clamping: data.count) }
      try f.leb128("extension_header_size", &size)
      try f.bytes("extension_header_bytes", &data, count: .exactly(Int(size.value)))
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      5, "obu_type", &unitType,
      as: .names([
        0: "codec config", 1: "audio element", 2: "mix presentation", 3: "parameter block",
        4: "temporal delimiter", 5: "audio frame", 31: "sequence header",
      ]))
    try f.flag("obu_redundant_copy", &isRedundantCopy)
    var (isTrimmed, isExtended) = (trimming != nil, extensionHeader != nil)
    try f.flag("obu_trimming_status_flag", &isTrimmed)
    try f.flag("obu_extension_flag", &isExtended)
    if f.isDecoding {
      trimming = isTrimmed ? Trimming() : nil
      extensionHeader = isExtended ? ExtensionHeader() : nil
    }
    var (unit, sizeBytes) = (self, sizeBytes)
    try f.part("obu_size") { (size, f) throws(FieldError) in
      try f.leb128Size("obu_size", &size, byteCount: &sizeBytes)
    } body: { (f) throws(FieldError) in
      try unit.content(&f)
    }
    self = unit
    self.sizeBytes = sizeBytes
  }

  private mutating func content(_ f: inout FieldCoder) throws(FieldError) {
    try trimming?.fields(&f)
    try extensionHeader?.fields(&f)
    if f.isDecoding {
      sequenceHeader = unitType == 31 ? IAMFSequenceHeader(whole: f.rest) : nil
      codecConfig = unitType == 0 ? IAMFCodecConfig(whole: f.rest) : nil
      audioElement = unitType == 1 ? IAMFAudioElement(whole: f.rest) : nil
      mixPresentation = unitType == 2 ? IAMFMixPresentation(whole: f.rest) : nil
    }
    try sequenceHeader?.fields(&f)
    try codecConfig?.fields(&f)
    try audioElement?.fields(&f)
    try mixPresentation?.fields(&f)
    try f.bytes("obu_data", &data, count: .toEnd)
  }
}

extension FieldCoder {
  fileprivate mutating func leb128Size(
    _ name: StaticString, _ size: inout UInt64, byteCount: inout Int
  ) throws(FieldError) {
    guard var value = UInt32(exactly: size) else {
      throw error(.doesNotFit(value: size, bits: 32)).nested(in: "\(name)")
    }
    try leb128(name, &value, byteCount: &byteCount)
    size = UInt64(value)
  }
}
