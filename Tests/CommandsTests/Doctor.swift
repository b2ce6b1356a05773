import Foundation
import TestSupport

/// The output of `boxwalk doctor` on this machine.
enum Doctor {
  private static let report = (try? Program.boxwalk("doctor", "--json"))?.data ?? Data()

  private static func entry(_ list: String, _ name: String) -> [String: Any] {
    let report = try? JSONSerialization.jsonObject(with: report) as? [String: Any]
    let entries = report?[list] as? [[String: Any]]
    return entries?.first { $0["name"] as? String == name } ?? [:]
  }

  /// Whether photos of a format are converted here.
  static func converts(_ format: String) -> Bool {
    entry("formats", format)["works"] as? Bool == true
  }

  static func has(_ library: String) -> Bool {
    entry("libraries", library)["works"] as? Bool == true
  }

  /// Whether libheif has encoders for both of its formats.
  static var writesHEIF: Bool {
    let abilities = entry("libraries", "libheif")["abilities"] as? [String] ?? []
    return ["encodes HEVC", "encodes AV1"].allSatisfy { words in
      abilities.contains { $0.hasPrefix(words) }
    }
  }
}
