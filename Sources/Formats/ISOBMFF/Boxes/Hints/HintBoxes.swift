/// The units per second of the times in packets.
struct TimescaleEntryBox: BoxBody {
  static let type: FourCC = "tims"
  static let specification = "ISO/IEC 14496-12 §9.2.2"

  var timescale: UInt32 = 90000

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "timescale", &timescale)
  }
}

/// The offset that is added to the times (`tsro`) or to the sequence numbers (`snro`) of packets.
struct TimeOffsetBox: BoxBody {
  static let type: FourCC = "tsro"
  static let specification = "ISO/IEC 14496-12 §9.2.2"

  var offset: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "offset", &offset)
  }
}

/// Whether the times of received streams fit together.
struct TimestampSynchronyBox: BoxBody {
  static let type: FourCC = "tssy"
  static let specification = "ISO/IEC 14496-12 §9.4.1"

  var timestampSync: UInt8 = 0

  static let states: ValueNames = [1: "not synchronised", 2: "synchronised"]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(2, "timestamp_sync", &timestampSync, as: .names(Self.states))
  }
}

/// The source of received packets.
struct ReceivedSsrcBox: BoxBody {
  static let type: FourCC = "rssr"
  static let specification = "ISO/IEC 14496-12 §9.4.1"

  var ssrc: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "SSRC", &ssrc, as: .hex)
  }
}

/// How packets are encrypted and protected from changes.
struct SRTPProcessBox: BoxContainer {
  static let type: FourCC = "srpp"
  static let specification = "ISO/IEC 14496-12 §9.2.2"

  var header = FullBoxHeader()
  /// Four spaces: chosen outside of the file.
  var encryptionAlgorithmRTP: FourCC = "    "
  var encryptionAlgorithmRTCP: FourCC = "    "
  var integrityAlgorithmRTP: FourCC = "    "
  var integrityAlgorithmRTCP: FourCC = "    "
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("encryption_algorithm_rtp", &encryptionAlgorithmRTP)
    try f.fourCC("encryption_algorithm_rtcp", &encryptionAlgorithmRTCP)
    try f.fourCC("integrity_algorithm_rtp", &integrityAlgorithmRTP)
    try f.fourCC("integrity_algorithm_rtcp", &integrityAlgorithmRTCP)
    try f.boxes(&children)
  }
}

/// A table of a transport stream: PAT (`tPAT`), PMT (`tPMT`), object descriptors (`tOD `).
struct TransportTableBox: BoxBody {
  static let type: FourCC = "tPAT"
  static let specification = "ISO/IEC 14496-12 §9.3.3"

  var pid: UInt16 = 0
  var sectionData = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(3)
    try f.uint(13, "PID", &pid)
    try f.bytes("sectiondata", &sectionData, count: .toEnd)
  }
}

/// The origin of the times of a transport stream.
struct TSTimingBox: BoxBody {
  static let type: FourCC = "tsti"
  static let specification = "ISO/IEC 14496-12 §9.3.3"

  var timingDerivationMethod: UInt8 = 0
  /// The packet identifier of the clock references.
  var pid: UInt16 = 0

  static let methods: ValueNames = [0: "reception time", 1: "piecewise linearity between PCRs"]

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(1, "timing_derivation_method", &timingDerivationMethod, as: .names(Self.methods))
    try f.reserved(2)
    try f.uint(13, "PID", &pid)
  }
}

/// The time of the first packet.
struct InitialSampleTimeBox: BoxBody {
  static let type: FourCC = "istm"
  static let specification = "ISO/IEC 14496-12 §9.3.3"

  var initialSampleTime: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "initialsampletime", &initialSampleTime)
    try f.reserved(32)
  }
}

/// The session description of the track (RFC 4566).
struct SDPHintInformationBox: BoxBody {
  static let type: FourCC = "sdp "
  static let specification = "ISO/IEC 14496-12 §9.2.4"

  var sdpText = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("sdptext", &sdpText, count: .toEnd)
  }
}

