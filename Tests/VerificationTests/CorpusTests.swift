import Foundation
import ISOBMFF
import TestSupport
import Testing
import Verification

@Suite struct CorpusTests {
  /// Folders of files that came out of devices and good programs, and are not damaged.
  static let sound: Set<String> = [
    "iphone-heic", "livephoto-pairs", "motion-photo", "vendor-heif", "mov", "mp4", "avif", "cr3",
    "3gp", "m4a-audio", "heif-conformance", "heif-misc", "fmp4",
  ]

  static let files = MediaFolder.files.map { path in
    (folder: path.dropFirst((MediaFolder.path?.count ?? 0) + 1).prefix { $0 != "/" }, path: path)
  }

  static func report(_ path: String) throws -> Report {
    Report(ExaminedFile(try ByteSource(mapping: path).bytes, name: path))
  }

  @Test(.needsMedia)
  func soundFilesHaveNoErrors() throws {
    for (folder, path) in CorpusTests.files where CorpusTests.sound.contains(String(folder)) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if KnownDamage.files[name] != nil { continue }
      if KnownDamage.lists(path, in: KnownDamage.movies) { continue }
      let errors = try CorpusTests.report(path).findings.filter { $0.severity == .error }
      #expect(
        errors.map { "\($0.rule.id) at \($0.fieldPath): \($0.message)" } == [], "\(folder)/\(name)")
    }
  }

  @Test(.needsMedia)
  func malformedFilesHaveFindings() throws {
    for (folder, path) in CorpusTests.files where folder == "malformed" {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if KnownDamage.sound[name] != nil { continue }
      if KnownDamage.lists(path, in: KnownDamage.soundMovies) { continue }
      #expect(try !CorpusTests.report(path).findings.isEmpty, "\(name)")
    }
  }

  @Test(.needsMedia)
  func damagedFilesHaveErrors() throws {
    let damaged = KnownDamage.files.merging(KnownDamage.movies) { first, _ in first }
    let paths = CorpusTests.files.map(\.path).filter { KnownDamage.lists($0, in: damaged) }
    #expect(paths.count >= damaged.count)
    for path in paths { #expect(try CorpusTests.report(path).worst == .error, "\(path)") }
  }
}
