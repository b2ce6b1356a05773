/// AC-3.
public struct AC3SpecificBox: BoxBody {
  public static let type: FourCC = "dac3"
  public static let specification = "ETSI TS 102 366 §F.4"

  public var fscod: UInt8 = 0
  public var bsid: UInt8 = 8
  public var bsmod: UInt8 = 0
  public var acmod: UInt8 = 2
  public var lfeon = false
  public var bitRateCode: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(2, "fscod", &fscod)
    try f.uint(5, "bsid", &bsid)
    try f.uint(3, "bsmod", &bsmod)
    try f.uint(3, "acmod", &acmod)
    try f.flag("lfeon", &lfeon)
    try f.uint(5, "bit_rate_code", &bitRateCode)
    try f.reserved(5)
  }
}

/// Enhanced AC-3.
public struct EC3SpecificBox: BoxBody {
  public static let type: FourCC = "dec3"
  public static let specification = "ETSI TS 102 366 §F.6"

  /// Kilobits per second.
  public var dataRate: UInt16 = 0
  public var substreams: [Substream] = [Substream()]
  /// The extension for object audio (ETSI TS 103 420 §8.3.2).
  public var extensionTypeA: ExtensionTypeA?

  /// The extension for Dolby Atmos, with the largest number of objects.
  public struct ExtensionTypeA: FieldCodable {
    public var isPresent = true
    public var complexityIndex: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.reserved(7)
      try f.flag("flag_ec3_extension_type_a", &isPresent)
      guard isPresent else { return }
      try f.uint(8, "complexity_index_type_a", &complexityIndex)
    }
  }

  /// An independent substream.
  public struct Substream: FieldCodable {
    public var fscod: UInt8 = 0
    public var bsid: UInt8 = 16
    public var asvc = false
    public var bsmod: UInt8 = 0
    public var acmod: UInt8 = 2
    public var lfeon = false
    public var numDependent: UInt8 = 0
    public var channelLocations: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(2, "fscod", &fscod)
      try f.uint(5, "bsid", &bsid)
      try f.reserved(1)
      try f.flag("asvc", &asvc)
      try f.uint(3, "bsmod", &bsmod)
      try f.uint(3, "acmod", &acmod)
      try f.flag("lfeon", &lfeon)
      try f.reserved(3)
      try f.uint(4, "num_dep_sub", &numDependent)
      if numDependent > 0 {
        try f.uint(9, "chan_loc", &channelLocations, as: .hex)
      } else {
        try f.reserved(1)
      }
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(13, "data_rate", &dataRate)
    var last = UInt8(clamping: max(substreams.count, 1) - 1)
    try f.uint(3, "num_ind_sub", &last)
    try f.list("substreams", &substreams, count: .exactly(Int(last) + 1))
    if f.isDecoding {
      // The last bit of the first byte states whether another one follows.
      let isPresent = f.rest.first.map { $0 % 2 == 1 } ?? false
      extensionTypeA = f.bitsLeft >= (isPresent ? 16 : 8) ? ExtensionTypeA() : nil
    }
    try extensionTypeA?.fields(&f)
  }
}

/// Opus.
public struct OpusSpecificBox: BoxBody {
  public static let type: FourCC = "dOps"
  public static let specification = "Encapsulation of Opus in ISO BMFF §4.3.2"

  public var version: UInt8 = 0
  public var outputChannelCount: UInt8 = 2
  public var preSkip: UInt16 = 0
  public var inputSampleRate: UInt32 = 48000
  /// 8.8 decibels.
  public var outputGain: Int16 = 0
  public var channelMappingFamily: UInt8 = 0
  /// The number of streams; with families other than 0.
  public var streamCount: UInt8 = 0
  public var coupledCount: UInt8 = 0
  public var channelMapping: [UInt8] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "Version", &version)
    try f.uint(8, "OutputChannelCount", &outputChannelCount)
    try f.uint(16, "PreSkip", &preSkip)
    try f.uint(32, "InputSampleRate", &inputSampleRate)
    try f.int(16, "OutputGain", &outputGain, as: .fixed(fraction: 8))
    try f.uint(8, "ChannelMappingFamily", &channelMappingFamily)
    guard channelMappingFamily != 0 else { return }
    try f.uint(8, "StreamCount", &streamCount)
    try f.uint(8, "CoupledCount", &coupledCount)
    try f.list(8, "ChannelMapping", &channelMapping, count: .exactly(Int(outputChannelCount)))
  }
}

/// FLAC: the metadata blocks of a FLAC file; the first is STREAMINFO.
public struct FLACSpecificBox: BoxBody {
  public static let type: FourCC = "dfLa"
  public static let specification = "Encapsulation of FLAC in ISO BMFF §3.3.2"

  public var header = FullBoxHeader()
  public var blocks: [Block] = []

