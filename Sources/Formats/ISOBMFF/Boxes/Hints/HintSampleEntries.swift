/// RTP packets to send (`rtp `, `srtp`), or received ones (`rrtp`, `rsrp`, `rtcp`).
public struct RtpHintSampleEntry: BoxContainer {
  public static let type: FourCC = "rtp "
  public static let specification = "ISO/IEC 14496-12 §9.2.2"

  public var dataReferenceIndex: UInt16 = 1
  public var hintTrackVersion: UInt16 = 1
  public var highestCompatibleVersion: UInt16 = 1
  /// Bytes of the largest packet.
  public var maxPacketSize: UInt32 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "hinttrackversion", &hintTrackVersion)
    try f.uint(16, "highestcompatibleversion", &highestCompatibleVersion)
    try f.uint(32, "maxpacketsize", &maxPacketSize)
    try f.boxes(&children)
  }
}

/// How files are delivered in packets (FLUTE, ALC).
public struct FDHintSampleEntry: BoxContainer {
  public static let type: FourCC = "fdp "
  public static let specification = "ISO/IEC 14496-12 §9.5"

  public var dataReferenceIndex: UInt16 = 1
  public var hintTrackVersion: UInt16 = 1
  public var highestCompatibleVersion: UInt16 = 1
  /// A partition of `fiin`, from 1; 0 if none belongs to the track.
  public var partitionEntryID: UInt16 = 0
  /// 8.8: the share of bytes for error correction.
  public var fecOverhead: UInt16 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "hinttrackversion", &hintTrackVersion)
    try f.uint(16, "highestcompatibleversion", &highestCompatibleVersion)
    try f.uint(16, "partition_entry_ID", &partitionEntryID)
    try f.uint(16, "FEC_overhead", &fecOverhead, as: .fixed(fraction: 8))
    try f.boxes(&children)
  }
}

/// Packets of an MPEG-2 transport stream: to send (`sm2t`), or received (`rm2t`, `pm2t`).
public struct MPEG2TSSampleEntry: BoxContainer {
  public static let type: FourCC = "sm2t"
  public static let specification = "ISO/IEC 14496-12 §9.3.3"

  public var dataReferenceIndex: UInt16 = 1
  public var hintTrackVersion: UInt16 = 1
  public var highestCompatibleVersion: UInt16 = 1
  /// Bytes before and after each packet.
  public var precedingBytesLength: UInt8 = 0
  public var trailingBytesLength: UInt8 = 0
  public var isPrecomputedOnly = false
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "hinttrackversion", &hintTrackVersion)
    try f.uint(16, "highestcompatibleversion", &highestCompatibleVersion)
    try f.uint(8, "precedingbyteslen", &precedingBytesLength)
    try f.uint(8, "trailingbyteslen", &trailingBytesLength)
    try f.flag("precomputed_only_flag", &isPrecomputedOnly)
    try f.reserved(7)
    try f.boxes(&children)
  }
}
