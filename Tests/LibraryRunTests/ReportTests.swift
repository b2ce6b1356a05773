import Foundation
import JSON
import TestSupport
import Testing
import WorkerClient

@testable import LibraryRun

/// The numbers of a report, and how its page shows them.
@Suite struct ReportTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A manifest of files that took some seconds each, and were done at some times.
  private func report(
    _ files: [(seconds: Double, finished: Double)], stages: Bool = false
  ) throws -> ManifestReport {
    var lines: [UInt8] = []
    for (number, file) in files.enumerated() {
      var record = ManifestRecord(
        input: "\(number).heic", outcome: .converted, byteCount: 100, modified: 1)
      record.seconds = file.seconds
      record.run = "1"
      record.finished = Int64(1_700_000_000_000_000_000) + Int64(file.finished * 1e9)
      if stages {
        var times = StageTimes()
        times[.decoding] = .seconds(file.seconds / 4)
        times[.encoding] = .seconds(file.seconds * 3 / 4)
        record.stages = times
      }
      lines += record.line
    }
    let path = try folder.write(Data(lines), to: "manifest.jsonl")
    return try ManifestReport([path])
  }

  private func text(_ write: (TextOutput) -> Void) -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    write(output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Each file counts in the part of the run in which it was done; the last one is done at its end.
  @Test func filesCountWhenTheyAreDone() throws {
    let report = try report([0, 1, 1.5, 5, 9.5, 10].map { (1, $0) })
    let pace = try #require(report.pace(parts: 5))
    #expect(pace.seconds == 2)
    #expect(pace.counts == [3, 0, 1, 0, 2])
    #expect(try self.report([(1, 3)]).pace(parts: 5) == nil)
  }

  /// The bar of the slowest file has the whole width, and one that took half as long has half of it.
  @Test func barsAreShares() throws {
    let plain = try report([(4, 0), (2, 1)])
    let page = text { ReportPage(plain, slowest: 5, to: $0).write() }
    let start = try #require(page.ranges(of: "Slowest files").first).lowerBound
    let widths = page[start...].matches(of: /<rect class="s1" width="([0-9.]+)%"/).map {
      $0.output.1
    }
    #expect(widths == ["100", "50"])
    let staged = try report([(4, 0), (2, 1)], stages: true)
    let parts = text { ReportPage(staged, slowest: 5, to: $0).write() }
    // A quarter and three quarters of all time, and of the slowest file; and their halves.
    for (start, width, count) in [
      ("0%", "25%", 2), ("25%", "75%", 2), ("0%", "12.5%", 1), ("12.5%", "37.5%", 1),
    ] {
      let found = parts.ranges(of: "x=\"\(start)\" width=\"\(width)\"")
      #expect(found.count == count, "\(start) \(width)")
    }
  }

  /// A title is written only for what there is.
  @Test func nothingIsAnnouncedThatIsNotThere() throws {
    let report = try report([(4, 0)])
    let words = text { report.writeText(to: $0, slowest: 3) }
    #expect(words.contains("slowest") && !words.contains("failures") && !words.contains("warnings"))
  }
}
