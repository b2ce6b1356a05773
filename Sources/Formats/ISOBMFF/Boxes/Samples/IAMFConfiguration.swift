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

/// The profiles that a decoder of an IAMF stream needs.
public struct IAMFSequenceHeader: FieldCodable {
  public var code: FourCC = "iamf"
  public var primaryProfile: UInt8 = 0
  public var additionalProfile: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let profiles: ValueNames = [0: "Simple", 1: "Base", 2: "Base-Enhanced"]
    try f.fourCC("ia_code", &code)
    try f.uint(8, "primary_profile", &primaryProfile, as: .names(profiles))
    try f.uint(8, "additional_profile", &additionalProfile, as: .names(profiles))
  }
}

/// How the substreams are coded.
public struct IAMFCodecConfig: FieldCodable {
  public var id = LEB128()
  /// `Opus`, `mp4a`, `fLaC`, `ipcm`.
  public var codecID: FourCC = "ipcm"
  public var samplesPerFrame = LEB128()
  /// The number of frames by which decoding starts earlier, as a number that is 0 or less.
  public var audioRollDistance: Int16 = 0
  /// The configuration of a decoder of Opus, as in `dOps`.
  public var opus: OpusSpecificBox?
  public var flac: FLACBlocks?
  public var pcm: PCM?
  /// The configuration of a decoder of MPEG-4.
  public var descriptor: Descriptor?
  /// The bytes of other codecs' configurations.
  public var data = Bytes()

  /// The blocks of metadata.
  public struct FLACBlocks: FieldCodable {
    public var blocks: [FLACSpecificBox.Block] = []

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.list("metadata_blocks", &blocks, count: .toEnd)
    }
  }

  /// Audio without compression.
  public struct PCM: FieldCodable {
    /// 1: little-endian.
    public var formatFlags: UInt8 = 0
    /// Bits.
    public var sampleSize: UInt8 = 16
    public var sampleRate: UInt32 = 48000

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "sample_format_flags", &formatFlags, as: .hex)
      try f.uint(8, "sample_size", &sampleSize)
      try f.uint(32, "sample_rate", &sampleRate)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.leb128("codec_config_id", &id)
    try f.fourCC("codec_id", &codecID)
    try f.leb128("num_samples_per_frame", &samplesPerFrame)
    try f.int(16, "audio_roll_distance", &audioRollDistance)
    if f.isDecoding {
      opus = codecID == "Opus" ? OpusSpecificBox(whole: f.rest) : nil
      flac = codecID == "fLaC" ? FLACBlocks(whole: f.rest) : nil
      pcm = codecID == "ipcm" ? PCM(whole: f.rest) : nil
      descriptor = codecID == "mp4a" ? Descriptor(whole: f.rest) : nil
    }
    try opus?.fields(&f)
    try flac?.fields(&f)
    try pcm?.fields(&f)
    try descriptor?.fields(&f)
    try f.bytes("decoder_config", &data, count: .toEnd)
  }
}

/// Substreams that belong together.
public struct IAMFAudioElement: FieldCodable {
  public var id = LEB128()
  public var elementType: UInt8 = 0
  public var codecConfigID = LEB128()
  public var substreamCount = LEB128()
  /// `audio_substream_id`: the substreams of the element.
  public var substreamIDs: [LEB128] = []
  /// The parameters, and the configuration of channels or of a scene.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.leb128("audio_element_id", &id)
    try f.uint(
      3, "audio_element_type", &elementType,
      as: .names([0: "channel-based", 1: "scene-based", 2: "object-based"]))
    try f.reserved(5)
    try f.leb128("codec_config_id", &codecConfigID)
    try f.leb128List(
      "num_substreams", &substreamCount, "audio_substream_id", &substreamIDs)
    try f.bytes("parameters", &data, count: .toEnd)
  }
}

/// How elements are rendered and mixed.
public struct IAMFMixPresentation: FieldCodable {
  public var id = LEB128()
  public var labelCount = LEB128()
  /// Tags of BCP 47.
  public var languages: [Text] = []
  public var annotations: [Text] = []
  public var subMixCount = LEB128()
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.leb128("mix_presentation_id", &id)
    if !f.isDecoding { labelCount.value = UInt32(clamping: languages.count) }
    try f.leb128("count_label", &labelCount)
    let count = FieldCoder.Count.exactly(Int(labelCount.value))
    try f.texts("annotations_language", &languages, count: count)
    try f.texts("localized_presentation_annotations", &annotations, count: count)
    try f.leb128("num_sub_mixes", &subMixCount)
    try f.bytes("sub_mixes", &data, count: .toEnd)
  }
}

extension FieldCoder {
  /// Texts, each with a zero at its end. Too large a count ends with the bytes.
  fileprivate mutating func texts(
    _ name: StaticString, _ texts: inout [Text], count: Count
  ) throws(FieldError) {
    try list(name, &texts, count: count, of: "") { (text, f) throws(FieldError) in
      guard !f.isDecoding || !f.isAtEnd else {
        throw f.error(.truncated(neededBits: 8, availableBits: 0))
      }
      try f.text("text", &text)
    }
  }

  /// Numbers after their count.
  fileprivate mutating func leb128List(
    _ countName: StaticString, _ count: inout LEB128, _ name: StaticString,
    _ numbers: inout [LEB128]
  ) throws(FieldError) {
    if !isDecoding { count.value = UInt32(clamping: numbers.count) }
    try leb128(countName, &count)
    try list(
      name, &numbers, count: .exactly(Int(count.value)), of: LEB128()
    ) { (number, f) throws(FieldError) in
      try f.leb128(name, &number)
    }
  }
}
