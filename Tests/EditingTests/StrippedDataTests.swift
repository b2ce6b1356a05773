import Editing
import FieldCoding
import Foundation
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// Removed data is removed completely, with all references to it; the data beside it stays.
@Suite struct StrippedDataTests {
  /// A movie whose sound is replaced by metadata.
  ///
  /// - Parameter sample: the content of all its samples; nil for the bytes of the sound.
  private func movie(
    _ name: String, _ entry: FourCC, sample: [UInt8]? = nil, handler: FourCC = "meta"
  ) throws -> BoxFile {
    var file = try BoxFile(SampleFile.bytes(name))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let last = try #require(file.boxes[moov].children.lastIndex { $0.type == "trak" })
    file.boxes[moov].children[last].edit("mdia", "hdlr") {
      $0[HandlerBox.self]?.handlerType = handler
    }
    file.boxes[moov].children[last].edit("mdia", "minf", "stbl", "stsd") {
      $0.children = [Box(type: entry, SampleEntry(), in: .sampleEntries)]
    }
    if let sample {
      file.boxes[moov].children[last].edit("mdia", "minf", "stbl", "stsz") {
        $0[SampleSizeBox.self]?.sampleSize = UInt32(sample.count)
      }
    }
    file = BoxFile(ByteSource(try file.relocated().bytes).bytes)
    if let sample {
      for range in try #require(MovieFile(file)?.tracks.last).samples.map(\.fileRange) {
        let isReplaced = file.replace(range, with: Bytes(sample))
        #expect(isReplaced)
      }
      file = BoxFile(ByteSource(try file.relocated().bytes).bytes)
    }
    return file
  }

  /// The tracks that the boxes of a movie speak of.
  private func tracks(of file: BoxFile) -> [String: [UInt32]] {
    let movie = file.boxes.filter { $0.type == "moov" }.flatMap(\.children)
    let fragments = file.boxes.filter { $0.type == "moof" }.flatMap(\.children)
    let index = file.boxes.filter { $0.type == "mfra" }.flatMap(\.children)
    return [
      "trak": movie.compactMap { $0.children.first(TrackHeaderBox.self)?.trackID },
      "trex": movie.flatMap(\.children).compactMap { $0[TrackExtendsBox.self]?.trackID },
      "traf": fragments.compactMap { $0.children.first(TrackFragmentHeaderBox.self)?.trackID },
      "tfra": index.compactMap { $0[TrackFragmentRandomAccessBox.self]?.trackID },
    ]
  }

  @Test(arguments: ["clip-h264-fragmented.mov", "clip-hevc-fragmented.mp4"])
  func fragments(name: String) throws {
    let file = try movie(name, "camm")
    let old = try #require(MovieFile(file)?.tracks)
    let positions = old[1].samples.map(\.fileRange)
    #expect(tracks(of: file).allSatisfy { Set($0.value) == [1, 2] } && positions.count == 119)

    var edit = Edit(file.bytes)
    try edit.strip(.all)
    let bytes = try edit.bytes()
    let new = BoxFile(bytes)
    for (box, ids) in tracks(of: new) { #expect(Set(ids) == [1], "\(box)") }
    // The first sample has user data, which goes, too.
    #expect(new.samples(of: 1).dropFirst() == file.samples(of: 1).dropFirst())
    #expect(new.samples(of: 1).count == 75)
    // The samples are zeros, wherever they are now.
    for range in positions {
      let sample = try #require(file.bytes.part(range))
      #expect(Data(bytes).range(of: Data(sample)) == nil)
    }
  }

  /// Chunks of one sample each, one behind the other: not a byte of them is left. At the end of the file, zeros would
  /// look like an interrupted transfer.
  @Test(arguments: [true, false]) func chunksThatTouch(areLast: Bool) throws {
    var file = try movie("clip-h264.mp4", "camm")
    let data = Bytes([UInt8](repeating: 0x55, count: 119 * 16))
    file.boxes.append(Box(type: "mdat", opaque: data))
    if !areLast { file.boxes.append(Box(type: "free", opaque: Bytes([0, 0, 0, 0]))) }
    file = BoxFile(ByteSource(try file.relocated().bytes).bytes)
    let media = try #require(file.boxes.last { $0.type == "mdat" }?.origin).fileOffset + 8
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let last = try #require(file.boxes[moov].children.lastIndex { $0.type == "trak" })
    file.boxes[moov].children[last].edit("mdia", "minf", "stbl") { table in
      table.edit("stsz") { $0[SampleSizeBox.self]?.sampleSize = 16 }
      table.edit("stsc") { box in
        let columns = box[SampleToChunkBox.self]?.entries.columns ?? []
        box[SampleToChunkBox.self]?.entries = FieldTable(columns: columns, rows: [[1, 1, 1]])
      }
      table.edit("stco") { box in
        let columns = box[ChunkOffsetBox.self]?.chunkOffsets.columns ?? []
        box[ChunkOffsetBox.self]?.chunkOffsets = FieldTable(
          columns: columns, rows: (0..<119).map { [Int64(media + 16 * $0)] })
      }
    }
    file = BoxFile(ByteSource(try file.relocated().bytes).bytes)
    #expect(file.samples(of: 2) == [Bytes](repeating: Bytes(Array(data.prefix(16))), count: 119))
    var edit = Edit(file.bytes)
    try edit.strip(.all)
    let new = BoxFile(try edit.bytes())
    let left = try #require(new.boxes.last { $0.type == "mdat" }?.opaquePayload)
    #expect(left.count == (areLast ? 0 : data.count) && left.allSatisfy { $0 == 0 })
    // The first sample has user data, which goes, too.
    #expect(new.samples(of: 1).dropFirst() == file.samples(of: 1).dropFirst())
  }

  // MARK: - Texts

  /// A text in UTF-16 begins with its byte order mark, or follows the number of its bytes, as in `tx3g`. Not all of these
  /// characters are in Latin-1.
  @Test(arguments: [
    ("位置：48.8584，2.2945", true), ("−48.8584 −2.2945", true), ("GPS", true), ("a red house", false),
  ])
  func textsInUTF16(text: String, isLocation: Bool) throws {
    for isBig in [true, false] {
      let wide = "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBig ? pair : pair.reversed()
      }
      for sample in [wide, [0, UInt8(wide.count)] + wide] {
        var edit = Edit(try movie("clip-h264.mp4", "stpp", sample: sample).bytes)
        try edit.strip(.location)
        let tracks = MovieFile(try edit.finished().view)?.tracks.map(\.id)
        #expect(tracks == (isLocation ? [1] : [1, 2]), "\(sample)")
      }
    }
  }

  /// The boxes after a text, and those of a cue of WebVTT, are styles. Others may be anything.
  @Test(
    arguments: [
      ("tx3g", "0002 4869 0000000C 656E6364 00000100", nil),
      ("text", "0002 4869 0000000C 656E6364 00000100 00000000", nil),
      ("tx3g", "0002 4869 0000000C 656E6364 00000100 0000000C 67707A58 004E0044", "gpzX"),
      ("tx3g", "0002 4869 4E44", "data after the text"),
      ("wvtt", "00000012 76747463 0000000A 7061796C 4869", nil),
      ("wvtt", "0000001E 76747463 0000000A 7061796C 4869 0000000C 67707A58 004E0044", "gpzX"),
    ] as [(FourCC, String, String?)])
  func dataBesideTexts(entry: FourCC, sample: String, unknown: String?) throws {
    let file = try movie("clip-h264.mp4", entry, sample: Self.bytes(sample), handler: "text")
    var edit = Edit(file.bytes)
    try edit.strip(.all)
    let named = edit.unexamined?.components(separatedBy: ", ").first { $0.contains("track 2") }
    #expect(named?.components(separatedBy: "track 2: ").last == unknown)
  }

  // MARK: - Data after the last box

  @Test func whatFollowsTheLastBox() throws {
    let movie = Array(try SampleFile.bytes("clip-hevc.mov"))
    // A box cannot have 2 bytes.
    let position = [0, 0, 0, 2] + Array("$GPRMC,1,A,4851.50,N,00217.67,E,".utf8)
    let other = [0, 0, 0, 2] + Array("nothing".utf8)
    for (end, note) in [
      (position, "removed: 36 bytes, in data of an unknown form after the last box"),
      (
        other,
        "not searched, because their form is unknown: 11 bytes in data of an unknown form after the last box"
      ),
    ] {
      var edit = Edit(Bytes(movie + end))
      try edit.strip(.location)
      #expect((edit.notes + [edit.unexamined ?? ""]).contains(note))
      let new = try edit.bytes()
      #expect(new.count == movie.count + end.count)
      let isGone = new.suffix(end.count).allSatisfy { $0 == 0 }
      #expect(isGone == (end == position))
      #expect(isGone || new.suffix(end.count).elementsEqual(end))
    }
  }

  // MARK: - Positions in samples

  /// Two streams of GoPro's metadata: positions become free space, and the other sensor data stays.
  /// The keys are GPS5, and GPRI, GLPI and LNED of Karma drones.
  @Test(arguments: ["47505335", "47505249", "474C5049", "4C4E4544"])
  func positionsOfAGoPro(key: String) throws {
    let start = Self.bytes("44455643 00 01 0038")  // DEVC, 56 bytes inside
    let positions = Self.bytes(
      """
      5354524D 00 01 0018                 // STRM, 24 bytes inside
        53544E4D 63 01 0003 475053 00     // STNM "GPS"
        \(key) 6C 04 0001 1D1F4B1C
      """)
    let acceleration = Self.bytes(
      """
      5354524D 00 01 0010                 // STRM, 16 bytes inside
        4143434C 73 02 0003               // ACCL
          0102 0304 0506 0000
      """)
    let free = Self.bytes("46524545 63 01 0018") + [UInt8](repeating: 0, count: 24)
    let file = try movie("clip-h264.mp4", "gpmd", sample: start + positions + acceleration)
    var edit = Edit(file.bytes)
    try edit.strip(.location)
    #expect(edit.notes == ["removed: positions in track 2: GoPro metadata"])
    let new = BoxFile(try edit.bytes())
    #expect(new.samples(of: 1) == file.samples(of: 1))
    #expect(new.samples(of: 2).count == 119)
    #expect(Set(new.samples(of: 2)) == [Bytes(start + free + acceleration)])
    // Metadata without positions is unchanged.
    let other = try movie(
      "clip-h264.mp4", "gpmd", sample: Self.bytes("44455643 00 01 0018") + acceleration)
    var none = Edit(other.bytes)
    try none.strip(.location)
    let isChanged = try none.finished().isChanged
    #expect(none.notes.isEmpty && !isChanged)
  }

  /// The numbers 48.1234 and 11.5678, as each of the formats states them.
  static let positions: [(FourCC, [UInt8])] = [
    // Camera motion metadata of type 5: latitude, longitude and altitude, lowest byte first.
    ("camm", bytes("0000 0500") + little(48.1234) + little(11.5678) + little(500)),
    // Type 6: the time and the kind of the fix come before.
    (
      "camm",
      bytes("0000 0600") + little(1_000_000) + bytes("03000000") + little(48.1234) + little(11.5678)
        + little(500)
    ),
    (
      "gpmd",
      bytes(
        """
        5354524D 00 01 0038                 // STRM, 56 bytes inside
          5343414C 6C 04 0005               // SCAL
            00989680 00989680 000003E8 000003E8 00000064
          47505335 6C 14 0001               // GPS5: latitude, longitude, altitude and speeds
            1CAF0C50 06E51B30 0007A120 00000000 00000000
        """)
    ),
    ("xyzw", Array("lat 48.1234, lon 11.5678".utf8)),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(hex(text)) }

  private static func little(_ value: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
  }

  /// A location that only samples state is looked for in all of the file.
  @Test(arguments: positions.indices) func locationsOfSamplesAreTraces(index: Int) throws {
    let (entry, sample) = StrippedDataTests.positions[index]
    let locations = LocationTraces(try movie("clip-h264.mp4", entry, sample: sample))
    let none = LocationTraces(BoxFile(try SampleFile.bytes("clip-h264.mp4")))
    for text in ["This is 48.1234 11.5678", "48.1234 and 0.5", "0.5 and 11.5678"] {
      #expect(locations.first(in: Bytes(Array(text.utf8))) != nil, "\(text)")
      #expect(none.first(in: Bytes(Array(text.utf8))) == nil)
    }
    let elsewhere = Bytes(Array("This is 11.1234 48.5678".utf8))
    #expect(locations.first(in: elsewhere) == nil)
  }

  // MARK: - Lists of iTunes

  /// Keys of iTunes are types or names: a location is removed with any value.
  @Test func itemsOfITunes() throws {
    func box(_ type: [UInt8], _ parts: [UInt8]...) -> [UInt8] {
      let size = 8 + parts.reduce(0) { $0 + $1.count }
      return [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + type + parts.flatMap { $0 }
    }
    func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
      box(Array(type.utf8), parts.flatMap { $0 })
    }
    func data(_ text: String) -> [UInt8] {
      box("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(text.utf8))
    }
    func named(_ name: String, _ text: String) -> [UInt8] {
      box(
        "----", box("mean", [0, 0, 0, 0], Array("org.example".utf8)),
        box("name", [0, 0, 0, 0], Array(name.utf8)), data(text))
    }
    let handler = box(
      "hdlr", [0, 0, 0, 0, 0, 0, 0, 0], Array("mdirappl".utf8), [UInt8](repeating: 0, count: 9))
    let list = box(
      "ilst", box([0xA9] + Array("xyz".utf8), data("first secret")),
      box([0xA9] + Array("nam".utf8), data("a title")), named("GPSPosition", "second secret"),
      named("mood", "happy"))
    let file =
      box("ftyp", Array("isom".utf8), [0, 0, 0, 0])
      + box("moov", box("udta", box("meta", [0, 0, 0, 0], handler, list)))
    var edit = Edit(Bytes(file))
    try edit.strip(.location)
    let new = Data(try edit.bytes())
    for text in ["first secret", "second secret"] {
      #expect(new.range(of: Data(text.utf8)) == nil, "\(text)")
    }
    for text in ["a title", "mood", "happy"] {
      #expect(new.range(of: Data(text.utf8)) != nil, "\(text)")
    }
  }

  /// A name that only a key of the movie states is removed from other texts, too.
  @Test func namesOfLocationsOfKeys() throws {
    func box(_ type: [UInt8], _ parts: [UInt8]...) -> [UInt8] {
      let size = 8 + parts.reduce(0) { $0 + $1.count }
      return [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + type + parts.flatMap { $0 }
    }
    func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
      box(Array(type.utf8), parts.flatMap { $0 })
    }
    let values = [
      ("com.apple.quicktime.title", "At the lake of Bled"),
      ("com.apple.quicktime.location.name", "Bled"),
      ("com.apple.quicktime.artist", "A. Person"),
    ]
    let handler = box(
      "hdlr", [UInt8](repeating: 0, count: 8), Array("mdta".utf8), [UInt8](repeating: 0, count: 13))
    let keys = box(
      "keys", [0, 0, 0, 0, 0, 0, 0, 3], values.flatMap { box("mdta", Array($0.0.utf8)) })
    let list = box(
      "ilst",
      values.enumerated().flatMap { index, value in
        box(
          [0, 0, 0, UInt8(index + 1)],
          box("data", [0, 0, 0, 1, 0, 0, 0, 0], Array(value.1.utf8)))
      })
    let file =
      box("ftyp", Array("qt  ".utf8), [0, 0, 0, 0])
      + box("moov", box("meta", handler, keys, list))
    var edit = Edit(Bytes(file))
    try edit.strip(.location)
    let new = Data(try edit.bytes())
    #expect(new.range(of: Data("Bled".utf8)) == nil)
    #expect(new.range(of: Data("A. Person".utf8)) != nil)
  }

  // MARK: - Records of Samsung

  /// The country of the network and possible locations are removed; the other records stay.
  @Test func recordsOfSamsung() throws {
    let texts: [(UInt16, String, String)] = [
      (0x0A01, "Image_UTC_Data", "1608199394872"), (0x0AA1, "MCC_Data", "262"),
      (0x0C61, "Camera_Capture_Mode_Info", "1"), (0x0C62, "MCC_Other", "263"),
      (0x0D01, "Scene", "GPSLatitude=48.1234"),
    ]
    let records = texts.map { marker, name, payload in
      var record = SamsungExtendedDataBox.Record()
      record.marker = marker
      record.name = Text(name, form: .plain)
      record.payload = Bytes(Array(payload.utf8))
      return record
    }
    var file = try BoxFile(SampleFile.bytes("portrait-single.heic"))
    file.boxes.append(Box(SamsungExtendedDataBox(records: records, version: 106)))
    var edit = Edit(ByteSource(try file.relocated().bytes).bytes)
    try edit.strip(.location)
    #expect(edit.notes.contains("removed: sefd: MCC_Data, MCC_Other, Scene"))
    let box = try #require(BoxFile(try edit.bytes()).boxes.last?[SamsungExtendedDataBox.self])
    let payloads = box.records.map {
      $0.payload.allSatisfy { $0 == 0 } ? "" : "\(Array($0.payload))"
    }
    #expect(box.records.map(\.name.string) == texts.map(\.1))
    #expect(
      payloads == ["\(Array(texts[0].2.utf8))", "", "\(Array(texts[2].2.utf8))", "", ""])
    #expect(zip(box.records, texts).allSatisfy { $0.payload.count == $1.2.utf8.count })
  }

  /// Their samples or their sample entries can state positions in forms of their own.
  @Test(arguments: ["djmd", "dbgi", "dyvp"]) func tracksThatMayHoldPositionsGo(type: String) throws
  {
    var movie = Array(try SampleFile.bytes("clip-h264.mp4"))
    for (old, new) in [("soun", "meta"), ("mp4a", type)] {
      let offset = try #require(movie.indices.first { movie[$0...].starts(with: old.utf8) })
      movie.replaceSubrange(offset..<offset + 4, with: Array(new.utf8))
    }
    var edit = Edit(Bytes(movie))
    try edit.strip(.location)
    let tracks = try #require(MovieFile(edit.finished().view)).tracks
    #expect(tracks.map(\.handlerType) == ["vide"])
  }

  /// A movie that was cut off right after the header of its media data, whose size was not stated yet. What follows is
  /// no trailing data that can go.
  @Test func samplesAfterTheLastBoxAreNotRemoved() throws {
    var movie = Array(try SampleFile.bytes("clip-h264.mp4"))
    let media = try #require(BoxFile(Bytes(movie)).boxes.first("mdat")?.origin).fileOffset
    movie.replaceSubrange(media..<media + 4, with: [0, 0, 0, 8])
    let cut = Bytes(Array(movie.prefix(media + 11)))
    var edit = Edit(cut)
    let error = #expect(throws: EditError.self) { try edit.strip(.all) }
    #expect(error?.message.contains("boxwalk repair") == true)
    var repair = Edit(cut)
    try repair.repair()
    var stripped = Edit(try repair.bytes())
    try stripped.strip(.all)
    #expect(try !stripped.bytes().isEmpty && stripped.unexamined == nil)
  }
}
