import Testing
import Text

@testable import LivePhotos

/// What is printed of a library, in each form.
@Suite struct RenderingTests {
  private static func file(
    _ path: String, _ identifier: String? = nil, _ change: (inout LibraryFile) -> Void = { _ in }
  ) -> LibraryFile {
    var file = LibraryFile(path: LibraryPath(path), size: Int64(path.utf8.count))
    file.facts.identifier = identifier.map { ContentIdentifier($0) }
    change(&file)
    return file
  }

  /// A pair; a half; a file that cannot be read; files that share an identifier; and photos with a movie in them.
  private static let pairing = Pairing([
    file("a/IMG_1.HEIC", "ONE") { $0.facts.captureTime = CaptureTime("2024-05-06T07:08:09Z") },
    file("a/IMG_1.MOV", "ONE") { $0.facts.duration = 2.5 },
    file("b/IMG_2, \"x\".HEIC", "TWO"),
    file("c/IMG_3.HEIC") { $0.facts.problem = "is empty (0 bytes)" },
    file("d/IMG_4.HEIC", "FOUR") { $0.facts.isMotionPhoto = true },
    file("d/IMG_4.MOV", "FOUR"), file("e/IMG_4.MOV", "FOUR"),
    file("f/IMG_5.JPG") { $0.facts.isMotionPhoto = true },
  ])

  private func text(_ write: (TextOutput) -> Void) -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    write(output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func asText(_ pairing: Pairing, showsAll: Bool) -> String {
    text { PairingText(pairing: pairing, showsAll: showsAll).write(to: $0) }
  }

  @Test func asText() {
    let all = asText(Self.pairing, showsAll: true)
    #expect(
      all == """
        a/IMG_1.HEIC + a/IMG_1.MOV
          certain: identifier ONE, same name, same folder, lasts 2.5 s

        still  b/IMG_2, "x".HEIC  no counterpart of TWO

        still  c/IMG_3.HEIC

        d/IMG_4.HEIC + d/IMG_4.MOV
          likely: identifier FOUR, same name, same folder
          the still is a motion photo, with a movie in it, too
          alternative  e/IMG_4.MOV

        still  f/IMG_5.JPG  a motion photo

        Not decided:
          several files have one identifier
            d/IMG_4.HEIC
            d/IMG_4.MOV
            e/IMG_4.MOV

        Problems:
          c/IMG_3.HEIC: is empty (0 bytes)

        2 pairs (1 certain, 1 likely) among 8 files; 2 with an identifier and no counterpart; 1 conflict

        """)
    // Photos of which there is nothing else to say are left out.
    let quiet = "still  c/IMG_3.HEIC\n\n"
    let other = "still  f/IMG_5.JPG  a motion photo\n\n"
    #expect(
      asText(Self.pairing, showsAll: false)
        == all.replacing(quiet, with: "").replacing(other, with: ""))
    #expect(asText(Pairing([Self.file("a.HEIC")]), showsAll: false) == "0 pairs among 1 file\n")
  }

  /// Rows as of RFC 4180: a name with a comma or a quotation mark is quoted.
  @Test func asCSV() {
    let rows = [
      "group,role,path,partner,confidence,evidence,identifier,captured,duration,bytes,conflicts,problem,motionPhoto",
      "1,still,a/IMG_1.HEIC,a/IMG_1.MOV,certain,identifier stem folder duration,ONE,2024-05-06T07:08:09Z,,12,,,",
      "1,movie,a/IMG_1.MOV,a/IMG_1.HEIC,certain,identifier stem folder duration,ONE,,2.5,11,,,",
      #"2,still,"b/IMG_2, ""x"".HEIC",,,,TWO,,,17,,,"#,
      "3,still,c/IMG_3.HEIC,,,,,,,12,,is empty (0 bytes),",
      "4,still,d/IMG_4.HEIC,d/IMG_4.MOV,likely,identifier stem folder,FOUR,,,12,identifier-shared,,yes",
      "4,movie,d/IMG_4.MOV,d/IMG_4.HEIC,likely,identifier stem folder,FOUR,,,11,identifier-shared,,",
      "4,alternative,e/IMG_4.MOV,,,,FOUR,,,11,identifier-shared,,",
      "5,still,f/IMG_5.JPG,,,,,,,11,,,yes",
    ]
    let all = text { PairingCSV(pairing: Self.pairing, showsAll: true).write(to: $0) }
    #expect(all == rows.map { $0 + "\r\n" }.joined())
    let notable = text { PairingCSV(pairing: Self.pairing, showsAll: false).write(to: $0) }
    let shown = rows.filter { !$0.hasPrefix("3,") && !$0.hasPrefix("5,") }
    #expect(notable == shown.map { $0 + "\r\n" }.joined())
  }

  @Test func asJSON() {
    let lines = [
      #""type":"group","pairs":[{"still":"a/IMG_1.HEIC","movie":"a/IMG_1.MOV","confidence":"certain","evidence":[{"kind":"identifier","identifier":"ONE"},{"kind":"stem"},{"kind":"folder"},{"kind":"duration","seconds":2.5}]}],"members":[{"path":"a/IMG_1.HEIC","role":"still","kind":"still","bytes":12,"identifier":"ONE","captured":"2024-05-06T07:08:09Z"},{"path":"a/IMG_1.MOV","role":"movie","kind":"movie","bytes":11,"identifier":"ONE","duration":2.5}],"conflicts":[]}"#,
      #""type":"group","pairs":[],"members":[{"path":"b/IMG_2, \"x\".HEIC","role":"still","kind":"still","bytes":17,"identifier":"TWO"}],"conflicts":[]}"#,
      #""type":"group","pairs":[],"members":[{"path":"c/IMG_3.HEIC","role":"still","kind":"still","bytes":12,"problem":"is empty (0 bytes)"}],"conflicts":[]}"#,
      #""type":"group","pairs":[{"still":"d/IMG_4.HEIC","movie":"d/IMG_4.MOV","confidence":"likely","evidence":[{"kind":"identifier","identifier":"FOUR"},{"kind":"stem"},{"kind":"folder"}]}],"members":[{"path":"d/IMG_4.HEIC","role":"still","kind":"still","bytes":12,"identifier":"FOUR","motionPhoto":true},{"path":"d/IMG_4.MOV","role":"movie","kind":"movie","bytes":11,"identifier":"FOUR"},{"path":"e/IMG_4.MOV","role":"alternative","kind":"movie","bytes":11,"identifier":"FOUR"}],"conflicts":[0]}"#,
      #""type":"group","pairs":[],"members":[{"path":"f/IMG_5.JPG","role":"still","kind":"still","bytes":11,"motionPhoto":true}],"conflicts":[]}"#,
      #""type":"conflict","number":0,"kind":"identifier-shared","message":"several files have one identifier","files":["d/IMG_4.HEIC","d/IMG_4.MOV","e/IMG_4.MOV"]}"#,
      #""type":"unread","path":"g","reason":"there is no such file or folder"}"#,
      #""type":"summary","files":8,"pairs":{"certain":1,"likely":1,"possible":0},"unpaired":2,"conflicts":1,"problems":1}"#,
    ]
    let unread = [LibraryError("g", .missing)]
    let all = text {
      PairingJSON(pairing: Self.pairing, unread: unread, showsAll: true).write(to: $0)
    }
    #expect(all == lines.map { #"{"schema":"boxwalk.live-pair/1","# + $0 + "\n" }.joined())
  }
}