/// The session description of the movie.
struct RTPMovieHintInformationBox: BoxBody {
  static let type: FourCC = "rtp "
  static let specification = "ISO/IEC 14496-12 §9.2.4"

  var descriptionFormat: FourCC = "sdp "
  var sdpText = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("descriptionformat", &descriptionFormat)
    try f.text("sdptext", &sdpText, count: .toEnd)
  }
}

/// RTP packets to send (`rtp `, `srtp`), or received ones (`rrtp`, `rsrp`, `rtcp`).
struct RtpHintSampleEntry: BoxContainer {
  static let type: FourCC = "rtp "
  static let specification = "ISO/IEC 14496-12 §9.2.2"

  var dataReferenceIndex: UInt16 = 1
  var hintTrackVersion: UInt16 = 1
  var highestCompatibleVersion: UInt16 = 1
  /// Bytes of the largest packet.
  var maxPacketSize: UInt32 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "hinttrackversion", &hintTrackVersion)
    try f.uint(16, "highestcompatibleversion", &highestCompatibleVersion)
    try f.uint(32, "maxpacketsize", &maxPacketSize)
    try f.boxes(&children)
  }
}

/// How files are delivered in packets (FLUTE, ALC).
struct FDHintSampleEntry: BoxContainer {
  static let type: FourCC = "fdp "
  static let specification = "ISO/IEC 14496-12 §9.5"

  var dataReferenceIndex: UInt16 = 1
  var hintTrackVersion: UInt16 = 1
  var highestCompatibleVersion: UInt16 = 1
  /// A partition of `fiin`, from 1; 0 if none belongs to the track.
  var partitionEntryID: UInt16 = 0
  /// 8.8: the share of bytes for error correction.
  var fecOverhead: UInt16 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.uint(16, "hinttrackversion", &hintTrackVersion)
    try f.uint(16, "highestcompatibleversion", &highestCompatibleVersion)
    try f.uint(16, "partition_entry_ID", &partitionEntryID)
    try f.uint(16, "FEC_overhead", &fecOverhead, as: .fixed(fraction: 8))
    try f.boxes(&children)
  }
}

/// Packets of an MPEG-2 transport stream: to send (`sm2t`), or received (`rm2t`, `pm2t`).
struct MPEG2TSSampleEntry: BoxContainer {
  static let type: FourCC = "sm2t"
  static let specification = "ISO/IEC 14496-12 §9.3.3"

  var dataReferenceIndex: UInt16 = 1
  var hintTrackVersion: UInt16 = 1
  var highestCompatibleVersion: UInt16 = 1
  /// Bytes before and after each packet.
  var precedingBytesLength: UInt8 = 0
  var trailingBytesLength: UInt8 = 0
  var isPrecomputedOnly = false
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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

/// Data for forward error correction that a sample has beside its packets.
struct ExtraDataBox: BoxBody {
  static let type: FourCC = "extr"
  static let specification = "ISO/IEC 14496-12 §9"

  /// The bytes of the `feci` box at the start, with its header.
  var size: UInt32 = 15
  /// `feci`.
  var informationType = FECInformationBox.type
  var information = FECInformationBox()
  var data = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "feci_size", &size)
    try f.fourCC("feci_type", &informationType)
    try information.fields(&f)
    try f.bytes("extradata", &data, count: .toEnd)
  }
}

/// The position of data for forward error correction in its block (RFC 5052).
struct FECInformationBox: BoxBody {
  static let type: FourCC = "feci"
  static let specification = "ISO/IEC 14496-12 §9"

  var encodingID: UInt8 = 0
  var instanceID: UInt16 = 0
  var sourceBlockNumber: UInt16 = 0
  var encodingSymbolID: UInt16 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "FEC_encoding_ID", &encodingID)
    try f.uint(16, "FEC_instance_ID", &instanceID)
    try f.uint(16, "source_block_number", &sourceBlockNumber)
    try f.uint(16, "encoding_symbol_ID", &encodingSymbolID)
  }
}

