public import FieldCoding
import NALUnits

/// The `codecs` parameter of a track (RFC 6381, ISO/IEC 14496-15 §E.6): `vvc1.1.L51.CQA`.
public struct CodecString: Hashable, Sendable {
  /// The type of the sample entry: `vvc1` or `vvi1`.
  public var sampleEntry: FourCC
  public var profile: Profile
  /// Whether the limits of the level are those of the high tier; otherwise of the main tier.
  public var isHighTier: Bool
  public var level: Level
  /// The bytes that start with the two flags of ``VvcPTLRecord``.
  public var constraints: [UInt8]

  /// The codec string of a stream with this record.
  public init(sampleEntry: FourCC, _ record: VvcPTLRecord) {
    self.sampleEntry = sampleEntry
    profile = record.profile
    isHighTier = record.isHighTier
    level = record.level
    var bits = [record.isFrameOnly, record.hasMultipleLayers]
    for (index, word) in record.constraints.words.enumerated() {
      let count = min(64, record.constraints.count - index * 64)
      bits += (0..<count).map { word >> UInt64(count - 1 - $0) & 1 == 1 }
    }
    let isSet = bits
    constraints = stride(from: 0, to: isSet.count, by: 8).map { start in
      (start..<start + 8).reduce(0) { $0 * 2 + ($1 < isSet.count && isSet[$1] ? 1 : 0) }
    }
  }
}

extension CodecString: CustomStringConvertible {
  public var description: String {
    var bytes = constraints
    while bytes.last == 0 { bytes.removeLast() }
    let parts = [
      "\(sampleEntry)", "\(profile.idc)", "\(isHighTier ? "H" : "L")\(level.idc)",
      bytes.isEmpty ? nil : "C\(CodecString.base32(bytes))",
    ]
    return parts.compactMap { $0 }.joined(separator: ".")
  }

  /// RFC 4648 §6, without padding.
  private static func base32(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = bytes.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    return String(
      stride(from: 0, to: bits.count, by: 5).map { start in
        digits[(start..<start + 5).reduce(0) { $0 * 2 + ($1 < bits.count ? Int(bits[$1]) : 0) }]
      })
  }
}
