import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing
import Verification

/// Playlists and manifests, as they are read.
@Suite struct StreamReadingTests {
  private func playlist(_ text: String) throws -> HLSPlaylist {
    try #require(HLSPlaylist(Bytes(Array(text.utf8))))
  }

  private func media(_ text: String) throws -> HLSMediaPlaylist {
    guard case .media(let media) = try playlist(text).content else {
      Issue.record("is no media playlist")
      throw StreamLoadError("kind")
    }
    return media
  }

  private func manifest(_ text: String) -> DASHManifest? {
    DASHManifest(Bytes(Array(text.utf8)), DocumentURL("a/m.mpd"), name: "m.mpd")
  }

  // MARK: Addresses

  @Test(arguments: [
    ("a/b.m3u8", "c.m4s", "a/c.m4s"), ("a/b.m3u8", "../c.m4s", "c.m4s"),
    ("a/b.m3u8", "x/./y/../c%20d.m4s?q=1", "a/x/c d.m4s"), ("b.m3u8", "../../c", "../../c"),
    ("/a/b.m3u8", "c", "/a/c"), ("https://h/a/b.m3u8?x", "c.m4s", "https://h/a/c.m4s"),
    ("https://h/a/b.m3u8", "/c?y", "https://h/c?y"),
    ("https://h/a/b.m3u8", "../../c", "https://h/c"),
    ("https://h/a/b.m3u8", "//other/c", "https://other/c"), ("a.m3u8", "http://h/c", "http://h/c"),
  ])
  func addressesAreResolved(_ base: String, _ reference: String, _ wanted: String) {
    #expect(DocumentURL(base).resolving(reference)?.text == wanted)
  }

