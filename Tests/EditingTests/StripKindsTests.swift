import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// The kinds of boxes and tracks that state a location, a date or nothing of that kind.
@Suite struct StripKindsTests {
  /// A movie with other user data, and with boxes behind the others.
  private func movie(_ user: [Box], _ boxes: [Box] = []) throws -> BoxFile {
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    var data = UserDataBox()
    data.children = user
    file.boxes[moov].children.removeAll { $0.type == "udta" }
    file.boxes[moov].children.append(Box(data))
    file.boxes += boxes
    return BoxFile(ByteSource(try file.relocated().bytes).bytes)
  }

  private func stripped(_ file: BoxFile, _ what: MetadataStripping) throws -> Bytes {
    var edit = Edit(file.bytes)
    try edit.strip(what)
    return try edit.bytes()
  }

  // MARK: - The location

  private static let secret = [UInt8](0x81...0x98)

  /// Boxes of user data that are about locations, or are secrets of vendors, whatever they contain; another one stays.
  @Test(arguments: [
    "©xyz", "@xyz", "loci", "gps ", "GPS ", "gps0", "gpsa", "CMT4", "TAGS", "DcMD", "FFMV", "LEIC",
    "MMA0", "MMA1", "MVTG", "NCDT", "PANA", "PENT", "PXMN", "QVMI", "RMKN", "TTMD", "htcb", "pmcc",
    "@sec", "©dji", "CMT3", "othr",
  ])
  func boxesOfLocationsGo(type: FourCC) throws {
    let file = try movie([Box(type: type, opaque: Bytes(Self.secret), in: .userData)])
    #expect(Data(file.bytes).range(of: Data(Self.secret)) != nil)
    let new = Data(try stripped(file, .location))
    #expect((new.range(of: Data(Self.secret)) != nil) == (type == "othr"))
    #expect(new.count == file.bytes.count)
  }

  /// Free space may be in any container, also in one whose children have types of their own.
  @Test(arguments: [MetadataStripping.location, .all])
  func freeSpaceAmongReferencesIsCleared(_ what: MetadataStripping) throws {
    var file = try movie([])
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let trak = try #require(file.boxes[moov].children.firstIndex { $0.type == "trak" })
    let text = Array("lat 48.858370 lon 2.294481".utf8)
    let free = Box(type: "free", opaque: Bytes(text), in: .trackReferences)
    var references = TrackReferenceBox()
    references.children = [free]
    file.boxes[moov].children[trak].children.append(Box(references))
    let bytes = ByteSource(try file.relocated().bytes).bytes
    #expect(Data(bytes).range(of: Data(text)) != nil)
    let new = Data(try stripped(BoxFile(bytes), what))
    #expect(new.range(of: Data(text)) == nil && new.count <= bytes.count)
  }

  /// Names of tracks: one that is a location goes, and one that a person may have written is named.
  @Test(arguments: [("52.12,13.765", false), ("Anna's garden", true), ("VideoHandler", false)])
  func namesOfTracks(name: String, isNamed: Bool) throws {
    var file = try movie([])
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let trak = try #require(file.boxes[moov].children.firstIndex { $0.type == "trak" })
    file.boxes[moov].children[trak].edit("mdia", "hdlr") {
      $0[HandlerBox.self]?.name = Text(name, form: .terminated)
    }
    var edit = Edit(ByteSource(try file.relocated().bytes).bytes)
    try edit.strip(.location)
    let stays = edit.notes.contains { $0.hasPrefix("text that stays") && $0.contains("hdlr") }
    #expect(stays == isNamed)
    let isGone = Data(try edit.bytes()).range(of: Data(name.utf8)) == nil
    #expect(isGone == (name == "52.12,13.765"))
  }