  /// A block of metadata (RFC 9639 §8).
  public struct Block: FieldCodable {
    public var isLast = true
    public var blockType: UInt8 = 0
    /// The content of the block, by its type.
    public var streamInfo: FLACStreamInfo?
    public var seekTable: FLACSeekTable?
    public var vorbisComment: FLACVorbisComment?
    public var picture: FLACPicture?
    /// The bytes of all other types, and of an invalid block.
    public var data = Bytes()

    public init() {}

    public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.flag("LastMetadataBlockFlag", &isLast)
      try f.uint(
        7, "BlockType", &blockType,
        as: .names([
          0: "STREAMINFO", 1: "PADDING", 2: "APPLICATION", 3: "SEEKTABLE", 4: "VORBIS_COMMENT",
          5: "CUESHEET", 6: "PICTURE",
        ]))
      var block = self
      try f.part(24, "Length") { (f) throws(FieldError) in try block.content(&f) }
      self = block
    }

    private mutating func content(_ f: inout FieldCoder) throws(FieldError) {
      if f.isDecoding {
        streamInfo = blockType == 0 ? FLACStreamInfo(whole: f.rest) : nil
        seekTable = blockType == 3 ? FLACSeekTable(whole: f.rest) : nil
        vorbisComment = blockType == 4 ? FLACVorbisComment(whole: f.rest) : nil
        picture = blockType == 6 ? FLACPicture(whole: f.rest) : nil
      }
      try streamInfo?.fields(&f)
      try seekTable?.fields(&f)
      try vorbisComment?.fields(&f)
      try picture?.fields(&f)
      try f.bytes("BlockData", &data, count: .toEnd)
    }
  }

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.list("metadata_blocks", &blocks, count: .toEnd)
  }
}

/// Apple Lossless.
public struct ALACSpecificBox: BoxContainer {
  public static let type: FourCC = "alac"
  public static let specification = "Apple Lossless magic cookie description"

  public var header = FullBoxHeader()
  public var frameLength: UInt32 = 4096
  public var compatibleVersion: UInt8 = 0
  public var bitDepth: UInt8 = 16
  /// Settings of the coder: `pb`, `mb`, `kb`.
  public var pb: UInt8 = 40
  public var mb: UInt8 = 10
  public var kb: UInt8 = 14
  public var numChannels: UInt8 = 2
  public var maxRun: UInt16 = 255
  public var maxFrameBytes: UInt32 = 0
  public var avgBitRate: UInt32 = 0
  public var sampleRate: UInt32 = 44100
  /// `chan`, if there are more than two channels.
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "frameLength", &frameLength)
    try f.uint(8, "compatibleVersion", &compatibleVersion)
    try f.uint(8, "bitDepth", &bitDepth)
    try f.uint(8, "pb", &pb)
    try f.uint(8, "mb", &mb)
    try f.uint(8, "kb", &kb)
    try f.uint(8, "numChannels", &numChannels)
    try f.uint(16, "maxRun", &maxRun)
    try f.uint(32, "maxFrameBytes", &maxFrameBytes)
    try f.uint(32, "avgBitRate", &avgBitRate)
    try f.uint(32, "sampleRate", &sampleRate)
    try f.boxes(&children)
  }
}

/// Uncompressed audio.
public struct PCMConfigurationBox: BoxBody {
  public static let type: FourCC = "pcmC"
  public static let specification = "ISO/IEC 23003-5 §5.2"

  public var header = FullBoxHeader()
  /// 1: little-endian.
  public var formatFlags: UInt8 = 0
  /// Bits.
  public var sampleSize: UInt8 = 16

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(8, "format_flags", &formatFlags, as: .hex)
    try f.uint(8, "PCM_sample_size", &sampleSize)
  }
}

/// The sampling rate, if it does not fit into the sample entry.
public struct SamplingRateBox: BoxBody {
  public static let type: FourCC = "srat"
  public static let specification = "ISO/IEC 14496-12 §12.2.3"

  public var header = FullBoxHeader()
  public var samplingRate: UInt32 = 48000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "sampling_rate", &samplingRate)
  }
}

/// AMR speech.
public struct AMRSpecificBox: BoxBody {
  public static let type: FourCC = "damr"
  public static let specification = "3GPP TS 26.244 §6.7"

  public var vendor = FourCC(rawValue: 0)
  public var decoderVersion: UInt8 = 0
  public var modeSet: UInt16 = 0
  public var modeChangePeriod: UInt8 = 0
  public var framesPerSample: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("vendor", &vendor)
    try f.uint(8, "decoder_version", &decoderVersion)
    try f.uint(16, "mode_set", &modeSet, as: .hex)
    try f.uint(8, "mode_change_period", &modeChangePeriod)
    try f.uint(8, "frames_per_sample", &framesPerSample)
  }
}

