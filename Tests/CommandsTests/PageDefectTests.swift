import Foundation
import TestSupport
import Testing

/// An engineer who has only the page must see these.
@Suite struct PageDefectTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func page(_ path: String) throws -> PageDocument {
    let output = folder.path("page.html")
    let result = try Program.boxwalk("inspect", path, "--html", output, "--force")
    #expect([0, 1, 2].contains(result.code), "\(result.errors)")
    return try PageDocument(Data(contentsOf: URL(fileURLWithPath: output)))
  }

  /// The sentences about errors.
  private func alarms(_ page: PageDocument) -> [String] {
    page.all("li").filter { $0.has("error") }.map(\.text)
  }

  private func set(_ field: String, _ sample: String, _ name: String) throws -> String {
    let path = folder.path(name)
    let result = try Program.boxwalk("set", field, Program.sample(sample), "-o", path)
    #expect(result.isDone, "\(result.errors)")
    return path
  }

  @Test func goodFilesHaveNoAlarm() throws {
    for name in ["clip-hevc.mov", "clip-h264-fragmented.mov", "landscape-tiled.heic", "coast.avif"]
    {
      let page = try page(Program.sample(name))
      #expect(alarms(page).isEmpty, "\(name): \(alarms(page))")
      #expect(page.elements.allSatisfy { !$0.has("alarm") })
      // Pictures that are decoded before they are shown are all shown.
      let timeline = page.all("rect").filter { $0.text.hasPrefix("media that is never shown") }
      #expect(timeline.allSatisfy { !$0.has("bad") }, "\(name)")
    }
  }

  @Test func badInterleaving() throws {
    // A copy of all media behind the movie, from which the audio is read.
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc.mov")))
    let media = try #require(data.range(of: Data("mdat".utf8)))
    let end = try #require(data.range(of: Data("mvhd".utf8))).lowerBound - 12
    let start = media.upperBound
    let payload = data[start..<end]
    let first = try #require(data.range(of: Data("stco".utf8)))
    let second = try #require(data.range(of: Data("stco".utf8), in: first.upperBound..<data.count))
    func number(_ offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 255) } }
    let shift = data.count + 8 - start
    for row in 0..<number(second.upperBound + 4) {
      let offset = second.upperBound + 8 + 4 * row
      data.replaceSubrange(offset..<offset + 4, with: bytes(number(offset) + shift))
    }
    data += Data(bytes(payload.count + 8)) + Data("mdat".utf8) + payload
    let page = try page(folder.write(data, to: "far.mov"))
    #expect(alarms(page).contains { $0.contains("a player has to jump back and forth") })
    // The pictures of the copy and the audio of the original are not needed.
    #expect(
      alarms(page).contains {
        $0.contains("bytes from byte") && $0.contains("nothing in the file leads")
      })
    #expect(page.all("td").contains { $0.text.hasPrefix("lost:") })
  }

  @Test func aGapInFragments() throws {
    let path = try set(
      "moof[2]/traf/tfdt.baseMediaDecodeTime=60000", "clip-hevc-fragmented.mp4", "gap.mp4")
    let page = try page(path)
    #expect(alarms(page).contains { $0.contains("a gap of") && $0.contains("between fragments") })
    #expect(page.all("rect").contains { $0.has("bad") && $0.text.contains("a gap of") })
  }

  @Test func anEditListThatHidesFrames() throws {
    let path = folder.path("trimmed.mov")
    let result = try Program.boxwalk(
      "trim", "--from", "0.5", Program.sample("clip-hevc.mov"), "-o", path)
    #expect(result.isDone)
    let page = try page(path)
    let list = try Program.boxwalk("inspect", "--samples", "--track", "1", "--json", path).output
    let hidden = list.split(separator: "\n").count { $0.contains("\"presentedSeconds\":[]") }
    #expect(hidden > 0)
    #expect(
      alarms(page).contains {
        $0.contains("Track 1")
          && $0.hasSuffix("never shows \(hidden) of 75 samples; 0:00.5 of the media is not shown.")
      }, "\(alarms(page))")
  }

  @Test func aGainMapWithoutDescription() throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    let name = try #require(data.range(of: Data("HDRGainMapHeadroom".utf8)))
    data.replaceSubrange(name, with: Data("HDRGainMapHeadzoom".utf8))
    let page = try page(folder.write(data, to: "map.heic"))
    #expect(alarms(page).contains { $0.contains("nothing says what its gains mean") })
    #expect(page.all("rect").contains { $0.has("alarm") && $0.text.contains("HDR gain map") })
    #expect(page.all("li").contains { $0.text.contains("gain-map-undescribed") })
    #expect(page.elements.allSatisfy { !$0.has("good") })
  }

  @Test func aTileOfAnotherConfiguration() throws {
    // The associations of item 6; its decoder configuration becomes that of the thumbnail.
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    let entry = try #require(data.range(of: Data([0, 6, 3, 1, 2, 0x83])))
    data[entry.upperBound - 1] = 0x88
    let path = try folder.write(data, to: "tile.heic")
    let page = try page(path)
    #expect(
      alarms(page).contains {
        $0.contains("Tile 6 (item 6) has another decoder configuration")
      }, "\(alarms(page))")
    #expect(
      page.all("rect").contains {
        $0.has("alarm") && $0.text.contains("item 6") && $0.text.contains("another decoder")
      })
    // Its frame overlaps those of its neighbours.
    let tiles = page.all("rect").filter { $0.has("tile") }
    #expect(tiles.count == 48 && tiles.last?.has("alarm") == true)
  }

  @Test func anOffsetPastTheEnd() throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    // The only extent of item 2: 47169.
    let range = try #require(data.range(of: Data([0, 0, 0xB8, 0x41])))
    data.replaceSubrange(range, with: [0x7F, 0, 0, 0])
    let page = try page(folder.write(data, to: "past.heic"))
    let texts = alarms(page)
    #expect(texts.contains { $0.contains("Tile 2 (item 2) reaches past the end") }, "\(texts)")
    #expect(texts.contains { $0.contains("are stated, and the file ends at byte \(data.count)") })
    // One of the items that share one box in the drawing, and no other.
    #expect(
      texts.filter { $0.hasPrefix("48 items, 1–48") }.map { $0.contains(": item 2 reaches past") }
        == [true], "\(texts)")
    #expect(page.all("text").contains { $0.text == "item 2: past the end of the file" })
    #expect(page.all("li").contains { $0.text.contains("iloc-extent-past-end") })
  }

  /// A Live Photo's movie states the time of its still.
  @Test func theMomentOfTheStill() throws {
    let pair = folder.path("live")
    let made = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"), "-o", pair,
      "--time", "1.5")
    #expect(made.isDone, "\(made.errors)")
    let movie = try #require(Folder.names(pair).first { $0.lowercased().hasSuffix(".mov") })
    let page = try page("\(pair)/\(movie)")
    #expect(page.all("li").contains { $0.text.hasPrefix("The still is the moment 0:01.") })
    #expect(page.all("title").contains { $0.text.hasPrefix("the still: 0:01.") })
    #expect(page.all("li").contains { $0.text.hasPrefix("The location is 46.3636°, 14.0939°") })
  }

  /// Two hours of video and audio.
  @Test func moviesOfHoursAreSmallPages() throws {
    let path = try folder.write(LongMovie(seconds: 7200).data, to: "long.mp4")
    let output = folder.path("page.html")
    let result = try Program.boxwalk(["inspect", path, "--html", output], processorSeconds: 120)
    // Its samples are not pictures.
    #expect(result.code == 1 && result.errors.contains("there is no preview"), "\(result.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    #expect(data.count < 3_000_000)
    let page = try PageDocument(data)
    #expect(page.text.contains("more rows: "))
    #expect(page.text.contains("172,800 samples"))
    #expect(page.all("section").contains { $0.attributes["id"] == "interleaving" })
    #expect(alarms(page).isEmpty, "\(alarms(page))")
  }
}

