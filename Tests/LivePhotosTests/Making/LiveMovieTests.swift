import Editing
import FieldCoding
import ISOBMFF
import LivePhotos
import Movie
import TestSupport
import Testing

@Suite("Movies of Live Photos")
struct LiveMovieTests {
  private let identifier = ContentIdentifier("0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")

  private func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    return try ByteSource(mapping: path).bytes
  }

  private func made(_ bytes: Bytes, at time: Double? = nil) throws -> BoxFile {
    var options = LiveMovieOptions(identifier)
    options.time = time
    return BoxFile(Bytes(try LiveMovie(bytes, options).written.bytes))
  }

  private func stillTrack(_ file: BoxFile) throws -> Track {
    try #require(
      MovieFile(file)?.tracks.first { $0.sampleEntries.contains { $0.type == "mebx" } })
  }

  @Test("have a track as phones write it, box by box", .needsMedia)
  func theTrackOfAPhone() throws {
    let folder = "\(MediaFolder.path ?? "")/livephoto-pairs/"
    let phone = try stillTrack(
      BoxFile(ByteSource(mapping: folder + "iPhone7Plus_3D388205/splitrock.mov").bytes))
    let file = try made(ByteSource(mapping: folder + "unpaired/LoveLiver/original/IMG.MOV").bytes)
    let track = try stillTrack(file)
    #expect(track.box.children.map(\.type) == phone.box.children.map(\.type))
    let (media, phoneMedia) = (track.box.children.at("mdia"), phone.box.children.at("mdia"))
    #expect(media.first("hdlr") == phoneMedia.first("hdlr"))
    #expect(media.map(\.type) == phoneMedia.map(\.type))
    let (info, phoneInfo) = (media.at("minf"), phoneMedia.at("minf"))
    #expect(info.map(\.type) == phoneInfo.map(\.type))
    for type: FourCC in ["gmhd", "hdlr", "dinf"] {
      #expect(info.first(type) == phoneInfo.first(type))
    }
    let (table, phoneTable) = (info.at("stbl"), phoneInfo.at("stbl"))
    #expect(table.map(\.type) == phoneTable.map(\.type))
    for type: FourCC in ["stsd", "stts", "stsc", "stsz"] {
      #expect(table.first(type) == phoneTable.first(type), "\(type)")
    }
    // The value that all phones write.
    let offset = try #require(track.lastChunkOffset)
    #expect(file.bytes.part(offset..<offset + 9).map(Array.init) == [0, 0, 0, 9, 0, 0, 0, 1, 0xFF])
    #expect(track.references.first?.type == "cdsc")
    #expect(track.references.first?.trackIDs == [1])
  }

  /// The still is 1.25 times as wide as the frame; its middle is a tenth of the frame's width to the right, and a fifth
  /// of its height down.
  @Test("say where the still lies on its frame, as it is coded", arguments: [0, 90])
  func transform(turn: Int) throws {
    var options = LiveMovieOptions(identifier)
    options.stillRegion = StillRegion(left: -0.025, top: 0.075, width: 1.25, height: 1.25)
    var edit = Edit(try sample("clip-h264.mp4"))
    if turn == 90 { try edit.rotate(#require(.clockwise(90))) }
    let source = Bytes(try edit.finished().written.bytes)
    let file = BoxFile(Bytes(try LiveMovie(source, options).written.bytes))
    let track = try stillTrack(file)
    let start = try #require(track.lastChunkOffset)
    let sample = try Array(#require(file.bytes.part(start..<start + 105)))
    func number(at offset: Int) -> Double {
      Double(bitPattern: sample[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) })
    }
    func small(at offset: Int) -> Float {
      Float(bitPattern: sample[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    #expect(Array(sample[..<17]) == [0, 0, 0, 9, 0, 0, 0, 1, 0xFF, 0, 0, 0, 80, 0, 0, 0, 2])
    let matrix = (0..<9).map { number(at: 17 + 8 * $0) }
    #expect(Array(sample[89..<97]) == [0, 0, 0, 16, 0, 0, 0, 3])
    let (width, height) = (Double(small(at: 97)), Double(small(at: 101)))
    let entry = try #require(
      MovieFile(file)?.tracks.first?.sampleEntries.first(VisualSampleEntry.self))
    #expect(width == Double(entry.width) && height == Double(entry.height))
    // The middle of the still is at (0.6, 0.7) of the upright frame, from the upper left. Turned by 90 degrees
    // clockwise, that is (0.7, 0.4) of the coded frame.
    let middle = turn == 90 ? (x: 0.7, y: 0.4) : (x: 0.6, y: 0.7)
    let (x, y) = (middle.x * width, (1 - middle.y) * height)
    func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }
    #expect(near(matrix[0] * x + matrix[1] * y + matrix[2], width / 2))
    #expect(near(matrix[3] * x + matrix[4] * y + matrix[5], height / 2))
    #expect(near(matrix[0], 0.8) && near(matrix[4], 0.8) && matrix[6...] == [0, 0, 1])
    let keys = track.sampleEntries[0].children.at("keys").compactMap {
      $0.children.first(MetadataKeyDeclarationBox.self)?.keyValue.string
    }
    let prefix = "com.apple.quicktime."
    #expect(
      keys
        == [
          "still-image-time", "live-photo-still-image-transform",
          "live-photo-still-image-transform-reference-dimensions",
        ].map { prefix + $0 })
  }

  @Test("say nothing of a still of another shape") func otherShapes() throws {
    var options = LiveMovieOptions(identifier)
    options.stillRegion = StillRegion(left: 0, top: 0, width: 1, height: 0.75)
    let file = BoxFile(Bytes(try LiveMovie(sample("clip-hevc.mov"), options).written.bytes))
    #expect(try stillTrack(file).sampleEntries[0].children.at("keys").count == 1)
  }

  /// Composition offsets that are negative, and no edit list that takes them back.
  @Test("have no still before their start") func negativeTimes() throws {
    var bytes = Array(try sample("clip-h264.mp4"))
    while let range = bytes.firstRange(of: Array("edts".utf8)) {
      bytes.replaceSubrange(range, with: Array("skip".utf8))
    }
    let table = try #require(bytes.firstRange(of: Array("ctts".utf8))).upperBound
    bytes[table] = 1
    let count = bytes[table + 4..<table + 8].reduce(0) { $0 << 8 | Int($1) }
    for row in 0..<count {
      let offset = table + 12 + row * 8
      bytes.replaceSubrange(offset..<offset + 4, with: [0x80, 0, 0, 0])
    }
    let file = try made(Bytes(bytes))
    #expect(try stillTrack(file).editList.edits.count == 1)
    #expect(LiveMovieCheck(file.bytes, name: "clip.mov").stillFrame?.time == 0)
    #expect(try made(Bytes(bytes), at: 0).bytes == file.bytes)
  }

  /// The samples have 30 frames a second, in a movie of 1000 ticks a second.
  @Test(
    "name the frame that is shown at a time",
    arguments: [(0, 0, 1), (0.02, 0, 1), (0.034, 34, 2), (1.0, 1000, 31), (2.4999, 2467, 75)])
  func frames(time: Double, tick: Int64, frame: Int) throws {
    let file = try made(sample("clip-h264.mp4"), at: time)
    let edits = try stillTrack(file).editList.edits
    if tick == 0 {
      #expect(edits.count == 1)
    } else {
      #expect(edits.count == 2)
      #expect(edits[0].duration == tick)
      #expect(edits[0].mediaTime == nil)
    }
    let check = LiveMovieCheck(file.bytes, name: "clip.mov")
    #expect(check.stillFrame?.frame == frame - 1)
    #expect(check.stillFrame?.frameCount == 75)
    // An existing track states another time, and has the duration of a new one.
    let moved = try stillTrack(made(made(sample("clip-h264.mp4"), at: 1.5).bytes, at: time))
    #expect(moved.editList.edits.map(\.duration) == edits.map(\.duration))
    #expect(moved.box.children.first(TrackHeaderBox.self)?.duration == UInt64(tick) + 1)
  }

  @Test("keep the keys that are there")
  func keys() throws {
    let before = try #require(MovieFile(BoxFile(sample("clip-hevc.mov")))?.metadata)
    let after = try #require(MovieFile(made(sample("clip-hevc.mov")))?.metadata)
    for item in before where item.key != ContentIdentifier.key { #expect(after.contains(item)) }
    func value(_ key: String) -> String? { after.first { $0.key == key }?.value }
    #expect(value(ContentIdentifier.key) == identifier.text)
    #expect(value("com.apple.quicktime.live-photo.auto") == "1")
  }

  @Test("are of QuickTime's flavour")
  func flavour() throws {
    let file = try made(sample("clip-h264.mp4"))
    let type = try #require(file.boxes.first(FileTypeBox.self))
    #expect(type.majorBrand == "qt  ")
    #expect(type.compatibleBrands == ["qt  "])
    let meta = try #require(file.boxes.at("moov").first(MetaBox.self))
    #expect(meta.header == nil)
    #expect(meta.children.map(\.type) == ["hdlr", "keys", "ilst"])
    let handlers = file.boxes.at("moov").all("trak").compactMap {
      $0.children.at("mdia").first(HandlerBox.self)
    }
    #expect(handlers.allSatisfy { $0.predefined == "mhlr" && $0.name.form == .counted })
  }

  @Test("take another time where they have one, without a second track")
  func anotherTime() throws {
    let first = try made(sample("clip-hevc.mov"), at: 0.5)
    let again = try made(first.bytes, at: 1.5)
    #expect(LiveMovieCheck(again.bytes, name: "a.mov").stillFrame?.time == 1.5)
    #expect(MovieFile(again)?.tracks.count == MovieFile(first)?.tracks.count)
    // Without a time, it stays.
    let same = try made(first.bytes)
    #expect(same.bytes == first.bytes)
  }

  @Test("leave the next number to the next track")
  func nextTrackID() throws {
    let file = try made(sample("clip-hevc.mov"))
    let header = try #require(file.boxes.at("moov").first(MovieHeaderBox.self))
    let ids = try #require(MovieFile(file)?.tracks.map(\.id))
    #expect(ids.count == 3 && Set(ids).count == 3 && ids.max().map { $0 + 1 } == header.nextTrackID)
  }

  @Test("with several moov/meta are refused")
  func severalMetas() throws {
    var file = try made(sample("clip-hevc.mov"))
    let movie = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let meta = try #require(file.boxes[movie].children.first("meta"))
    file.boxes[movie].children.append(meta)
    let doubled = Bytes(try file.relocated().bytes)
    #expect(throws: EditError.self) { try made(doubled) }
    let check = LiveMovieCheck(doubled, name: "a.mov")
    #expect(check.findings.contains { $0.message.contains("2 moov/meta") })
  }

  /// ffmpeg writes such keys into movies with `use_metadata_tags`.
  @Test("get metadata of QuickTime's flavour where they have that of ISO")
  func isoFlavour() throws {
    var file = try made(sample("clip-hevc.mov"))
    let movie = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let index = try #require(file.boxes[movie].children.firstIndex { $0.type == "meta" })
    file.boxes[movie].children[index][MetaBox.self]?.header = FullBoxHeader()
    let bytes = Bytes(try file.relocated().bytes)
    #expect(LiveMovieCheck(bytes, name: "a.mov").findings.contains { $0.severity == .warning })
    let mended = try made(bytes)
    let check = LiveMovieCheck(mended.bytes, name: "a.mov")
    #expect(check.findings.isEmpty && check.isAuto == true)
  }

  @Test("of other codecs are refused, with the command that helps")
  func otherCodec() throws {
    var file = BoxFile(try sample("clip-hevc.mov"))
    let old: [UInt8] = Array("hvc1".utf8)
    var bytes = Array(file.bytes)
    let offset = try #require(bytes.indices.last { bytes[$0...].starts(with: old) })
    bytes.replaceSubrange(offset..<offset + 4, with: Array("vp09".utf8))
    file = BoxFile(Bytes(bytes))
    #expect {
      try made(file.bytes)
    } throws: { error in
      let message = (error as? EditError)?.message ?? ""
      return message.contains("'vp09'") && message.contains("boxwalk transcode MOVIE -o NEW.mov")
    }
  }

  /// Odd numbers in a movie do not stop the program.
  @Test("are read whatever was changed in them")
  func mutations() throws {
    let original = Array(try made(sample("clip-hevc.mov"), at: 1).bytes)
    let start = try #require(
      original.indices.first { original[$0...].starts(with: Array("moov".utf8)) })
    var generator = Noise(state: 7)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<3 {
        let offset = start + Int(generator.next() % UInt64(bytes.count - start))
        bytes[offset] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = LiveMovieCheck(Bytes(bytes), name: "a.mov")
      _ = try? made(Bytes(bytes), at: 0.7)
    }
  }
}