extension OpusSpecificBox {
  /// The same as the header of an Ogg stream (RFC 7845 §5.1), whose numbers are little-endian.
  public var identificationHeader: [UInt8] {
    func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    var header = Array("OpusHead".utf8) + [1, outputChannelCount]
    header += bytes(UInt32(preSkip), 2) + bytes(inputSampleRate, 4)
    header += bytes(UInt32(UInt16(bitPattern: outputGain)), 2) + [channelMappingFamily]
    if channelMappingFamily != 0 { header += [streamCount, coupledCount] + channelMapping }
    return header
  }
}

/// Dolby TrueHD.
public struct MLPSpecificBox: BoxBody {
  public static let type: FourCC = "dmlp"
  public static let specification = "Dolby TrueHD (MLP) bitstreams within ISO BMFF"

  public var samplingFrequency: UInt8 = 0
  /// 0: the six channels of a presentation are standard loudspeakers.
  public var sixChannelMultichannelType: UInt8 = 0
  public var eightChannelMultichannelType: UInt8 = 0
  public var twoChannelModifier: UInt8 = 0
  public var sixChannelModifier: UInt8 = 0
  public var sixChannelAssignment: UInt8 = 0
  public var eightChannelModifier: UInt8 = 0
  public var eightChannelAssignment: UInt16 = 0
  /// The peak data rate, in units of a sixteenth of a bit for each sample.
  public var peakDataRate: UInt16 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    // These 32 bits are the `format_info` of a major sync.
    try f.uint(
      4, "audio_sampling_frequency", &samplingFrequency,
      as: .names([
        0: "48 kHz", 1: "96 kHz", 2: "192 kHz", 8: "44.1 kHz", 9: "88.2 kHz", 10: "176.4 kHz",
      ]))
    try f.uint(1, "6ch_multichannel_type", &sixChannelMultichannelType)
    try f.uint(1, "8ch_multichannel_type", &eightChannelMultichannelType)
    try f.reserved(2)
    try f.uint(2, "2ch_presentation_channel_modifier", &twoChannelModifier)
    try f.uint(2, "6ch_presentation_channel_modifier", &sixChannelModifier)
    try f.uint(5, "6ch_presentation_channel_assignment", &sixChannelAssignment, as: .hex)
    try f.uint(2, "8ch_presentation_channel_modifier", &eightChannelModifier)
    try f.uint(13, "8ch_presentation_channel_assignment", &eightChannelAssignment, as: .hex)
    try f.uint(15, "peak_data_rate", &peakDataRate)
    try f.reserved(1)
    try f.reserved(32)
  }
}

/// MPEG-H 3D audio.
public struct MHAConfigurationBox: BoxBody {
  public static let type: FourCC = "mhaC"
  public static let specification = "ISO/IEC 23008-3 §20.5"

  public var configurationVersion: UInt8 = 1
  public var profileLevelIndication: UInt8 = 0
  /// A `ChannelConfiguration` of ISO/IEC 23091-3.
  public var referenceChannelLayout: UInt8 = 0
  /// `mpegh3daConfig()`; empty if the samples have it (`mhm1`).
  public var configuration = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "configurationVersion", &configurationVersion)
    try f.uint(
      8, "mpegh3daProfileLevelIndication", &profileLevelIndication,
      as: .names(MHAConfigurationBox.profiles))
    try f.uint(8, "referenceChannelLayout", &referenceChannelLayout)
    try f.bytes("mpegh3daConfig", &configuration, count: .bits(16, "mpegh3daConfigLength"))
  }

  /// The names of ``profileLevelIndication``.
  public static let profiles: ValueNames = [
    1: "Main, level 1", 2: "Main, level 2", 3: "Main, level 3", 4: "Main, level 4",
    5: "Main, level 5", 6: "High, level 1", 7: "High, level 2", 8: "High, level 3",
    9: "High, level 4", 10: "High, level 5", 11: "Low Complexity, level 1",
    12: "Low Complexity, level 2", 13: "Low Complexity, level 3", 14: "Low Complexity, level 4",
    15: "Low Complexity, level 5", 16: "Baseline, level 1", 17: "Baseline, level 2",
    18: "Baseline, level 3", 19: "Baseline, level 4", 20: "Baseline, level 5",
  ]
}

/// The profiles and levels of MPEG-H to which a stream conforms, besides that of its configuration.
struct MHAProfileAndLevelCompatibilitySetBox: BoxBody {
  static let type: FourCC = "mhaP"
  static let specification = "ISO/IEC 23008-3 §20.5"

  var compatibleSets: [UInt8] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(
      8, "CompatibleSetIndication", &compatibleSets, count: .bits(8, "numCompatibleSets"),
      as: .names(MHAConfigurationBox.profiles))
  }
}
