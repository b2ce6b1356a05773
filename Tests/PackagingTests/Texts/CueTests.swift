import FieldCoding
import Testing

@testable import Movie
@testable import Packaging

/// Texts of other forms as WebVTT.
@Suite struct CueTests {
  @Test func subRipBecomesCues() throws {
    let file = try #require(
      CueFile(
        """
        1
        00:00:01,000 --> 00:00:02,500 X1:1 X2:2
        <i>One</i> & <font color="red">two</font>
        a < b --> c

        2
        00:00:05,000 --> 00:00:04,000
        Backwards

        3
        01:00:00,000 --> 01:00:01,000
        Late

        """))
    #expect(
      file.cues == [
        Cue(start: 1, end: 2.5, text: "<i>One</i> &amp; two\na &lt; b --&gt; c"),
        Cue(start: 3600, end: 3601, text: "Late"),
      ])
    #expect(CueFile("A text.\n") == nil && CueFile("") == nil)
  }

  @Test func webVTTStaysAsItIs() throws {
    let file = try #require(
      CueFile(
        "\u{FEFF}WEBVTT\n\nNOTE a note\n\nid\n00:01.000 --> 00:02.000 line:0 align:start\n<b>A</b>\n- B\n"
      ))
    #expect(
      file.cues == [Cue(start: 1, end: 2, text: "<b>A</b>\n- B", settings: "line:0 align:start")])
    let written = WebVTT.text(of: file.cues, isSegment: false)
    #expect(
      written == "WEBVTT\n\n00:00:01.000 --> 00:00:02.000 line:0 align:start\n<b>A</b>\n- B\n")
    #expect(CueFile(written)?.cues == file.cues)
  }

  @Test func cuesThatGoOnAreInEachSegment() {
    let cue = Cue(start: 1, end: 9, text: "long")
    let texts = StreamTexts(
      name: "s", language: nil, title: nil, isDefault: false,
      cues: [cue, Cue(start: 8, end: 9, text: "late")])
    #expect(texts.segments([4, 8]).map(\.count) == [1, 1, 2])
    #expect(texts.segments([]).map(\.count) == [2])
    // Many cues without an end do not give more than their number and a million.
    let hostile = StreamTexts(
      name: "s", language: nil, title: nil, isDefault: false,
      cues: Array(repeating: Cue(start: 0, end: 1e9, text: "a"), count: 5000))
    let starts = (1...5000).map(Double.init)
    #expect(hostile.segments(starts).reduce(0) { $0 + $1.count } < 1_060_000)
    #expect(texts.segments([1]).map(\.count) == [0, 2])
  }

  @Test func paragraphsOfTTMLHaveTimes() throws {
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25">
      <body><div>
      <p begin="00:00:01.500" end="00:00:03:05">One <span>&amp;</span><br/>
         two</p>
      <p begin="2s" dur="500ms">Three</p><p>Always</p></div></body></tt>
      """
    let paragraphs = try #require(TimedTextMarkup(Bytes(Array(document.utf8)))).cues
    #expect(paragraphs.map(\.start) == [1.5, 2, nil])
    #expect(paragraphs.map(\.end) == [3.2, 2.5, nil])
    #expect(paragraphs.map(\.text) == ["One &amp;\ntwo", "Three", "Always"])
    #expect(TimedTextMarkup(Bytes(Array("<p>".utf8))) == nil)
  }
}
