/// A number of bytes or packets: bytes of packets with their headers (`trpy`, `totl`) or without (`tpyl`, `tpay`), the
/// number of packets (`nump`, `npck`), and bytes from media (`dmed`), from the hints themselves (`dimm`), and sent
/// again (`drep`).
public struct HintBytesSentBox: BoxBody {
  public static let type: FourCC = "trpy"
  public static let specification = "ISO/IEC 14496-12 §9.2.5"

  public var sent: UInt64 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    let isShort = ["totl", "npck", "tpay"].contains(f.scope.type)
    let isCount = ["nump", "npck"].contains(f.scope.type)
    try f.uint(isShort ? 32 : 64, isCount ? "packetssent" : "bytessent", &sent)
  }
}

/// The most bytes that are sent in any stretch of time.
public struct HintMaxRateBox: BoxBody {
  public static let type: FourCC = "maxr"
  public static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// Milliseconds.
  public var period: UInt32 = 0
  public var bytes: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "period", &period)
    try f.uint(32, "bytes", &bytes)
  }
}

/// The smallest (`tmin`) or the largest (`tmax`) time of a packet relative to its media.
public struct HintRelativeTimeBox: BoxBody {
  public static let type: FourCC = "tmin"
  public static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// Milliseconds.
  public var time: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.int(32, "time", &time)
  }
}

/// The largest packet in bytes (`pmax`), or the longest in milliseconds (`dmax`).
public struct HintLargestPacketBox: BoxBody {
  public static let type: FourCC = "pmax"
  public static let specification = "ISO/IEC 14496-12 §9.2.5"

  /// The longest packet: its duration in milliseconds in `dmax`, its bytes in `pmax`.
  public var value: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, f.scope.type == "dmax" ? "time" : "bytes", &value)
  }
}

/// The meaning of the number of a payload in packets.
public struct HintPayloadIDBox: BoxBody {
  public static let type: FourCC = "payt"
  public static let specification = "ISO/IEC 14496-12 §9.2.5"

  public var payloadID: UInt32 = 0
  public var rtpmap = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "payloadID", &payloadID)
    try f.text("rtpmap_string", &rtpmap, count: .bits(8, "count"))
  }
}
