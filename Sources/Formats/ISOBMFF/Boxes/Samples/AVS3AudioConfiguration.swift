/// AVS3 audio (Audio Vivid): the configuration of its decoder.
struct AVS3AudioConfigurationBox: BoxBody {
  static let type: FourCC = "dca3"
  static let specification = "T/AI 109.7"

  /// The coding: 1 is lossless, 2 the general one at full rate.
  var codecID: UInt8 = 2
  /// The number of a rate: 2 is 48,000 samples per second.
  var samplingFrequencyIndex: UInt8 = 2
  /// The configuration of the general coding.
  var general: General?
  /// The configuration of the lossless coding.
  var lossless: Lossless?
  /// The bytes of other codings.
  var other = Bytes()

  /// The general coding at full rate.
  struct General: Equatable, Sendable {
    var networkType: UInt8 = 0
    var contentType: UInt8 = 0
    /// The channels; nil unless the content has them.
    var channelNumberIndex: UInt8?
    /// The number of objects; nil unless the content has them.
    var objectCount: UInt8?
    /// The order of the sound field; nil unless the content is one.
    var ambisonicOrder: UInt8?
    /// In kilobits per second.
    var totalBitrate: UInt16 = 0
    var resolution: UInt8 = 1
  }

  /// The lossless coding.
  struct Lossless: Equatable, Sendable {
    /// Samples per second, if no index states them.
    var samplingFrequency: UInt32?
    var hasAncillaryData = false
    var codingProfile: UInt8 = 0
    var channelCount: UInt8 = 2
    var resolution: UInt8 = 1
    var additionalInformation: [UInt8] = []
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      4, "audio_codec_id", &codecID,
      as: .names([0: "general high rate", 1: "lossless", 2: "general full rate"]))
    try f.uint(
      4, "sampling_frequency_index", &samplingFrequencyIndex, as: .names(Self.frequencyNames))
    switch codecID {
    case 1:
      var lossless = lossless ?? Lossless()
      try lossless.fields(&f, hasFrequency: samplingFrequencyIndex == 15)
      self.lossless = lossless
      try f.alignToByte()
    case 2:
      var general = general ?? General()
      try general.fields(&f)
      self.general = general
      try f.alignToByte()
    default:
      try f.bytes("configuration", &other, count: .toEnd)
    }
  }

  private static let frequencyNames: ValueNames = [
    0: "192000 Hz", 1: "96000 Hz", 2: "48000 Hz", 3: "44100 Hz", 4: "32000 Hz", 5: "24000 Hz",
    6: "22050 Hz", 7: "16000 Hz", 8: "8000 Hz", 15: "stated below",
  ]
  fileprivate static let resolutions: ValueNames = [0: "8 bits", 1: "16 bits", 2: "24 bits"]
}

extension AVS3AudioConfigurationBox.General {
  private static let contents: ValueNames = [
    0: "channels", 1: "objects", 2: "channels and objects", 3: "ambisonics",
  ]
  private static let channels: ValueNames = [
    0: "mono", 1: "stereo", 2: "5.1", 3: "7.1", 4: "10.2", 5: "22.2", 6: "4.0", 7: "5.1.2",
    8: "5.1.4", 9: "7.1.2", 10: "7.1.4",
  ]

  fileprivate mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(3, "nn_type", &networkType, as: .names([0: "basic", 1: "low complexity"]))
    try f.reserved(1)
    try f.uint(4, "content_type", &contentType, as: .names(Self.contents))
    try f.optional(&channelNumberIndex, if: contentType == 0 || contentType == 2, or: 1) {
      (index, f) throws(FieldError) in
      try f.uint(7, "channel_number_index", &index, as: .names(Self.channels))
      try f.reserved(1)
    }
    try f.optional(&objectCount, if: contentType == 1 || contentType == 2, or: 1) {
      (count, f) throws(FieldError) in
      try f.uint(7, "number_objects", &count)
      try f.reserved(1)
    }
    try f.optional(&ambisonicOrder, if: contentType == 3, or: 1) {
      (order, f) throws(FieldError) in try f.uint(4, "hoa_order", &order)
    }
    try f.uint(16, "total_bitrate", &totalBitrate)
    try f.uint(2, "resolution", &resolution, as: .names(AVS3AudioConfigurationBox.resolutions))
  }
}

extension AVS3AudioConfigurationBox.Lossless {
  private static let profiles: ValueNames = [0: "basic", 1: "objects", 2: "ambisonics"]

  fileprivate mutating func fields(
    _ f: inout FieldCoder, hasFrequency: Bool
  ) throws(FieldError) {
    try f.optional(&samplingFrequency, if: hasFrequency, or: 48_000) {
      (frequency, f) throws(FieldError) in try f.uint(24, "sampling_frequency", &frequency)
    }
    try f.flag("anc_data_index", &hasAncillaryData)
    try f.uint(3, "coding_profile", &codingProfile, as: .names(Self.profiles))
    try f.uint(8, "channel_number", &channelCount)
    try f.uint(2, "resolution", &resolution, as: .names(AVS3AudioConfigurationBox.resolutions))
    // It does not start on a byte boundary.
    try f.list(
      8, "addition_info", &additionalInformation, count: .bits(16, "addition_info_length"),
      as: .hex)
  }
}
