import ISOBMFF
import Metadata
import Text

extension ICCProfile {
  /// The entry for an image if only its profile is known.
  static func entry(_ profile: Bytes) -> ReportEntry {
    ReportEntry(
      "colour", "Colour",
      .object([("profile", .string(name(profile))), ("profileBytes", .int(profile.count))]),
      text(profile))
  }

  /// `Display P3 (ICC profile, 548 bytes)`
  static func text(_ profile: Bytes) -> String {
    profile.isEmpty
      ? "an empty ICC profile"
      : "\(name(profile) ?? "unnamed") (ICC profile, \(counted(profile.count, "byte")))"
  }

  /// The name of a profile; nil if it has none.
  static func name(_ profile: Bytes) -> String? { ICCProfile(profile)?.name }
}
