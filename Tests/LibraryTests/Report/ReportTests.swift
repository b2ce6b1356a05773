import Foundation
import TestSupport
import Testing
import Text
import WorkerClient

@testable import Library

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

  /// A manifest of these files, which are changed as a test needs them.
  private func report(_ records: [ManifestRecord]) throws -> ManifestReport {
    let path = try folder.write(Data(records.flatMap(\.line)), to: "manifest.jsonl")
    return try ManifestReport([path])
  }

  private func record(
    _ name: String, _ outcome: ManifestRecord.Outcome = .converted,
    _ change: (inout ManifestRecord) -> Void = { _ in }
  ) -> ManifestRecord {
    make(ManifestRecord(input: name, outcome: outcome, byteCount: 100, modified: 1), change)
  }

  @Test func whatIsSavedIsTheDifference() throws {
    let output = ManifestRecord.File(path: "a.jpg", byteCount: 30, modified: 1, sha256: nil)
    let report = try report([record("a.heic") { $0.outputs = [output] }])
    let words = text { report.writeJSON(to: $0, slowest: 3) }
    let numbers = try #require(
      JSONSerialization.jsonObject(with: Data(words.utf8)) as? [String: Any])
    #expect(
      ["input_bytes", "output_bytes", "saved_bytes"].map { numbers[$0] as? Int } == [100, 30, 70])
  }

  @Test func outcomesAreSharesOfAllFiles() throws {
    let files = ["a", "b", "c"].map { record($0) } + [record("d", .failed)]
    let report = try report(
      files.enumerated().map { number, file in
        make(file) { if number == 0 { $0.warnings = ["it is small"] } }
      })
    let page = text { ReportPage(report, slowest: 0, to: $0).write() }
    #expect(page.contains("x=\"0%\" width=\"75%\"") && page.contains("x=\"75%\" width=\"25%\""))
    #expect(page.contains("<li>1 with warnings</li>"))
  }

  /// The ranges go from the fastest file to the slowest, with those between them that no file is in.
  @Test func timesAreInRanges() throws {
    let durations = try report([0.03, 0.04, 0.3].map { ($0, 0) }).durations
    #expect(durations.map(\.count) == [2, 0, 0, 1])
    for (duration, bounds) in zip(durations, [0.02, 0.05, 0.1, 0.2]) {
      #expect((duration.range.lowerBound - bounds).magnitude < 1e-9)
    }
  }

  /// A stage that took less than a tenth of the time of its file is not named.
  @Test func longStagesAreNamed() {
    let file = record("a.heic") { file in
      file.seconds = 4
      file.stages = make(StageTimes()) {
        ($0[.decoding], $0[.encoding], $0[.writing]) = (.seconds(1), .seconds(2.8), .seconds(0.2))
      }
    }
    #expect(file.stageText == "encoding 2.8 s, decoding 1 s")
  }

  /// In a second, or in an hour where the run lasted two of them or more. The marks are those of the numbers, and then
  /// those of the times.
  @Test(arguments: [
    (120.0, "a second", ["0", "5", "10", "0:00", "0:15"]),
    (7200, "an hour", ["0", "200", "400", "600", "0:00", "15:00"]),
  ])
  func thePaceIsThatOfAUnit(length: Double, unit: String, marks: [String]) throws {
    let report = try report((0...1200).map { (1, length * Double($0) / 1200) })
    let page = text { ReportPage(report, slowest: 0, to: $0).write() }
    let start = try #require(page.firstRange(of: "Files in \(unit) over the run")).upperBound
    let texts = page[start...].matches(of: /<text [^>]*>([^<]*)<\/text>/).map {
      String($0.output.1)
    }
    #expect(Array(texts.prefix(marks.count)) == marks)
  }
}
