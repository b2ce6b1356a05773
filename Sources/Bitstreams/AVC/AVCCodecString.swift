public import FieldCoding

/// The `codecs` parameter of a track (RFC 6381 §3.3): `avc1.64001F`.
public struct CodecString: Hashable, Sendable {
  /// `avc1`, `avc3`, ...: where parameter sets may be.
  public var sampleEntry: FourCC
  public var profile: Profile
  public var level: Level

  public init(sampleEntry: FourCC, profile: Profile, level: Level) {
    self.sampleEntry = sampleEntry
    self.profile = profile
    self.level = level
  }
}

extension CodecString: CustomStringConvertible {
  public var description: String {
    let bytes = [profile.idc, profile.constraints.rawValue, level.idc]
    return "\(sampleEntry).\(hexadecimal(bytes, uppercase: true))"
  }
}