  /// The examples of RFC 3986 §5.4, from the base `http://a/b/c/d;p?q`; those of other schemes lead nowhere.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    // Two slashes enclose a folder without a name.
    ("x//y", "http://a/b/c/x//y"), ("/x//../y", "http://a/x/y"),
  ])
  func farAddressesAreResolvedAsTheStandardSays(_ reference: String, _ wanted: String) {
    #expect(DocumentURL("http://a/b/c/d;p?q").resolving(reference)?.text == wanted)
  }

  @Test func addressesThatMayNotBeReadAreRefused() {
    for reference in ["/etc/passwd", "file:///etc/passwd", "data:,x", "ftp://h/x", "a%00b"] {
      #expect(DocumentURL("a/b.m3u8").resolving(reference) == nil, "\(reference)")
    }
    #expect(DocumentURL("https://h/b.m3u8").resolving("file:///etc/passwd") == nil)
    let document = DocumentURL("a/b/c.m3u8")
    #expect(DocumentURL("a/b/x/y").isBelowFolder(of: document))
    for path in ["a/y", "a/bb/y", "../a/b/y", "/a/b/y", "a/b"] {
      #expect(!DocumentURL(path).isBelowFolder(of: document), "\(path)")
    }
    #expect(!DocumentURL("../x").isBelowFolder(of: DocumentURL("c.m3u8")))
  }

  // MARK: HLS

  @Test func attributesAreRead() {
    let list = PlaylistAttributes("A=1,B=\"x,y=z\",C-1=0x1F,D=YES")
    #expect(list.names == ["A", "B", "C-1", "D"] && list.problem == nil)
    #expect(list["B"] == "x,y=z" && list.isQuoted("B") && !list.isQuoted("A"))
    #expect(list.integer("A") == 1 && list.integer("B") == nil && list.isYes("D"))
    for text in ["A", "A=\"x", "a=1", "A=1,A=2", "A=\"x\"y", "=1"] {
      #expect(PlaylistAttributes(text).problem != nil, "\(text)")
    }
    for text in ["1e9", "nan", "0x10", "", "1.2.3"] {
      #expect(PlaylistAttributes("A=\(text)").number("A") == nil, "\(text)")
    }
  }

  @Test func partsOfFilesFollowEachOther() throws {
    let media = try media(
      "#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:100@50\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:10\na\n#EXTINF:1,\n#EXT-X-BYTERANGE:10@9223372036854775807\na\n"
    )
    #expect(media.segments.map(\.range) == [50..<150, 150..<160, nil])
    #expect(try playlist("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:10\na\n").problems.count == 1)
  }

  @Test func keysReplaceThoseOfTheirFormat() throws {
    let key = "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"a\""
    let media = try media(
      "#EXTM3U\n\(key)\n\(key),KEYFORMAT=\"x\"\n#EXTINF:1,\na\n\(key)\n#EXTINF:1,\nb\n#EXT-X-KEY:METHOD=NONE\n#EXTINF:1,\nc\n"
    )
    #expect(media.segments.map(\.keys) == [[0, 1], [1, 2], []])
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0.0), ("2024-06-15T16:42:07.5+02:00", 1_718_462_527.5),
    ("2000-02-29T12:00:00-0130", 951_831_000),
  ])
  func momentsAreRead(_ text: String, _ seconds: Double) {
    #expect(StreamDate.seconds(text) == seconds)
  }

  @Test func whatIsNoMomentOrDurationIsRefused() {
    for text in [
      "", "2024-13-01T00:00:00Z", "2024-06-15", "2024-06-15T16:42:07Q", "2024-06-15T16:42:07.Z",
    ] {
      #expect(StreamDate.seconds(text) == nil, "\(text)")
    }
    #expect(StreamDate.duration("PT1H2M3.5S") == 3723.5)
    #expect(StreamDate.duration("P1DT1S") == 86_401)
    for text in ["", "PT", "P1Y", "PT1", "1S", "PTnanS"] {
      #expect(StreamDate.duration(text) == nil, "\(text)")
    }
  }

  // MARK: DASH

  @Test func templatesAndTimeLinesAreExpanded() throws {
    let found = try #require(
      manifest(
        """
        <?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT10S"><BaseURL>v/</BaseURL><Period>
        <SegmentTemplate timescale="10" media="$RepresentationID$-$Number%03d$-$Time$-$$.m4s" startNumber="7" initialization="$RepresentationID$.mp4"/>
        <AdaptationSet contentType="video"><SegmentTemplate><SegmentTimeline><S t="5" d="20" r="1"/><S d="15" r="-1"/></SegmentTimeline></SegmentTemplate>
        <Representation id="a&amp;b" bandwidth="1"/></AdaptationSet></Period></MPD>
        """))
    let track = try #require(found.tracks.first)
    #expect(
      track.segments.prefix(3).map(\.reference) == [
        "a&b-007-5-$.m4s", "a&b-008-25-$.m4s", "a&b-009-45-$.m4s",
      ])
    #expect(track.segments[0].resource?.url.text == "a/v/a&b-007-5-$.m4s")
    #expect(track.segments[0].initialization?.url.text == "a/v/a&b.mp4")
    // The last row continues to the end of the period.
    #expect(track.segments.count == 6 && track.segments.last?.start == 9 && track.kind == .video)
  }

  @Test func segmentsOfOneDurationFillThePeriod() throws {
    let found = try #require(
      manifest(
        "<MPD mediaPresentationDuration=\"PT10S\"><Period><AdaptationSet><Representation id=\"a\"><SegmentTemplate media=\"$Number$.m4s\" duration=\"4\"/></Representation></AdaptationSet></Period></MPD>"
      ))
    #expect(found.tracks[0].segments.map(\.reference) == ["1.m4s", "2.m4s", "3.m4s"])
  }

  // MARK: Unread content

  /// Segments that are encrypted as a whole (ISO/IEC 23009-4, ISO/IEC 23009-1 §5.8.4.1), and their start with them.
  @Test func sealedSegmentsAreNotLookedInto() throws {
    func found(_ protection: String) throws -> [String] {
      let text = """
        <MPD mediaPresentationDuration="PT8S" minBufferTime="PT1S" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="static"><Period>
        <AdaptationSet mimeType="video/mp4" codecs="avc1.64000D">\(protection)<SegmentTemplate initialization="i" media="$Number$" duration="2"/>
        <Representation id="1" bandwidth="395367" width="320" height="136"/></AdaptationSet></Period></MPD>
        """
      var noise = Noise(state: 7)
      let stream = try #require(
        ExaminedStream(Bytes(Array(text.utf8)), DocumentURL("m.mpd"), name: "m.mpd") {
          _ throws(StreamLoadError) in
          Bytes((0..<1000).map { _ in UInt8.random(in: 128...255, using: &noise) })
        })
      return Report(stream).findings.filter { $0.severity == .error }.map { $0.rule.id }
    }
    let sealed = "<ContentProtection schemeIdUri=\"urn:mpeg:dash:sea:2012\"/>"
    #expect(try found(sealed) == [])
    #expect(try Set(found("")) == ["stream-segment-unknown", "stream-start-unreadable"])
  }

  /// A key frame of MPEG-TS may be two packets.
  @Test func fewPacketsAreATransportStream() throws {
    let packet = [0x47] + [UInt8](repeating: 0xFF, count: 187)
    let text =
      "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n"
    func isTransportStream(_ bytes: [UInt8]) throws -> Bool {
      let stream = try #require(
        ExaminedStream(Bytes(Array(text.utf8)), DocumentURL("a.m3u8"), name: "a.m3u8") {
          _ throws(StreamLoadError) in Bytes(bytes)
        })
      return Report(stream).findings.contains { $0.rule.id == "hls-tables-missing" }
    }
    for count in [1, 2, 3, 7] {
      #expect(
        try isTransportStream(Array(repeatElement(packet, count: count).joined())), "\(count)")
    }
    #expect(try !isTransportStream(packet + [UInt8](repeating: 0, count: 188)))
    #expect(try !isTransportStream(packet + [0x47]))
  }

  // MARK: Starts

  /// A start that is stated as the whole file, or as more than its description, has no fragments that play twice.
  @Test(arguments: ["", ",BYTERANGE=\"4000@0\""])
  func startsEndWithTheirDescription(_ range: String) throws {
    var files = try SampleStream.indexed.files()
    let playlist = try #require(files["video-1.m3u8"])
    let text = String(decoding: playlist, as: UTF8.self).replacing(
      #/(#EXT-X-MAP:URI="[^"]*")[^\n]*/#
    ) { "\($0.1)\(range)" }
    files["multivariant.m3u8"] = Array(text.utf8)
    let stream = try #require(
      ExaminedStream(Bytes(Array(text.utf8)), DocumentURL("video-1.m3u8"), name: "video-1.m3u8") {
        resource throws(StreamLoadError) in
        guard let bytes = files[resource.url.text] else {
          throw StreamLoadError("is not there")
        }
        return try resource.part(of: Bytes(bytes))
      })
    let runs = try #require(stream.tracks.first).runs
    #expect(runs.count == 1)
    let joined = Bytes(runs[0].flatMap { Array($0.bytes) })
    #expect(BoxFile(joined).boxes.count { $0.type == "moof" } == 3)
    #expect(MovieFile(BoxFile(joined))?.tracks.first?.samples.count == 75)
  }

  @Test(arguments: ["m.m3u8", "./m.m3u8", "a/m.m3u8", "./a/./m.m3u8", "/a/m.m3u8"])
  func filesAreCalledByTheirPlaceInTheFolder(_ document: String) throws {
    let stream = try #require(
      ExaminedStream(
        Bytes(Array("#EXTM3U\n#EXTINF:1,\nb/c.m4s\n".utf8)), DocumentURL(document),
        name: document
      ) { _ throws(StreamLoadError) in throw StreamLoadError("is not there") })
    let track = try #require(stream.tracks.map(StreamTrackSummary.init).first)
    #expect(track.segments.map(\.name) == ["b/c.m4s"])
  }

  // MARK: Written streams are read

  @Test func playlistsAndManifestOfOneStreamAreTheSame() throws {
    let playlists = try SampleStream.hls.examined(SampleStream.hls.files())
    let manifest = try SampleStream.dash.examined(SampleStream.dash.files())
    let indexed = try SampleStream.indexed.examined(SampleStream.indexed.files())
    for name in ["video-1", "video-2", "audio-1"] {
      let listed = try #require(playlists.movieTracks(named: name).first)
      let stated = try #require(manifest.movieTracks(named: name).first)
      let found = try #require(indexed.movieTracks(named: name).first)
      #expect(listed.listed.map(\.resource) == stated.listed.map(\.resource))
      #expect(listed.listed.map(\.initialization) == stated.listed.map(\.initialization))
      for (one, other) in zip(listed.listed, stated.listed) {
        #expect(abs(one.duration - other.duration) < 0.001)
      }
      // An index lists fragments, and each segment has one of them.
      #expect(found.listed.count == listed.listed.count)
      for (one, other) in zip(listed.listed, found.listed) {
        #expect(abs(one.duration - other.duration) < 0.1)
      }
      let (one, other) = (StreamTrackSummary(listed), StreamTrackSummary(found))
      #expect(one.sampleCount == other.sampleCount && one.keyFrameCount == other.keyFrameCount)
      #expect(one.sampleCount == (name == "audio-1" ? 119 : 75))
    }
  }
}