  /// Nothing uses free space: it is cleared if nobody can read it, and texts of programs stay.
  @Test(arguments: ["free", "skip", "wide"])
  func unknownDataInFreeSpaceGoes(type: FourCC) throws {
    let text = Array("written by a program".utf8)
    let filling = [UInt8](repeating: 0x41, count: 24)
    let file = try movie(
      [],
      [
        Box(type: type, opaque: Bytes(Self.secret)), Box(type: "free", opaque: Bytes(filling)),
        Box(type: type, opaque: Bytes(text + [0, 0])),
      ])
    let new = Data(try stripped(file, .location))
    #expect(new.range(of: Data(Self.secret)) == nil)
    for rest in [text, filling] { #expect(new.range(of: Data(rest)) != nil) }
    #expect(new.count == file.bytes.count)
  }

  /// Media data that nothing uses may be of a lost track: it stays, and is named.
  @Test func unknownUnusedMediaDataIsNamed() throws {
    var edit = Edit(try movie([], [Box(type: "mdat", opaque: Bytes(Self.secret))]).bytes)
    try edit.strip(.location)
    let edited = try edit.finished()
    #expect(edited.unexamined?.contains("unused media data") == true)
    #expect(Data(edited.written.bytes).range(of: Data(Self.secret)) != nil)
  }

  /// A picture whose size is lost is media data that nothing seems to use.
  @Test func picturesWithoutSizesAreNotErased() throws {
    var file = try movie([])
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    func lose(_ box: inout Box) {
      if box.type == "stsz", var sizes = box[SampleSizeBox.self], sizes.entries.count > 3 {
        var values = (0..<sizes.entries.count).map { sizes.entries[$0, 0] }
        values[2] = 0
        sizes.entries = FieldTable(columns: SampleSizeBox.columns, values: values)
        box = Box(sizes)
      }
      for index in box.children.indices { lose(&box.children[index]) }
    }
    lose(&file.boxes[moov])
    let bytes = ByteSource(try file.relocated().bytes).bytes
    #expect(
      MovieFile(BoxFile(bytes))?.tracks.first?.samples.contains { $0.fileRange.isEmpty } == true)
    var edit = Edit(bytes)
    try edit.strip(.all)
    #expect(!edit.notes.contains { $0.contains("unused media data") })
    #expect(edit.unexamined?.contains("media data of which not all samples are known") == true)
  }

