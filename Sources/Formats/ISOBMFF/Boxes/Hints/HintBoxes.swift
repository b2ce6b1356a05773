/// The units per second of the times in packets.
public struct TimescaleEntryBox: BoxBody {
  public static let type: FourCC = "tims"
  public static let specification = "ISO/IEC 14496-12 §9.2.2"

  public var timescale: UInt32 = 90000

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "timescale", &timescale)
  }
}

/// The offset that is added to the times (`tsro`) or to the sequence numbers (`snro`) of packets.
public struct TimeOffsetBox: BoxBody {
  public static let type: FourCC = "tsro"
  public static let specification = "ISO/IEC 14496-12 §9.2.2"

  public var offset: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "offset", &offset)
  }
}

/// Whether the times of received streams fit together.
public struct TimestampSynchronyBox: BoxBody {
  public static let type: FourCC = "tssy"
  public static let specification = "ISO/IEC 14496-12 §9.4.1"

  public var timestampSync: UInt8 = 0

  static let states: ValueNames = [1: "not synchronised", 2: "synchronised"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(6)
    try f.uint(2, "timestamp_sync", &timestampSync, as: .names(Self.states))
  }
}

/// The source of received packets.
public struct ReceivedSsrcBox: BoxBody {
  public static let type: FourCC = "rssr"
  public static let specification = "ISO/IEC 14496-12 §9.4.1"

  public var ssrc: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "SSRC", &ssrc, as: .hex)
  }
}

/// How packets are encrypted and protected from changes.
public struct SRTPProcessBox: BoxContainer {
  public static let type: FourCC = "srpp"
  public static let specification = "ISO/IEC 14496-12 §9.2.2"

  public var header = FullBoxHeader()
  /// Four spaces: chosen outside of the file.
  public var encryptionAlgorithmRTP: FourCC = "    "
  public var encryptionAlgorithmRTCP: FourCC = "    "
  public var integrityAlgorithmRTP: FourCC = "    "
  public var integrityAlgorithmRTCP: FourCC = "    "
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.fourCC("encryption_algorithm_rtp", &encryptionAlgorithmRTP)
    try f.fourCC("encryption_algorithm_rtcp", &encryptionAlgorithmRTCP)
    try f.fourCC("integrity_algorithm_rtp", &integrityAlgorithmRTP)
    try f.fourCC("integrity_algorithm_rtcp", &integrityAlgorithmRTCP)
    try f.boxes(&children)
  }
}

/// A table of a transport stream: PAT (`tPAT`), PMT (`tPMT`), object descriptors (`tOD `).
public struct TransportTableBox: BoxBody {
  public static let type: FourCC = "tPAT"
  public static let specification = "ISO/IEC 14496-12 §9.3.3"

  public var pid: UInt16 = 0
  public var sectionData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.reserved(3)
    try f.uint(13, "PID", &pid)
    try f.bytes("sectiondata", &sectionData, count: .toEnd)
  }
}

/// The origin of the times of a transport stream.
public struct TSTimingBox: BoxBody {
  public static let type: FourCC = "tsti"
  public static let specification = "ISO/IEC 14496-12 §9.3.3"

  public var timingDerivationMethod: UInt8 = 0
  /// The packet identifier of the clock references.
  public var pid: UInt16 = 0

  static let methods: ValueNames = [0: "reception time", 1: "piecewise linearity between PCRs"]

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(1, "timing_derivation_method", &timingDerivationMethod, as: .names(Self.methods))
    try f.reserved(2)
    try f.uint(13, "PID", &pid)
  }
}

/// The time of the first packet.
public struct InitialSampleTimeBox: BoxBody {
  public static let type: FourCC = "istm"
  public static let specification = "ISO/IEC 14496-12 §9.3.3"

  public var initialSampleTime: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "initialsampletime", &initialSampleTime)
    try f.reserved(32)
  }
}

/// The session description of the track (RFC 4566).
public struct SDPHintInformationBox: BoxBody {
  public static let type: FourCC = "sdp "
  public static let specification = "ISO/IEC 14496-12 §9.2.4"

  public var sdpText = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("sdptext", &sdpText, count: .toEnd)
  }
}

/// The session description of the movie.
public struct RTPMovieHintInformationBox: BoxBody {
  public static let type: FourCC = "rtp "
  public static let specification = "ISO/IEC 14496-12 §9.2.4"

  public var descriptionFormat: FourCC = "sdp "
  public var sdpText = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("descriptionformat", &descriptionFormat)
    try f.text("sdptext", &sdpText, count: .toEnd)
  }
}
