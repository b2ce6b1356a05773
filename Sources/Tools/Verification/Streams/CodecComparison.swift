/// Compares codecs as players do.
enum CodecComparison {
  /// A profile or level may be stated in another form. The codec has to be the same, and for video the profile.
  static func matches(_ coded: String, _ stated: [String]) -> Bool {
    stated.contains { isSame(coded, $0) }
  }

  private static let families: [[String]] = [
    ["avc1", "avc3"], ["hvc1", "hev1", "dvh1", "dvhe"],
    ["mp4a.40.2", "mp4a.40.5", "mp4a.40.29", "mp4a.67"],
    ["opus", "Opus"], ["flac", "fLaC"], ["ac-3", "mp4a.a5", "mp4a.A5"],
    ["ec-3", "mp4a.a6", "mp4a.A6"],
  ]

  private static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    func family(_ codec: String) -> Int? {
      let entry = String(codec.prefix { $0 != "." })
      return families.firstIndex { $0.contains(codec) || $0.contains(entry) }
    }
    if let first = family(one) { return first == family(other) }
    return one.prefix { $0 != "." } == other.prefix { $0 != "." }
  }

  /// The codec of `stated` that is the same codec with another profile, or with a level that is too low; nil if there
  /// is none.
  static func wrongProfile(_ coded: String, _ stated: [String]) -> String? {
    guard let own = ProfileAndLevel(coded), let other = stated.first(where: { isSame(coded, $0) }),
      let said = ProfileAndLevel(other), own.profile != said.profile || own.level > said.level
    else { return nil }
    return other
  }

  /// The profile and level in codec strings of AVC and HEVC (RFC 6381 §3.3, ISO/IEC 14496-15 Annex E).
  private struct ProfileAndLevel {
    var profile: Int
    var level: Int

    init?(_ codec: String) {
      let parts = codec.split(separator: ".")
      switch parts.first {
      case "avc1", "avc3":
        guard parts.count == 2, parts[1].utf8.count == 6, let number = Int(parts[1], radix: 16)
        else { return nil }
        (profile, level) = (number >> 16, number & 0xFF)
      case "hvc1", "hev1":
        guard parts.count >= 4, let profile = Int(parts[1].filter(\.isNumber)),
          let level = Int(parts[3].dropFirst())
        else { return nil }
        (self.profile, self.level) = (profile, level)
      default: return nil
      }
    }
  }
}
