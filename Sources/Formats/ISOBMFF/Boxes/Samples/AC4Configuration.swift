/// AC-4: the presentations of a stream.
public struct AC4SpecificBox: BoxBody {
  public static let type: FourCC = "dac4"
  public static let specification = "ETSI TS 103 190-2 §E.5"

  public var dsiVersion: UInt8 = 1
  public var bitstreamVersion: UInt8 = 2
  /// 0: 44,100 samples per second, 1: 48,000.
  public var samplingFrequencyIndex: UInt8 = 1
  public var frameRateIndex: UInt8 = 0
  public var presentationCount: UInt16 = 0
  public var program: AC4Program?
  /// The bit rate; with version 1.
  public var bitRate = AC4BitRate()
  public var presentations: [AC4Presentation] = []
  /// The presentations, for versions other than 1.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    if !f.isDecoding, dsiVersion == 1 { presentationCount = UInt16(clamping: presentations.count) }
    try f.uint(3, "ac4_dsi_version", &dsiVersion)
    try f.uint(7, "bitstream_version", &bitstreamVersion)
    try f.uint(1, "fs_index", &samplingFrequencyIndex, as: .names([0: "44.1 kHz", 1: "48 kHz"]))
    try f.uint(4, "frame_rate_index", &frameRateIndex)
    try f.uint(9, "n_presentations", &presentationCount)
    guard dsiVersion == 1 else { return try f.bytes("data", &data, count: .toEnd) }
    if bitstreamVersion > 1 {
      var hasProgram = program != nil
      try f.flag("b_program_id", &hasProgram)
      if f.isDecoding { program = hasProgram ? AC4Program() : nil }
      try program?.fields(&f)
    }
    try bitRate.fields(&f)
    try f.alignToByte()
    try f.list("presentations", &presentations, count: .exactly(Int(presentationCount)))
  }
}

/// The programme that a stream belongs to.
public struct AC4Program: FieldCodable {
  public var shortID: UInt16 = 0
  /// `program_uuid`, 16 bytes; nil if it is not stated.
  public var uuid: [UInt8]?

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "short_program_id", &shortID)
    var hasUUID = uuid != nil
    try f.flag("b_uuid", &hasUUID)
    guard hasUUID else {
      uuid = nil
      return
    }
    var bytes = uuid ?? []
    try f.list(8, "program_uuid", &bytes, count: .exactly(16), as: .hex)
    uuid = bytes
  }
}

/// `ac4_bitrate_dsi()` (§E.7).
public struct AC4BitRate: FieldCodable {
  public var mode: UInt8 = 0
  /// Bits per second; 0 if not known.
  public var bitRate: UInt32 = 0
  /// Bits per second; 2^32 - 1 if not known.
  public var precision: UInt32 = .max

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(
      2, "bit_rate_mode", &mode,
      as: .names([0: "not specified", 1: "constant", 2: "average", 3: "variable"]))
    try f.uint(32, "bit_rate", &bitRate)
    try f.uint(32, "bit_rate_precision", &precision)
  }
}

/// A presentation of the streams, with its size in front.
public struct AC4Presentation: FieldCodable {
  public var version: UInt8 = 1
  /// The details; with versions 1 and 2.
  public var details: AC4PresentationDetails?
  /// The bytes of other versions, and of details that cannot be read.
  public var data = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "presentation_version", &version)
    var presentation = self
    try f.part("pres_bytes") { (size, f) throws(FieldError) in
      var (count, more) = (min(size, 255), size - min(size, 255))
      try f.uint(8, "pres_bytes", &count)
      if count == 255 { try f.uint(16, "add_pres_bytes", &more) }
      size = count + (count == 255 ? more : 0)
    } body: { (f) throws(FieldError) in
      if f.isDecoding {
        let isKnown = presentation.version == 1 || presentation.version == 2
        presentation.details = isKnown ? AC4PresentationDetails(whole: f.rest) : nil
      }
      try presentation.details?.fields(&f)
      try f.bytes("data", &presentation.data, count: .toEnd)
    }
    self = presentation
  }
}
