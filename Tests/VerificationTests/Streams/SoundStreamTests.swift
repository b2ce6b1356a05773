import FieldCoding
import Foundation
import NALUnits
import Testing

@testable import Streams
@testable import Verification

/// Valid streams of other programs, and the number of findings for those with errors.
@Suite struct SoundStreamTests {
  private func rules(_ sample: SampleStream, _ files: SampleStream.Files) throws -> [String] {
    Report(try sample.examined(files)).findings.map { $0.rule.id }
  }

  /// Without EXT-X-MAP, the data before the first key frame of a file counts (RFC 8216bis §4.4.3.6).
  @Test func keyFramesMayComeBehindTheTablesOfTheirFile() throws {
    var files = try SampleStream.transport.files()
    try files.edit("key-frames.m3u8", "2444@0", "1880@564")
    try files.edit("key-frames.m3u8", "2068@0", "1504@564")
    #expect(try rules(.transport, files) == [])
    // The packet with the program association table is replaced.
    files["segment-0.ts"]?.replaceSubrange(189..<191, with: [0x1F, 0xFF])
    #expect(try rules(.transport, files).contains("hls-tables-missing"))
  }

  @Test func whatRepeatsInATrackIsOneFinding() throws {
    var files = try SampleStream.hls.files()
    for number in 1...3 { files["video-1-0000\(number).m4s"] = nil }
    files["video-2-00002.m4s"] = nil
    let report = Report(try SampleStream.hls.examined(files))
    let missing = report.findings.filter { $0.rule.id == "stream-segment-missing" }
    #expect(missing.map(\.repeatCount).sorted() == [1, 1, 3, 3], "key frames are tracks, too")
    #expect(missing.first?.message.hasPrefix("video-1-00001.m4s") ?? false)
    // A monitor of the stream reports each.
    var monitor = StreamMonitor("live.m3u8")
    var live = try SampleStream.live.files()
    for number in 1...3 { live["video-1-0000\(number).m4s"] = nil }
    let heard = monitor.observe(try SampleStream.live.examined(live), at: 0)
    #expect(heard.count { $0.rule.id == "stream-segment-missing" } == 3)
  }

  /// A browser would play it: files that are not read are not errors.
  @Test func whatIsOutsideOfTheFolderIsNotRead() throws {
    var files = try SampleStream.hls.files()
    for name in ["video-1.m3u8", "video-1-keyframes.m3u8"] {
      try files.edit(name, "video-1-", "../other/video-1-", all: true)
    }
    let found = Report(try SampleStream.hls.examined(files)).findings
    #expect(Set(found.map { $0.rule.id }) == ["stream-elsewhere"])
    #expect(found.allSatisfy { $0.message.contains("outside of the folder of the stream") })
    // The same for playlists themselves.
    var documents = try SampleStream.hls.files()
    try documents.edit("multivariant.m3u8", "video-1.m3u8", "../other/video-1.m3u8")
    #expect(try rules(.hls, documents).contains("stream-elsewhere"))
    #expect(try !rules(.hls, documents).contains("stream-document-unreadable"))
  }

  /// No byte may be missing at the start of segments.
  @Test func aStartThatIsCutIsFound() throws {
    let files = try SampleStream.hls.files()
    let count = try #require(files["video-1-init.mp4"]?.count)
    for missing in [1, 8, 100, count / 2] {
      var files = files
      files["video-1-init.mp4"]?.removeLast(missing)
      #expect(try rules(.hls, files).contains("stream-start-unreadable"), "\(missing)")
    }
  }

  /// The period is longer than its samples.
  @Test func aPeriodIsCoveredBySamples() throws {
    var files = try SampleStream.dash.files()
    #expect(try rules(.dash, files) == [])
    try files.edit("stream.mpd", "PT2.500S", "PT5.000S")
    #expect(try rules(.dash, files).contains("dash-period-not-covered"))
  }

  @Test func aVersionThatCannotBeReadIsOneError() throws {
    var files = try SampleStream.transport.files()
    try files.edit("media.m3u8", "VERSION:4", "VERSION: 4")
    #expect(try rules(.transport, files) == ["hls-syntax"])
  }

  @Test(arguments: [
    ("<MPD a=\"1\"\nb=\"2\"c=\"3\"/>", "is not well-formed XML in line 2, byte"),
    ("<MPD>\n\n", "is not well-formed XML in line 3, byte"),
    ("<?xml version=\"1.0\"?><MPDs/>", "is XML, but its first element is not MPD"),
    ("#EXTM3U8", "is not an HLS playlist that can be read"),
  ])
  func documentsThatCannotBeRead(_ text: String, _ words: String) {
    #expect(StreamDocument.problem(in: Bytes(Array(text.utf8))).hasPrefix(words))
  }

  /// A player that supports the second layer (LCEVC) shows more samples than the first layer has.
  @Test func enhancedPicturesAreLarger() throws {
    func rules(_ provider: [UInt8]) throws -> [String] {
      var files = try SampleStream.transport.files()
      try files.edit("multivariant.m3u8", "96x64", "192x128", all: true)
      try files["segment-0.ts"]?.registerMessage(by: provider)
      return try self.rules(.transport, files)
    }
    #expect(try rules([0xB4, 0x00, 0x50, 0x00]) == [])
    #expect(Set(try rules([0xB5, 0x00, 0x50, 0x00])) == ["hls-size-differs"])
  }
}

extension [UInt8] {
  /// Converts x264's message about itself to registered user data (`user_data_registered_itu_t_t35`).
  fileprivate mutating func registerMessage(by provider: [UInt8]) throws {
    let identifier: [UInt8] = [0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7]
    let start = try #require(indices.first { self[$0...].starts(with: identifier) })
    let type = try #require(self[..<start].lastIndex(of: 5))
    self[type] = 4
    replaceSubrange(start..<start + provider.count, with: provider)
  }
}
