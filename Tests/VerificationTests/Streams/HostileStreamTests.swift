import FieldCoding
import TestSupport
import Testing
import Verification

/// The cost of hostile documents.
@Suite struct HostileStreamTests {
  private func bytes(_ text: String) -> Bytes { Bytes(Array(text.utf8)) }

  private func manifest(_ text: String) -> DASHManifest? {
    DASHManifest(bytes(text), DocumentURL("a/m.mpd"), name: "m.mpd")
  }

  private func media(_ text: String) throws -> HLSMediaPlaylist {
    let playlist = try #require(HLSPlaylist(bytes(text)))
    guard case .media(let media) = playlist.content else {
      throw StreamLoadError("is no media playlist")
    }
    return media
  }

  @Test func numbersHaveRoomForTheirSums() throws {
    let greatest = "9223372036854775807"
    for numbers in [greatest, "1152921504606846976", "-9223372036854775808", "1e300"] {
      let found = try #require(
        manifest(
          """
          <MPD mediaPresentationDuration="PT10S"><Period start="PT\(greatest)S" duration="PT1S"><AdaptationSet>
          <SegmentTemplate media="$Number$-$Time$" startNumber="\(numbers)" endNumber="\(greatest)" timescale="\(numbers)" duration="\(numbers)" presentationTimeOffset="\(numbers)"/>
          <Representation id="a" bandwidth="\(numbers)"/><Representation id="b"><SegmentTemplate><SegmentTimeline>
          <S t="\(numbers)" d="\(numbers)" r="-1"/><S t="0" d="\(numbers)" r="\(numbers)"/><S t="\(numbers)" d="1" r="2"/></SegmentTimeline></SegmentTemplate></Representation>
          <Representation id="c"><SegmentBase indexRange="0-\(numbers)"/></Representation></AdaptationSet></Period></MPD>
          """))
      for track in found.tracks {
        #expect(track.segments.count <= StreamPresentation.mostSegments)
        #expect(track.segments.allSatisfy { ($0.start ?? 0).isFinite && $0.duration >= 0 })
      }
      let playlist = try media(
        """
        #EXTM3U
        #EXT-X-MEDIA-SEQUENCE:\(numbers)
        #EXT-X-SKIP:SKIPPED-SEGMENTS=\(numbers)
        #EXTINF:\(greatest),
        #EXT-X-BYTERANGE:\(numbers)@\(numbers)
        a
        #EXTINF:1,
        #EXT-X-BYTERANGE:\(numbers)
        a
        """)
      #expect(playlist.segments.count == 2 && playlist.segments[1].range == nil)
    }
  }

  @Test func whatIsRepeatedIsBounded() throws {
    let many = try #require(
      manifest(
        "<MPD><Period><AdaptationSet><Representation id=\"a\"><SegmentTemplate media=\"$Time$\"><SegmentTimeline><S t=\"7\" d=\"3\" r=\"1000000000\"/><S t=\"0\" d=\"1\" r=\"1000000000\"/></SegmentTimeline></SegmentTemplate></Representation></AdaptationSet></Period></MPD>"
      ))
    #expect(many.isCut && many.tracks[0].segments.count == StreamPresentation.mostSegments / 4)
    #expect(manifest("<!DOCTYPE a [<!ENTITY x \"y\">]><MPD/>") == nil)
    #expect(manifest(String(repeating: "<a>", count: 100_000)) == nil)
    let long = try #require(
      HLSPlaylist(
        bytes(
          "#EXTM3U\n#EXTINF:1,\n" + String(repeating: "x", count: 1 << 20) + "\n#EXTINF:1,\na\n")
      ))
    #expect(long.problems.count == 2)
    // Keys without an end do not add up.
    let keys = try media(
      "#EXTM3U\n"
        + (0..<1000).map {
          "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"a\",KEYFORMAT=\"\($0)\"\n#EXTINF:1,\na\n"
        }.joined())
    #expect(keys.segments.allSatisfy { $0.keys.count <= 16 })
    // A long id would be in the address of each segment.
    let named = try #require(
      manifest(
        "<MPD mediaPresentationDuration=\"PT10S\"><Period><AdaptationSet><Representation id=\"\(String(repeating: "a", count: 4000))\"><SegmentTemplate media=\"$RepresentationID$\" duration=\"1\"/></Representation></AdaptationSet></Period></MPD>"
      ))
    #expect(named.tracks[0].segments.isEmpty && named.problems.count == 1)
  }

  /// Parts of one file that overlap, which are 20 GB together.
  @Test func bytesAreNotReadAgainAndAgain() throws {
    let count = 10_000_000
    let file = Bytes(
      [0, 0x98, 0x96, 0x80] + Array("mdat".utf8) + [UInt8](repeating: 0, count: count - 8))
    let rows = (0..<2000).map { "#EXTINF:1,\n#EXT-X-BYTERANGE:\(count - $0)@0\nall.mp4\n" }
    let stream = try #require(
      ExaminedStream(
        bytes("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + rows.joined() + "#EXT-X-ENDLIST\n"),
        DocumentURL("a.m3u8"), name: "a.m3u8"
      ) { resource throws(StreamLoadError) in
        try resource.part(of: file)
      })
    let segments = try #require(stream.tracks.map(StreamTrackSummary.init).first).segments
    let refused = segments.filter {
      $0.problem
        == "is not read: the stream has 10,000,000 bytes in 1 file, and names them repeatedly"
    }
    #expect(refused.count == 1 && (16..<200).contains(segments.count))
    #expect(Report(stream).findings.contains { $0.rule.id == "stream-segment-missing" })
  }

  /// Segments whose files do not exist, or are the same few bytes, are not asked for again and again.
  @Test(arguments: [true, false]) func segmentsAreNotLoadedAgainAndAgain(isThere: Bool) throws {
    var loads = 0
    let file = Bytes([0, 0, 8, 0] + Array("mdat".utf8) + [UInt8](repeating: 0, count: 2040))
    let text =
      "<MPD mediaPresentationDuration=\"PT100000S\"><Period><AdaptationSet mimeType=\"video/mp4\"><Representation id=\"a\"><SegmentTemplate media=\"\(isThere ? "a" : "$Number$").mp4\" duration=\"1\"/></Representation></AdaptationSet></Period></MPD>"
    let stream = try #require(
      ExaminedStream(bytes(text), DocumentURL("a.mpd"), name: "a.mpd") {
        resource throws(StreamLoadError) in
        loads += 1
        guard isThere else { throw StreamLoadError("cannot be read") }
        return try resource.part(of: file)
      })
    let findings = Report(stream).findings
    #expect(loads < 10_000 && stream.isSpent)
    let finding = try #require(findings.first { $0.rule.id == "stream-too-many-segments" })
    #expect(finding.message.contains("the other segments were not checked"))
    #expect(findings.count < 100)
  }

  @Test func playlistsAreBoundedTogether() throws {
    let variants = (0..<100).map { "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8?\($0)\n" }
    let one = bytes(
      "#EXTM3U\n#EXTINF:1,\na\n"
        + String(repeating: "#" + String(repeating: "x", count: 999) + "\n", count: 1000))
    let stream = try #require(
      ExaminedStream(
        bytes("#EXTM3U\n" + variants.joined()), DocumentURL("m.m3u8"), name: "m.m3u8"
      ) {
        _ throws(StreamLoadError) in one
      })
    #expect(stream.tracks.count == 67)
    let findings = Report(stream).findings.filter { $0.rule.id == "stream-document-unreadable" }
    #expect(findings.count == 33)
    #expect(findings.first?.message.contains("a.m3u8?67 was not read") == true)
  }

  /// The time that documents take is as their length is.
  @Test func nothingIsQuadratic() throws {
    let rows = "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\nsegment\n"
    let playlists = growth(of: 500) {
      bytes("#EXTM3U\n" + String(repeating: rows, count: $0))
    } in: {
      #expect(HLSPlaylist($0) != nil)
    }
    #expect(playlists < 8, "\(playlists)")
    // All representations inherit the list of the period.
    let manifests = growth(of: 100) { count in
      let urls = String(repeating: "<SegmentURL media=\"a\"/>", count: count * 20)
      let representations = String(repeating: "<Representation id=\"a\"/>", count: count * 20)
      return bytes(
        "<MPD><Period><SegmentList>\(urls)</SegmentList><AdaptationSet>\(representations)</AdaptationSet></Period></MPD>"
      )
    } in: {
      #expect(DASHManifest($0, DocumentURL("m"), name: "m")?.tracks.isEmpty == false)
    }
    #expect(manifests < 8, "\(manifests)")
    // A target duration that has all segments in it.
    let rates = growth(of: 2000) { count in
      [(bytes: Int, seconds: Double)](repeating: (1, 1), count: count)
    } in: {
      #expect(PlaylistBitRate($0, target: 1e9).average == 8)
    }
    #expect(rates < 8, "\(rates)")
  }
}
