import StreamVerification
import Testing

/// What may change in playlists of live streams.
@Suite struct LiveRuleTests {
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

  /// What is found of live rules when one playlist becomes another.
  private func found(_ playlists: [(text: String, seconds: Double)]) throws -> Set<String> {
    var monitor = StreamMonitor("live.m3u8")
    var found: Set<String> = []
    var packets = [UInt8](repeating: 0xFF, count: 188 * 4)
    for packet in 0..<4 { packets[packet * 188] = 0x47 }
    let media = Bytes(packets)
    for (text, seconds) in playlists {
      let stream = try #require(
        ExaminedStream(Bytes(Array(text.utf8)), DocumentAddress("live.m3u8"), name: "live.m3u8") {
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
    // What went with its segment is counted.
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

  @Test func everyRuleIsNamed() {
    let known = Set(Rules.all.map { $0.id } + StreamRules.all.map { $0.id })
    for rule in StreamRules.live {
      #expect(!known.contains(rule.id) && rule.sentence.hasSuffix(".") && !rule.clause.isEmpty)
    }
    #expect(StreamRules.live.count == 7)
  }
}
