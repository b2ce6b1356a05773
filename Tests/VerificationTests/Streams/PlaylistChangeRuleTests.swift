import ISOBMFF
import Testing

@testable import Verification

/// The permitted changes of playlists of live streams.
@Suite struct PlaylistChangeRuleTests {
  /// A playlist of pictures whose first segment has a number.
  private func playlist(
    from first: Int = 0, count: Int, target: Int = 1, type: String? = nil, hasEnd: Bool = false,
    durations: [Int: Double] = [:], discontinuity: (sequence: Int, before: Int?) = (0, nil)
  ) -> String {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(target)",
      "#EXT-X-MEDIA-SEQUENCE:\(first)",
      "#EXT-X-DISCONTINUITY-SEQUENCE:\(discontinuity.sequence)",
    ]
    if let type { lines.append("#EXT-X-PLAYLIST-TYPE:\(type)") }
    for number in first..<first + count {
      if number == discontinuity.before { lines.append("#EXT-X-DISCONTINUITY") }
      lines += ["#EXTINF:\(durations[number] ?? 1.0),", "segment-\(number).ts"]
    }
    return (lines + (hasEnd ? ["#EXT-X-ENDLIST"] : [])).joined(separator: "\n") + "\n"
  }

  /// The findings of live rules when one playlist replaces another.
  private func found(_ playlists: [(text: String, seconds: Double)]) throws -> Set<String> {
    var monitor = StreamMonitor("live.m3u8")
    var found: Set<String> = []
    var packets = [UInt8](repeating: 0xFF, count: 188 * 4)
    for packet in 0..<4 { packets[packet * 188] = 0x47 }
    let media = Bytes(packets)
    for (text, seconds) in playlists {
      let stream = try #require(
        ExaminedStream(Bytes(Array(text.utf8)), DocumentURL("live.m3u8"), name: "live.m3u8") {
          _ throws(StreamLoadError) in media
        })
      found.formUnion(monitor.observe(stream, at: seconds).map { $0.rule.id })
    }
    #expect(monitor.observationCount == playlists.count)
    return found.filter { $0.hasPrefix("live-") }
  }

  private func found(_ last: String, _ next: String, after seconds: Double = 1) throws -> Set<
    String
  > {
    try found([(last, 0), (next, seconds)])
  }

  @Test func aStreamThatGoesOnHasNoFindings() throws {
    #expect(
      try found([
        (playlist(count: 3), 0), (playlist(from: 1, count: 3), 1), (playlist(from: 1, count: 3), 2),
        (playlist(from: 2, count: 3), 2.5), (playlist(from: 2, count: 4, hasEnd: true), 3.5),
      ]) == [])
    // Tags that were removed with their segment are counted.
    #expect(
      try found(
        playlist(count: 3, discontinuity: (0, 1)),
        playlist(from: 2, count: 3, discontinuity: (1, nil)))
        == [])
  }

  @Test func changesAreFound() throws {
    let good = playlist(from: 5, count: 3)
    #expect(try found(good, playlist(from: 4, count: 5)) == ["live-sequence-backwards"])
    #expect(
      try found(good, playlist(from: 5, count: 4, durations: [6: 0.7])) == ["live-segment-changed"])
    #expect(try found(good, playlist(from: 5, count: 2)) == ["live-segments-gone"])
    #expect(
      try found(playlist(count: 3, type: "EVENT"), playlist(from: 1, count: 3, type: "EVENT"))
        == ["live-segments-gone"])
    #expect(
      try found(
        playlist(count: 3, discontinuity: (0, 1)), playlist(from: 2, count: 3))
        == ["live-discontinuity-sequence"])
    #expect(
      try found(playlist(count: 3, hasEnd: true), playlist(count: 4)) == ["live-end-taken-back"])
    #expect(try found(good, playlist(from: 5, count: 4, target: 2)) == ["live-target-changed"])
    #expect(try found(good, good, after: 2) == ["live-stalled"])
  }

  // MARK: Reading

  /// Counts the requests for a stream of MPEG-TS, whose segments are not read, or for the sample stream.
  private final class Server {
    var counts: [String: Int] = [:]
    let files: SampleStream.Files?

    init(_ files: SampleStream.Files? = nil) { self.files = files }

    func load(_ resource: StreamResource) throws(StreamLoadError) -> Bytes {
      counts[resource.url.text, default: 0] += 1
      guard let files else { return Bytes([0x47] + [UInt8](repeating: 0xFF, count: 187)) }
      guard let bytes = files[resource.url.text] else {
        throw StreamLoadError("is not there")
      }
      return try resource.part(of: Bytes(bytes))
    }

    func stream(_ text: String) throws -> ExaminedStream {
      try #require(
        ExaminedStream(
          Bytes(Array(text.utf8)), DocumentURL("live.m3u8"), name: "live.m3u8", load: load))
    }
  }

  /// After hours, only the data of the listed segments is kept.
  @Test func whatWentIsForgotten() throws {
    let server = Server()
    var monitor = StreamMonitor("live.m3u8")
    for first in 0..<1000 {
      _ = monitor.observe(try server.stream(playlist(from: first, count: 4)), at: Double(first))
      #expect(monitor.memorySize == 4)
    }
    #expect(server.counts.count == 1003 && server.counts.values.allSatisfy { $0 == 1 })
    #expect(monitor.segmentCount == 1003)
    _ = monitor.observe(try server.stream(playlist(from: 0, count: 4)), at: 5000)
    #expect(server.counts["segment-0.ts"] == 2)
  }

  /// In a list that only grows, the last segments are checked.
  @Test func aListThatGrowsIsBounded() throws {
    let server = Server()
    var monitor = StreamMonitor("live.m3u8")
    for count in [1000, 1001, 1002, 1500] {
      let text = playlist(count: count, type: "EVENT")
      _ = monitor.observe(try server.stream(text), at: Double(count))
      #expect(monitor.memorySize == 256)
    }
    #expect(server.counts.count == 256 + 2 + 256 && server.counts.values.allSatisfy { $0 == 1 })
    #expect(server.counts["segment-743.ts"] == nil && server.counts["segment-744.ts"] == 1)
    #expect(monitor.segmentCount == 1500)
  }

  /// The data that rules need of earlier segments is kept: their times, starts and codings.
  @Test func rulesSeeWhatWasReadBefore() throws {
    let files = try SampleStream.hls.files()
    func playlist(_ numbers: [Int], from first: Int, duration: Double = 1) -> String {
      let rows = numbers.map { "#EXTINF:\(duration),\nvideo-1-0000\($0).m4s\n" }
      return """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:1
        #EXT-X-MEDIA-SEQUENCE:\(first)
        #EXT-X-MAP:URI="video-1-init.mp4"
        \(rows.joined())
        """
    }
    let server = Server(files)
    var monitor = StreamMonitor("live.m3u8")
    #expect(monitor.observe(try server.stream(playlist([1], from: 0)), at: 0).count <= 2)
    let good = monitor.observe(try server.stream(playlist([1, 2], from: 0)), at: 1)
    #expect(good.isEmpty, "\(good)")
    let bad = monitor.observe(try server.stream(playlist([2, 1], from: 1)), at: 2)
    #expect(bad.contains { $0.rule.id == "stream-times-backwards" }, "\(bad)")
    #expect(
      server.counts == [
        "video-1-init.mp4": 1, "video-1-00001.m4s": 2, "video-1-00002.m4s": 1,
      ])
    // A segment that is missing may come.
    _ = monitor.observe(try server.stream(playlist([2, 1, 4], from: 1)), at: 3)
    _ = monitor.observe(try server.stream(playlist([2, 1, 4], from: 1)), at: 4)
    #expect(server.counts["video-1-00004.m4s"] == 2)
  }

  /// Findings of a day are counted, and the worst are kept.
  @Test func findingsAreBounded() throws {
    let server = Server()
    var monitor = StreamMonitor("live.m3u8")
    for number in 0..<400 {
      // Segments that last longer than the target duration.
      let durations = Dictionary(
        uniqueKeysWithValues: (0..<50).map {
          (number * 50 + $0, 3 + Double(number * 50 + $0) / 1000)
        })
      let text = playlist(from: number * 50, count: 50, durations: durations)
      _ = monitor.observe(try server.stream(text), at: Double(number))
    }
    let report = monitor.report
    #expect(report.findings.count <= 1 << 14)
    #expect(report.count(.error) + report.count(.warning) >= 20_000)
  }

  /// Playlists of a live stream are read one after the other: changes in between do not count as differences.
  @Test func variantsNeedNotBeginWithTheSameSegment() throws {
    var files = try SampleStream.hls.files()
    let rows = (1...3).map { "#EXTINF:1,\nvideo-N-0000\($0).m4s\n" }
    func text(_ number: Int, _ range: Range<Int>) -> [UInt8] {
      let rows = rows[range].joined().replacing("-N-", with: "-\(number)-")
      return Array(
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(range.lowerBound)\n#EXT-X-MAP:URI=\"video-\(number)-init.mp4\"\n\(rows)"
          .utf8)
    }
    files["multivariant.m3u8"] = Array(
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nvideo-1.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900001\nvideo-2.m3u8\n"
        .utf8)
    (files["video-1.m3u8"], files["video-2.m3u8"]) = (text(1, 0..<3), text(2, 1..<3))
    func found(_ files: SampleStream.Files) throws -> Bool {
      Report(try SampleStream.hls.examined(files)).findings.contains {
        $0.rule.id == "hls-variants-not-aligned"
      }
    }
    #expect(try !found(files))
    // A segment that begins in the middle of another variant's segment is found.
    try files.editFragment(
      "video-2-00003.m4s", "tfdt", as: TrackFragmentBaseMediaDecodeTimeBox.self
    ) { $0.baseMediaDecodeTime += 7680 }
    #expect(try found(files))
  }

  @Test func everyRuleIsNamed() {
    let known = Set(Rules.all.map { $0.id } + StreamRules.all.map { $0.id })
    for rule in StreamRules.live {
      #expect(!known.contains(rule.id) && rule.sentence.hasSuffix(".") && !rule.clause.isEmpty)
    }
    #expect(StreamRules.live.count == 7)
  }
}