/// A movie whose samples are of a few bytes, in chunks of a second: 24 frames, and 47 packets of audio.
private struct LongMovie {
  let seconds: Int

  private func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
  private func be32(_ value: Int) -> [UInt8] { be16(value >> 16 & 65535) + be16(value & 65535) }
  private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    be32(parts.reduce(8) { $0 + $1.count }) + Array(type.utf8) + parts.flatMap { $0 }
  }

  private func track(
    _ id: Int, _ handler: String, entry: [UInt8], header: [UInt8], rate: Int, size: Int,
    sync: [UInt8], first: Int, step: Int
  ) -> [UInt8] {
    let count = rate * seconds
    var matrix: [UInt8] = []
    for value in [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] { matrix += be32(value) }
    let visual = handler == "vide" ? be32(640 << 16) + be32(480 << 16) : zeros(8)
    let tkhd = box(
      "tkhd", be32(3), zeros(8), be32(id), zeros(4), be32(seconds * 1000), zeros(12),
      handler == "soun" ? be16(0x100) : zeros(2), zeros(2), matrix, visual)
    var sizes: [UInt8] = []
    for index in 0..<count { sizes += be32(index % rate == 0 ? size : size - 1) }
    var offsets: [UInt8] = []
    for second in 0..<seconds { offsets += be32(first + second * step) }
    let table = box(
      "stbl", box("stsd", be32(0), be32(1), entry),
      box("stts", be32(0), be32(1), be32(count), be32(1)), sync,
      box("stsc", be32(0), be32(1), be32(1), be32(rate), be32(1)),
      box("stsz", be32(0), be32(0), be32(count), sizes),
      box("stco", be32(0), be32(seconds), offsets))
    let data = box("dinf", box("dref", be32(0), be32(1), box("url ", be32(1))))
    return box(
      "trak", tkhd,
      box(
        "mdia",
        box("mdhd", be32(0), zeros(8), be32(rate), be32(count), be16(0x55C4), zeros(2)),
        box("hdlr", be32(0), zeros(4), Array(handler.utf8), zeros(13)),
        box("minf", header, data, table)))
  }

  var data: Data {
    let (frames, packets) = (24, 47)
    let (video, sound) = (frames * 9 + 1, packets * 5 + 1)
    let ftyp = box("ftyp", Array("isom".utf8), be32(0), Array("isom".utf8))
    let start = ftyp.count + 8
    var sync: [UInt8] = []
    for second in 0..<seconds { sync += be32(second * frames + 1) }
    let picture = box(
      "mp4v", zeros(6), be16(1), zeros(16), be16(640), be16(480), be32(72 << 16), be32(72 << 16),
      zeros(4), be16(1), zeros(32), be16(24), be16(65535))
    let packet = box(
      "sowt", zeros(6), be16(1), zeros(8), be16(2), be16(16), zeros(4), be32(48000 << 16))
    let moov = box(
      "moov",
      box(
        "mvhd", be32(0), zeros(8), be32(1000), be32(seconds * 1000), be32(0x10000), be16(0x100),
        zeros(10), be32(0x10000), zeros(12), be32(0x10000), zeros(12), be32(0x4000_0000), zeros(24),
        be32(3)),
      track(
        1, "vide", entry: picture, header: box("vmhd", be32(1), zeros(8)), rate: frames, size: 10,
        sync: box("stss", be32(0), be32(seconds), sync), first: start, step: video + sound),
      track(
        2, "soun", entry: packet, header: box("smhd", be32(0), zeros(4)), rate: packets, size: 6,
        sync: [], first: start + video, step: video + sound))
    let media = box("mdat", zeros(seconds * (video + sound)))
    return Data(ftyp + media + moov)
  }
}
