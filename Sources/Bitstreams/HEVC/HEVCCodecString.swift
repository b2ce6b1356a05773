public import FieldCoding

/// The `codecs` parameter of a track (RFC 6381, ISO/IEC 14496-15 §E.3): `hvc1.1.6.L93.B0`.
public struct CodecString: Hashable, Sendable {
  /// `hvc1`, `hev1`, ...: where parameter sets may be.
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
    let space = ["", "A", "B", "C"][Int(profile.space % 4)]
    var bytes = profile.constraints.bytes
    while bytes.last == 0 { bytes.removeLast() }
    let parts =
      [
        "\(sampleEntry)",
        "\(space)\(profile.idc)",
        hex(profile.compatibility.reversed),
        "\(profile.tier == .high ? "H" : "L")\(level.idc)",
      ] + bytes.map(hex)
    return parts.joined(separator: ".")
  }

  private func hex(_ number: some BinaryInteger) -> String {
    String(number, radix: 16, uppercase: true)
  }
}