/// The sources that contributed to a received packet (RFC 3550).
struct ReceivedCSRCBox: BoxBody {
  static let type: FourCC = "rcsr"
  static let specification = "ISO/IEC 14496-12 §9.4.1"

  var sources: [UInt32] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list(32, "CSRC", &sources, count: .toEnd)
  }
}

/// A number of bytes or packets: bytes of packets with their headers (`trpy`, `totl`) or without (`tpyl`, `tpay`), the
/// number of packets (`nump`, `npck`), and bytes from media (`dmed`), from the hints themselves (`dimm`), and sent
/// again (`drep`).
struct HintBytesSentBox: BoxBody {
  static let type: FourCC = "trpy"
  static let specification = "ISO/IEC 14496-12 §9.2.5"

  var sent: UInt64 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isShort = ["totl", "npck", "tpay"].contains(f.scope.type)
    let isCount = ["nump", "npck"].contains(f.scope.type)
    try f.uint(isShort ? 32 : 64, isCount ? "packetssent" : "bytessent", &sent)
  }
}

/// The most bytes that are sent in any stretch of time.
struct HintMaxRateBox: BoxBody {
  static let type: FourCC = "maxr"
  static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// Milliseconds.
  var period: UInt32 = 0
  var bytes: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "period", &period)
    try f.uint(32, "bytes", &bytes)
  }
}

/// The smallest (`tmin`) or the largest (`tmax`) time of a packet relative to its media.
struct HintRelativeTimeBox: BoxBody {
  static let type: FourCC = "tmin"
  static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// Milliseconds.
  var time: Int32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "time", &time)
  }
}

/// The largest packet in bytes (`pmax`), or the longest in milliseconds (`dmax`).
struct HintLargestPacketBox: BoxBody {
  static let type: FourCC = "pmax"
  static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// The longest packet: its duration in milliseconds in `dmax`, its bytes in `pmax`.
  var value: UInt32 = 0

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, f.scope.type == "dmax" ? "time" : "bytes", &value)
  }
}

/// The meaning of the number of a payload in packets.
struct HintPayloadIDBox: BoxBody {
  static let type: FourCC = "payt"
  static let specification = "ISO/IEC 14496-12 §9.2.5"

  var payloadID: UInt32 = 0
  var rtpmap = Text("", form: .plain)

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "payloadID", &payloadID)
    try f.text("rtpmap_string", &rtpmap, count: .bits(8, "count"))
  }
}

/// The instructions for the header of a packet with which a server sends a file (LCT, RFC 3451).
struct FileDeliveryPacketBox: BoxBody {
  static let type: FourCC = "fdpa"
  static let specification = "ISO/IEC 14496-12 §9"

  var hasSenderTime = false
  var hasResidualTime = false
  var closesSession = false
  var closesObject = false
  var objectIdentifier: UInt16 = 0
  var extensions: [HeaderExtension] = []
  /// The number of parts of the packet, and the parts.
  var constructors = Bytes()

  /// An extension of the header.
  struct HeaderExtension: FieldCodable, Equatable, Sendable {
    /// Extensions above 127 have three bytes; others state their length in words of four bytes.
    var type: UInt8 = 0
    var length: UInt8 = 1
    var content = Bytes()

    init() {}

    mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
      try f.uint(8, "header_extension_type", &type)
      guard type <= 127 else {
        return try f.bytes("content", &content, count: .exactly(3))
      }
      try f.uint(8, "length", &length)
      guard length > 0 else { return }
      try f.bytes("content", &content, count: .exactly(Int(length) * 4 - 2))
    }
  }

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.flag("sender_current_time_present", &hasSenderTime)
    try f.flag("expected_residual_time_present", &hasResidualTime)
    try f.flag("session_close_bit", &closesSession)
    try f.flag("object_close_bit", &closesObject)
    try f.reserved(4)
    try f.uint(16, "transport_object_identifier", &objectIdentifier)
    try f.list("header_extension_constructors", &extensions, count: .bits(16, "entrycount"))
    try f.bytes("packet_constructors", &constructors, count: .toEnd)
  }
}
