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