  /// A fragment that has lost its description leaves media data that nothing seems to use.
  @Test func fragmentsWithoutDescriptionAreNotErased() throws {
    var file = BoxFile(try SampleFile.bytes("clip-h264-fragmented.mov"))
    let fragments = file.boxes.indices.filter { file.boxes[$0].type == "moof" }
    let lost = try #require(fragments.dropFirst().first)
    let size = try #require(file.boxes[lost].source).count
    file.boxes[lost] = Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: size - 8)))
    file.boxes.removeAll { $0.type == "mfra" }
    var edit = Edit(ByteSource(try file.relocated().bytes).bytes)
    try edit.strip(.all)
    #expect(!edit.notes.contains { $0.contains("unused media data") })
    #expect(edit.unexamined?.contains("media data of which not all samples are known") == true)
  }

  /// A data reference to the file itself may say where the data was before.
  @Test func namesInDataReferencesGo() throws {
    var file = try movie([])
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let path = "file:///home/somebody/clip.mp4"
    var count = 0
    func change(_ box: inout Box) {
      if box.type == "url ", var url = box[DataEntryUrlBox.self] {
        url.location = Text(path)
        box = Box(url)
        count += 1
      }
      for index in box.children.indices { change(&box.children[index]) }
    }
    change(&file.boxes[moov])
    #expect(count > 0)
    let bytes = ByteSource(try file.relocated().bytes).bytes
    #expect(Data(bytes).range(of: Data(path.utf8)) != nil)
    #expect(Data(try stripped(BoxFile(bytes), .all)).range(of: Data(path.utf8)) == nil)
  }

  /// Boxes whose user types are those of IPTC, of Photoshop's resources, of GeoJP2, and of a camera's sensors.
  @Test(arguments: [
    "33c7a4d2b81d4723a0baf1a3e097ad38", "2c4c0100850440b9a03e562148d6dfeb",
    "b14bf8bd083d4b43a5ae8cd7d5a6ce03", "efe1589abb7749ef809527759eb1dc6f",
    "00112233445566778899aabbccddeeff",
  ])
  func boxesOfLocationsByUserType(type: String) throws {
    let file = try movie([], [Box(type: "uuid", opaque: Bytes(Array(hex(type)) + Self.secret))])
    let new = Data(try stripped(file, .location))
    #expect((new.range(of: Data(Self.secret)) != nil) == type.hasPrefix("0011"))
  }

  private static let xmp = Array(
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="46,21.816660N" \
    exif:GPSLongitude="14,5.633340E"/></rdf:RDF></x:xmpmeta>
    """.utf8)

  /// A GPS directory with 46.363611 and 14.093889 degrees.
  private static let exif: [UInt8] = {
    func big(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    func entry(_ tag: UInt8, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      [0, tag, 0, type, 0, 0, 0, count] + value
    }
    return "MM\0*".utf8 + big(8) + [0, 1, 0x88, 0x25, 0, 4] + big(1) + big(26) + big(0) + [0, 2]
      + entry(2, 5, 3, big(56)) + entry(4, 5, 3, big(80)) + big(0)
      + [46, 1, 21, 1, 49_000, 1000, 14, 1, 5, 1, 38_000, 1000].flatMap { big($0) }
  }()

  private static let metadata: [Box] = [
    Box(type: "Exif", opaque: Bytes([0, 0, 0, 0] + exif)),
    Box(type: "uuid", opaque: Bytes(hex("0537cdab9d0c4431a72afa561f2a113e") + exif)),
    Box(type: "uuid", opaque: Bytes(hex("4a706754696666457869662d3e4a5032") + exif)),
    Box(type: "XMP_", opaque: Bytes(xmp)),
    Box(type: "uuid", opaque: Bytes(hex("be7acfcb97a942e89c71999491e3afac") + xmp)),
    Box(type: "xml ", opaque: Bytes([0, 0, 0, 0] + xmp)),
  ]

  /// A location that only one box states is removed from other texts, too.
  @Test(arguments: metadata.indices) func locationsOfMetadataAreTraces(index: Int) throws {
    let title = { (text: String) in
      var body = UserDataTextBox()
      var entry = UserDataTextBox.Entry()
      entry.text = Text(text, form: .plain)
      body.texts = [entry]
      return Box(type: "©nam", body, in: .userData)
    }
    for (text, stays) in [("North 46.36361 of it", false), ("North 47.5 of it", true)] {
      let file = try movie([title(text)], [Self.metadata[index]])
      let new = try stripped(file, .location)
      #expect((Data(new).range(of: Data(text.utf8)) != nil) == stays, "\(text)")
      #expect(LocationTraces(BoxFile(new)).first(in: Bytes(Array("14.09388".utf8))) == nil)
    }
  }

  /// What items of other types hold is not known: they go if there is a location in them, and with all metadata.
  @Test func itemsOfUnknownTypes() throws {
    var bytes = Data(try SampleFile.bytes("landscape-tiled.heic"))
    let type = try #require(bytes.range(of: Data("Exif".utf8)))
    bytes.replaceSubrange(type, with: Data("dji1".utf8))
    for what in [MetadataStripping.location, .all] {
      var edit = Edit(Bytes(Array(bytes)))
      try edit.strip(what)
      #expect(
        edit.notes.contains { $0.contains("data of an unknown type (item 51)") }, "\(edit.notes)")
    }
  }

  // MARK: - Everything

  @Test func noHeaderHasADate() throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    edit.editMovie { movie in
      movie.edit("mvhd") {
        $0[MovieHeaderBox.self]?.creationTime = 3_000_000_001
        $0[MovieHeaderBox.self]?.modificationTime = 3_000_000_002
      }
      for index in movie.children.indices where movie.children[index].type == "trak" {
        movie.children[index].edit("tkhd") {
          $0[TrackHeaderBox.self]?.creationTime = 3_000_000_003
          $0[TrackHeaderBox.self]?.modificationTime = 3_000_000_004
        }
        movie.children[index].edit("mdia", "mdhd") {
          $0[MediaHeaderBox.self]?.creationTime = 3_000_000_005
          $0[MediaHeaderBox.self]?.modificationTime = 3_000_000_006
        }
      }
    }
    let file = BoxFile(try edit.bytes())
    func dates(_ file: BoxFile) -> [UInt64] {
      let movie = file.boxes.filter { $0.type == "moov" }.flatMap(\.children)
      let tracks = movie.filter { $0.type == "trak" }.flatMap(\.children)
      let media = tracks.filter { $0.type == "mdia" }.flatMap(\.children)
      return movie.compactMap { $0[MovieHeaderBox.self] }
        .flatMap { [$0.creationTime, $0.modificationTime] }
        + tracks.compactMap { $0[TrackHeaderBox.self] }
        .flatMap { [$0.creationTime, $0.modificationTime] }
        + media.compactMap { $0[MediaHeaderBox.self] }
        .flatMap { [$0.creationTime, $0.modificationTime] }
    }
    #expect(dates(file).count == 10 && Set(dates(file)) == Set(3_000_000_001...3_000_000_006))
    #expect(Set(dates(BoxFile(try stripped(file, .all)))) == [0])
    #expect(dates(BoxFile(try stripped(file, .location))) == dates(file))
  }

  /// The times of recording that fragments and previews state, and events with what they tell.
  @Test func noOtherBoxHasADate() throws {
    var reference = ProducerReferenceTimeBox()
    reference.ntpTimestamp = 0xEEB4_873E_FD70_A3D6
    var preview = PreviewBox()
    preview.modificationDate = 3_000_000_001
    let file = try movie([], [Box(reference), Box(preview), Self.event("recorded by Bob")])
    let new = BoxFile(try stripped(file, .all))
    #expect(new.boxes.first(ProducerReferenceTimeBox.self)?.ntpTimestamp == 0)
    #expect(new.boxes.first(PreviewBox.self)?.modificationDate == 0)
    #expect(new.boxes.first(EventMessageBox.self) == nil)
    #expect(new.bytes.count == file.bytes.count)
  }

  private static func event(_ text: String) -> Box {
    var event = EventMessageBox()
    event.schemeIDURI = "urn:example:event"
    event.messageData = Bytes(Array(text.utf8))
    return Box(event)
  }

  @Test func eventsWithLocationsGo() throws {
    for (text, stays) in [("at 46.363611, 14.093889", false), ("start of part 2", true)] {
      let new = BoxFile(try stripped(try movie([], [Self.event(text)]), .location))
      #expect((new.boxes.first(EventMessageBox.self) != nil) == stays, "\(text)")
    }
  }

  /// Subtitles stay, and timed metadata of any form goes.
  @Test(arguments: [
    ("sbtl", "xsub", true), ("text", "xtxt", true), ("subt", "stpp", true), ("meta", "xyzw", false),
    ("data", "gpmd", false), ("nrtm", "rtmd", false),
  ])
  func tracksThatStay(handler: FourCC, entry: FourCC, stays: Bool) throws {
    var edit = try Edit(sample: "clip-h264.mp4")
    edit.editMovie { movie in
      let last = movie.children.lastIndex { $0.type == "trak" } ?? 0
      movie.children[last].edit("mdia", "hdlr") { $0[HandlerBox.self]?.handlerType = handler }
      movie.children[last].edit("mdia", "minf", "stbl", "stsd") {
        $0.children = [Box(type: entry, SampleEntry(), in: .sampleEntries)]
      }
    }
    let file = BoxFile(try edit.bytes())
    let new = BoxFile(try stripped(file, .all))
    #expect(MovieFile(file)?.tracks.map(\.handlerType) == ["vide", handler])
    #expect(MovieFile(new)?.tracks.map(\.handlerType) == (stays ? ["vide", handler] : ["vide"]))
    // The first sample has user data, which goes, too.
    #expect(new.samples(of: 1).dropFirst() == file.samples(of: 1).dropFirst())
    if stays { #expect(new.samples(of: 2) == file.samples(of: 2)) }
  }

  /// Locations in texts for programs go too, as otherwise nothing could be written.
  @Test(arguments: ["compressor", "key", "content type", "URI", "unit"])
  func locationsInTextsForProgramsGo(kind: String) throws {
    let location = "+47.1234+008.5678/"
    let isMovie = ["compressor", "key"].contains(kind)
    let name =
      kind == "unit"
      ? "shore-tiled.avif"
      : kind == "key" ? "clip-hevc.mov" : isMovie ? "clip-h264.mp4" : "landscape-tiled.heic"
    var file = BoxFile(try SampleFile.bytes(name))
    let top = try #require(file.boxes.firstIndex { $0.type == (isMovie ? "moov" : "meta") })
    var item: UInt32?
    switch kind {
    case "compressor":
      file.boxes[top].edit("trak", "mdia", "minf", "stbl", "stsd") {
        $0.children[0][VisualSampleEntry.self]?.compressorName = Text(location, form: .counted)
      }
    case "key":
      file.boxes[top].edit("meta", "keys") {
        $0[MetadataItemKeysBox.self]?.keys[0].value = Text("com.acme.\(location)", form: .plain)
      }
    case "unit":
      file.boxes[top].edit("iprp", "ipco") { list in
        for index in list.children.indices {
          let box = list.children[index]
          guard box.type == "av1C", let payload = box.sourcePayload else { continue }
          // Padding (type 15) with a stated size.
          let unit = [0x7A, UInt8(location.utf8.count + 1)] + Array(location.utf8) + [0x80]
          list.children[index] = Box(type: "av1C", opaque: Bytes(Array(payload) + unit))
        }
      }
    default:
      file.boxes[top].edit("iinf") { list in
        for index in list.children.indices {
          guard var entry = list.children[index][ItemInfoEntry.self], entry.itemType == "Exif"
          else { continue }
          item = entry.itemID
          entry.itemType = kind == "URI" ? "uri " : "mime"
          (entry.contentType, entry.uriType) = (Text(location), Text(location))
          list.children[index][ItemInfoEntry.self] = entry
        }
      }
    }
    var bytes = Array(try file.relocated().bytes)
    if let item {
      // Nothing else of the item states a location.
      let extents = try #require(try HEIFFile(BoxFile(Bytes(bytes)))?.extents(of: item).first)
      bytes.replaceSubrange(extents, with: repeatElement(0x99, count: extents.count))
    }
    let before = Bytes(bytes)
    #expect(Data(before).range(of: Data(location.utf8)) != nil)
    let after = try stripped(BoxFile(before), .location)
    #expect(Data(after).range(of: Data(location.utf8)) == nil)
    #expect(BoxFile(after).findings.isEmpty)
    try Edit.checkStripped(
      .location, after, MetadataTraces(file: before, leavingOut: .location))
  }

  private func add(_ new: Box, to box: inout Box, _ path: ArraySlice<FourCC>) throws {
    guard let type = path.first else { return box.children.append(new) }
    let index = try #require(box.children.firstIndex { $0.type == type })
    try add(new, to: &box.children[index], path.dropFirst())
  }

  /// What an unknown box holds is not understood because it is text, or a picture, also if its type is `uuid`.
  @Test(
    arguments: [
      nil, [], ["trak"], ["trak", "mdia"], ["trak", "mdia", "minf"],
      ["trak", "mdia", "minf", "dinf"], ["trak", "mdia", "minf", "dinf", "dref"],
      ["trak", "mdia", "minf", "stbl"], ["trak", "mdia", "minf", "stbl", "stsd", "avc1"],
    ] as [[FourCC]?], ["xyzw", "uuid"] as [FourCC])
  func textsOfUnknownBoxesGoWithAllMetadata(path: [FourCC]?, type: FourCC) throws {
    let text = "the owner is Jane Doe, serial 12345"
    let user: [UInt8] = type == "uuid" ? Array(hex("9f3b1c22d4e84a0b8c55e7a1f00d1234")) : []
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let box = Box(type: type, opaque: Bytes(user + text.utf8))
    if let path {
      let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
      try add(box, to: &file.boxes[moov], path[...])
    } else {
      file.boxes.append(box)
    }
    let bytes = Bytes(try file.relocated().bytes)
    #expect(Data(bytes).range(of: Data(text.utf8)) != nil)
    var edit = Edit(bytes)
    try edit.strip(.all)
    let isLeft = Data(try edit.bytes()).range(of: Data(text.utf8)) != nil
    #expect(!isLeft || edit.unexamined?.contains("\(type)") == true)
    #expect(isLeft == (path?.last == "dref"))
  }

  /// Texts for people in sample descriptions go with all metadata, or are named: names of reels, sources of streams.
  @Test(arguments: ["name", "svhd", "rvif", "stpp", "esds"] as [FourCC])
  func textsOfSampleDescriptions(type: FourCC) throws {
    func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(8 + payload.count)] + Array(type.utf8) + payload
    }
    let text = Array("Reel of Quorvendell".utf8)
    let size = UInt8(text.count)
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let last = try #require(file.boxes[moov].children.lastIndex { $0.type == "trak" })
    func setEntry(_ entry: Box, handler: FourCC) {
      file.boxes[moov].children[last].edit("mdia", "hdlr") {
        $0[HandlerBox.self]?.handlerType = handler
      }
      file.boxes[moov].children[last].edit("mdia", "minf", "stbl", "stsd") {
        $0.children = [entry]
      }
    }
    func add(_ type: FourCC, _ payload: [UInt8]) {
      file.boxes[moov].edit("trak", "mdia", "minf", "stbl", "stsd") {
        $0.children[0].children.append(Box(type: type, opaque: Bytes(payload)))
      }
    }
    switch type {
    case "name":
      var entry = TimecodeSampleEntry()
      entry.children = [Box(type: "name", opaque: Bytes([0, size, 0, 0] + text))]
      setEntry(Box(entry, in: .sampleEntries), handler: "tmcd")
    case "stpp":
      // The namespace, the location of the schema, and the types of other files.
      let fields: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0] + text + [0, 0]
      setEntry(Box(type: "stpp", opaque: Bytes(fields), in: .sampleEntries), handler: "subt")
    case "svhd": add("sv3d", box("svhd", [0, 0, 0, 0] + text + [0]))
    case "rvif": add("rvif", [0, 0, 0, 0, 0] + text + [0])
    // The descriptor of a stream that is at a URL.
    default: add("esds", [0, 0, 0, 0, 3, size + 4, 0, 1, 0x40, size] + text)
    }
    let bytes = Bytes(try file.relocated().bytes)
    #expect(Data(bytes).range(of: Data(text)) != nil && BoxFile(bytes).findings.isEmpty)
    for what in [MetadataStripping.location, .all] {
      var edit = Edit(bytes)
      try edit.strip(what)
      let isLeft = Data(try edit.bytes()).range(of: Data(text)) != nil
      #expect(isLeft == (what == .location || type == "esds"))
      // Of programs, only the name is known.
      let note = edit.notes.first { $0.hasPrefix("text that stays") } ?? ""
      #expect(note.contains("\(type) (") == (what == .location && type != "svhd"), "\(note)")
      let isNamed = edit.unexamined?.contains("esds (URLstring)") ?? false
      #expect(isNamed == (isLeft && what == .all))
    }
  }

  /// Boxes of unknown types among tables and in sample descriptions, which nothing needs.
  @Test(arguments: [[], ["stsd", "avc1"]] as [[FourCC]], [MetadataStripping.location, .all])
  func unknownBoxesOfSampleTablesGo(path: [FourCC], what: MetadataStripping) throws {
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let whole: [FourCC] = ["trak", "mdia", "minf", "stbl"] + path
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    for text in ["+47.1234+008.5678/", "nothing of that kind"] {
      try add(Box(type: "xyzw", opaque: Bytes(Array(text.utf8))), to: &file.boxes[moov], whole[...])
    }
    let before = Bytes(try file.relocated().bytes)
    let after = try stripped(BoxFile(before), what)
    #expect(Data(before).range(of: Data("+47.1234".utf8)) != nil)
    #expect(Data(after).range(of: Data("+47.1234".utf8)) == nil)
    #expect((Data(after).range(of: Data("nothing of that kind".utf8)) == nil) == (what == .all))
    try Edit.checkStripped(
      what, after, MetadataTraces(file: before, leavingOut: what))
  }
}
