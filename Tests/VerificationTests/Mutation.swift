import Files
import Foundation
import ISOBMFF
import TestSupport
import Testing
import Verification

/// A good file, changed a little so that it breaks one rule.
struct Mutation: Sendable {
  enum Change: Sendable {
    case boxes(@Sendable (inout BoxFile) throws -> Void)
    case bytes(@Sendable (inout [UInt8]) throws -> Void)
  }

  /// The rule that is broken.
  var rule: String
  /// A file of SampleMedia.
  var sample: String
  /// The box that is expected to be named.
  var path: String
  /// Rules that the same change cannot but break too.
  var also: Set<String>
  /// The name of the file after the change, if it differs.
  var name: String?
  var change: Change

  /// A change to the boxes of a file.
  static func boxes(
    _ rule: String, _ sample: String = Sample.photo, at path: String = "", also: Set<String> = [],
    _ change: @escaping @Sendable (inout BoxFile) throws -> Void
  ) -> Mutation {
    Mutation(rule: rule, sample: sample, path: path, also: also, change: .boxes(change))
  }

  /// A change to the bytes of a file.
  static func bytes(
    _ rule: String, _ sample: String = Sample.photo, at path: String = "", also: Set<String> = [],
    name: String? = nil, _ change: @escaping @Sendable (inout [UInt8]) throws -> Void
  ) -> Mutation {
    Mutation(
      rule: rule, sample: sample, path: path, also: also, name: name, change: .bytes(change))
  }

  func report() throws -> Report {
    let original = try Sample.bytes(sample)
    switch change {
    case .boxes(let change):
      let before = BoxFile(Bytes(original))
      var file = before
      try change(&file)
      let bytes = try file.encodedAfterChange(from: before)
      #expect(bytes != original, "\(rule): nothing was changed")
      return report(bytes)
    case .bytes(let change):
      var bytes = original
      try change(&bytes)
      return report(bytes)
    }
  }

  private func report(_ bytes: [UInt8]) -> Report {
    Report(ExaminedFile(Bytes(bytes), name: name ?? sample, inflate: Zlib.inflate))
  }

  /// There is at least one for each rule.
  static let all = truth + structure + references + data + codec + samples + fragments + cmaf
}

/// The files of SampleMedia.
enum Sample {
  static let photo = "portrait-single.heic"
  static let tiled = "landscape-tiled.heic"
  static let avif = "coast.avif"
  static let jpeg = "meadow.jpg"
  static let movie = "clip-hevc.mov"
  static let mp4 = "clip-h264.mp4"
  static let fragmented = "clip-hevc-fragmented.mp4"
  static let fragmentedQuickTime = "clip-h264-fragmented.mov"
  /// A CMAF track that the tests make from ``mp4``.
  static let cmaf = "clip-h264.cmfv"
  static let names = [
    photo, tiled, avif, jpeg, movie, mp4, fragmented, fragmentedQuickTime,
    cmaf,
  ]

  static func bytes(_ name: String) throws -> [UInt8] {
    if name == cmaf { return try SampleStream.cmafTrack() }
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample(name))))
  }
}
