import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// Data about locations is removed, and everything else stays at its offset.
@Suite struct StripTests {
  private static let location = "+48.8584+002.2945+035.000/"

  private func sample(_ name: String) throws -> BoxFile {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    return try BoxFile(ByteSource(mapping: path).bytes)
  }

  /// The file that boxes make.
  private func written(_ file: BoxFile) throws -> Bytes {
    ByteSource(try file.relocated().bytes).bytes
  }

  private struct Result {
    var bytes: Bytes
    var file: BoxFile
    var notes: [String]
  }

  /// Strips, proves, and reads again.
  private func strip(
    _ what: MetadataStripping, _ bytes: Bytes, _ source: SourceLocation = #_sourceLocation
  ) throws -> Result {
    var edit = Edit(bytes)
    try edit.strip(what)
    let edited = try edit.finished()
    let new = ByteSource(edited.written.bytes).bytes
    #expect(
      throws: Never.self, sourceLocation: source
    ) { try Edit.checkStripped(what, new, MetadataTraces(edit.original, leavingOut: what)) }
    return Result(bytes: new, file: BoxFile(new), notes: edited.notes)
  }

  private func contains(_ bytes: Bytes, _ text: String) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  // MARK: The example of the documentation

  @Test func example() throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("landscape-tiled.heic") })
    var edit = Edit(try ByteSource(mapping: path).bytes)
    try edit.strip(.location)
    #expect(
      edit.notes == [
        "removed: the location in Exif (item 51)",
        "text that stays, in which no location was found: ImageDescription (item 51)",
      ])
    let edited = try edit.finished()
    #expect(edited.written.count == edit.original.bytes.count)
    // Only the content of the GPS directory is different.
    let exif = try #require(HEIFFile(edit.original)).extents(of: 51)
    let new = edited.written.bytes
    let different = new.indices.filter { new[$0] != edit.original.bytes[$0] }
    #expect(!different.isEmpty && different.allSatisfy(exif[0].contains))
  }

  // MARK: Movies

  /// A movie that states its location in all known ways.
  private func movieWithLocations() throws -> BoxFile {
    var file = try sample("clip-hevc.mov")
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    var text = UserDataTextBox()
    var entry = UserDataTextBox.Entry()
    entry.text = Text(Self.location, form: .plain)
    text.texts = [entry]
    var other = entry
    other.text = Text("Paris by night", form: .plain)
    var title = UserDataTextBox()
    title.texts = [other]
    var location = LocationInformationBox()
    location.latitude = Int32(48.8584 * 65536)
    location.longitude = Int32(2.2945 * 65536)
    var user = UserDataBox()
    user.children = [
      Box(type: "©xyz", text, in: .userData), Box(type: "©nam", title, in: .userData),
      Box(location, in: .userData),
      Box(type: "XMP_", opaque: Bytes(Array(Self.xmp.utf8)), in: .userData),
      Box(
        type: "NCDT", opaque: Bytes(Array("Nikon".utf8)), in: .userData),
    ]
    file.boxes[moov].children.removeAll { $0.type == "udta" }
    file.boxes[moov].children.append(Box(user))
    file.boxes.append(
      Box(
        type: "free", opaque: Bytes(Array("freeGPS $GPRMC,1,A,4851.50,N,00217.67,E,".utf8))))
    file.boxes.append(Box(type: "skip", opaque: Bytes(Array("just some room".utf8))))
    return BoxFile(try written(file))
  }

  private static let xmp = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
    xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
    exif:GPSLatitude="48,51.504N" exif:GPSLongitude="2,17.67E" dc:format="video/mp4"/>\
    </rdf:RDF></x:xmpmeta>
    """

  @Test func locationsOfAMovie() throws {
    let file = try movieWithLocations()
    let result = try strip(.location, file.bytes)
    #expect(
      result.notes == [
        "removed: moov/meta: com.apple.quicktime.location.ISO6709",
        "removed: moov/udta/©xyz", "removed: moov/udta/loci",
        "removed: the location in moov/udta/XMP_", "removed: moov/udta/NCDT",
        "removed: what free space held at byte \(file.bytes.count - 62)",
        "moov/udta/NCDT is left out: it may hold the location",
        "text that stays, in which no location was found: moov/udta/©nam",
      ])
    for text in ["+48.8584", "48,51.504N", "GPRMC", "+46.3636", "Nikon", "ISO6709"] {
      #expect(!contains(result.bytes, text), "\(text)")
    }
    for text in ["Paris by night", "video/mp4", "just some room"] {
      #expect(contains(result.bytes, text), "\(text)")
    }
    let movie = try #require(MovieFile(result.file))
    let old = try #require(MovieFile(file))
    let kept = old.metadata.filter { item in
      !["com.apple.quicktime.location.ISO6709", "©xyz"].contains(item.key)
    }
    #expect(movie.metadata == kept && kept.count >= 5)
    #expect(result.file.findings.isEmpty)
  }

  @Test func allMetadataOfAMovie() throws {
    let file = try movieWithLocations()
    let result = try strip(.all, file.bytes)
    let movie = try #require(MovieFile(result.file))
    #expect(movie.metadata.isEmpty && movie.tracks.count == MovieFile(file)?.tracks.count)
    for text in ["Paris", "video/mp4", "just some room", "com.apple", "Nikon"] {
      #expect(!contains(result.bytes, text), "\(text)")
    }
  }

  /// Makes the sound a metadata track, and the picture refer to it.
  private func movieWithTrack(
    handler: FourCC, _ entry: Box, samples: ((Int) -> [UInt8])? = nil
  ) throws -> (file: BoxFile, samples: [Range<Int>]) {
    var file = try sample("clip-h264.mp4")
    let track = try #require(MovieFile(file)?.tracks.last)
    let ranges = track.samples.map(\.fileRange)
    if let samples {
      for range in ranges {
        var bytes = samples(range.count)
        bytes += [UInt8](repeating: 0x20, count: max(0, range.count - bytes.count))
        let isReplaced = file.replace(range, with: Bytes(bytes.prefix(range.count)))
        #expect(isReplaced)
      }
    }
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let traks = file.boxes[moov].children.indices.filter {
      file.boxes[moov].children[$0].type == "trak"
    }
    let last = try #require(traks.last)
    change(&file.boxes[moov].children[last].children, ["mdia", "hdlr"]) { box in
      box[HandlerBox.self]?.handlerType = handler
    }
    change(&file.boxes[moov].children[last].children, ["mdia", "minf", "stbl", "stsd"]) { box in
      box.children = [entry]
    }
    var reference = TrackReferenceTypeBox()
    reference.trackIDs = [track.id]
    var references = TrackReferenceBox()
    references.children = [Box(type: "cdep", reference, in: .trackReferences)]
    file.boxes[moov].children[traks[0]].children.append(Box(references))
    let new = BoxFile(try written(file))
    let changed = try #require(MovieFile(new)?.tracks.last)
    return (new, changed.samples.map(\.fileRange))
  }

  private func change(_ boxes: inout [Box], _ path: [FourCC], _ body: (inout Box) -> Void) {
    guard let index = boxes.firstIndex(where: { $0.type == path[0] }) else { return }
    if path.count == 1 { return body(&boxes[index]) }
    change(&boxes[index].children, Array(path.dropFirst()), body)
  }

  private func expectGone(
    _ movie: (file: BoxFile, samples: [Range<Int>]), _ note: String,
    _ source: SourceLocation = #_sourceLocation
  ) throws {
    let result = try strip(.location, movie.file.bytes, source)
    #expect(result.notes == ["removed: track 2: \(note)"], sourceLocation: source)
    let tracks = try #require(MovieFile(result.file)?.tracks)
    #expect(tracks.map(\.id) == [1] && tracks[0].references.isEmpty, sourceLocation: source)
    #expect(movie.samples.count == 119, sourceLocation: source)
    for sample in movie.samples {
      // The data at the end of the file is removed.
      let rest = result.bytes.part(sample.clamped(to: 0..<result.bytes.count))
      #expect(rest?.allSatisfy { $0 == 0 } == true, sourceLocation: source)
    }
  }

  @Test func trackWithKeys() throws {
    var declaration = MetadataKeyDeclarationBox()
    declaration.keyValue = Text("com.apple.quicktime.location.ISO6709", form: .plain)
    var key = ContainerBox()
    key.children = [Box(declaration)]
    var keys = MetadataKeyTableBox()
    keys.children = [Box(type: FourCC(rawValue: 1), key, in: .metadataKeys)]
    var entry = MetadataSampleEntry()
    entry.children = [Box(keys, in: .metadataSampleEntry)]
    let movie = try movieWithTrack(handler: "meta", Box(entry, in: .sampleEntries))
    let words = "timed metadata: com.apple.quicktime.location.ISO6709"
    try expectGone(movie, words)
    #expect(try strip(.all, movie.file.bytes).notes.contains("removed: track 2: \(words)"))
  }

  /// A track is called what its data is, and not what a specification calls the type of its sample entry.
  @Test(arguments: [
    (Box(MetadataSampleEntry(), in: .sampleEntries), "timed metadata (mebx)"),
    (Box(type: "gpmd", SampleEntry(), in: .sampleEntries), "GoPro metadata"),
    (Box(type: "mett", TextSampleEntry(), in: .sampleEntries), "timed metadata (mett)"),
  ]) func tracksHaveNames(entry: Box, words: String) throws {
    let movie = try movieWithTrack(handler: "meta", entry)
    #expect(try strip(.all, movie.file.bytes).notes.contains("removed: track 2: \(words)"))
  }

  /// A photo with a movie: the track of locations is removed, and everything else stays at its offset.
  @Test(arguments: [MetadataStripping.location, .all])
  func trackOfAMovieInAPhoto(_ what: MetadataStripping) throws {
    let entry = Box(type: "camm", SampleEntry(), in: .sampleEntries)
    let movie = try movieWithTrack(handler: "meta", entry) { _ in
      [0, 0, 5, 0, 0x48, 0x65, 0x72, 0x65]
    }
    var photo = try sample("portrait-single.heic")
    photo.boxes.append(Box(type: "mpvd", opaque: movie.file.bytes))
    // IPTC data of the photo itself.
    let iptc = hex("33c7a4d2b81d4723a0baf1a3e097ad38") + Array("There".utf8)
    photo.boxes.append(Box(type: "uuid", opaque: Bytes(iptc)))
    let whole = BoxFile(try written(photo))
    #expect(MotionPhoto(whole)?.movie == movie.file.bytes && contains(whole.bytes, "Here"))
    let result = try strip(what, whole.bytes)
    #expect(
      result.notes.contains {
        $0.hasPrefix("removed: track 2: Camera motion metadata")
          && $0.hasSuffix("in the movie of the photo")
      }, "\(result.notes)")
    #expect(!contains(result.bytes, "Here") && !contains(result.bytes, "There"))
    let inside = try #require(MotionPhoto(result.file)?.movie)
    let tracks = try #require(MovieFile(BoxFile(inside))?.tracks)
    #expect(inside.count == movie.file.bytes.count && tracks.map(\.id) == [1])
    let pictures = try #require(MovieFile(movie.file)?.tracks.first).samples.map(\.fileRange)
    #expect(tracks[0].samples.map(\.fileRange) == pictures && pictures.count > 10)
    // The first sample has user data.
    #expect(pictures.dropFirst().allSatisfy { inside.part($0) == movie.file.bytes.part($0) })
  }

  /// What follows the last box of a movie in a photo is treated like what follows the last box of a file.
  @Test(
    arguments: ["+48.8584+002.2945/ of Ada", "the owner is Ada"],
    [MetadataStripping.location, .all])
  func whatFollowsAMovieInAPhoto(_ text: String, _ what: MetadataStripping) throws {
    var photo = try sample("portrait-single.heic")
    let movie = Array(try sample("clip-h264.mp4").bytes)
    photo.boxes.append(Box(type: "mpvd", opaque: Bytes(movie + text.utf8)))
    let bytes = try written(photo)
    #expect(contains(bytes, text))
    var edit = Edit(bytes)
    try edit.strip(what)
    let stays = what == .location && !text.hasPrefix("+")
    #expect((edit.unexamined != nil) == stays)
    let result = try strip(what, bytes)
    #expect(contains(result.bytes, text) == stays)
    #expect(result.bytes.count == bytes.count)
    #expect(MotionPhoto(result.file)?.movie.count == movie.count)
  }

  /// A movie in records of Samsung behind the boxes, as JPEG files have it, is stripped like one in a box.
  @Test(arguments: [MetadataStripping.location, .all])
  func aMovieInRecordsBehindTheBoxes(_ what: MetadataStripping) throws {
    let movie = try SampleFile.bytes("clip-hevc.mov")
    var record = SamsungExtendedDataBox.Record()
    record.marker = SamsungExtendedDataBox.Record.movie
    record.name = Text("MotionPhoto_Data", form: .plain)
    record.payload = Bytes(Array(movie))
    let records = try SamsungExtendedDataBox(records: [record], version: 106).encoded()
    let photo = Array(try sample("portrait-single.heic").bytes)
    let bytes = Bytes(photo + records)
    #expect(contains(bytes, "+46.3636"))
    let result = try strip(what, bytes)
    #expect(!contains(result.bytes, "+46.3636"))
    #expect(MotionPhoto(result.file)?.movie.count == Array(movie).count)
  }

  /// A second movie behind that of a photo, as it is or in a record of Samsung, loses its location and stays.
  @Test(arguments: [false, true]) func aSecondMovieInAPhoto(inRecord: Bool) throws {
    let movie = Array(try SampleFile.bytes("clip-hevc.mov"))
    var record = SamsungExtendedDataBox.Record()
    record.marker = SamsungExtendedDataBox.Record.movie
    record.name = Text("MotionPhoto_Data", form: .plain)
    record.payload = Bytes(movie)
    let records = try SamsungExtendedDataBox(records: [record], version: 106).encoded()
    var photo = try sample("portrait-single.heic")
    photo.boxes.append(Box(type: "mpvd", opaque: Bytes(movie + (inRecord ? records : movie))))
    let bytes = try written(photo)
    #expect(contains(bytes, "+46.3636"))
    let result = try strip(.location, bytes)
    #expect(!contains(result.bytes, "+46.3636") && result.bytes.count == bytes.count)
    let box = try #require(result.file.boxes.first { $0.type == "mpvd" })
    let movies = TrailingData(behindMovieIn: box, of: result.file).parts
      .compactMap { MovieFile(BoxFile($0.bytes)) }
    #expect(movies.map(\.tracks.count) == [MovieFile(BoxFile(Bytes(movie)))?.tracks.count])
  }

  /// Of a truncated movie, the metadata is not known: what can be done is named.
  @Test(arguments: ["portrait-single.heic", "meadow.jpg"])
  func aTruncatedMovieInAPhoto(_ name: String) throws {
    let movie = Array(try SampleFile.bytes("clip-h264.mp4").dropLast(1000))
    var bytes = try SampleFile.bytes(name)
    if name.hasSuffix("heic") {
      var photo = try sample(name)
      photo.boxes.append(Box(type: "mpvd", opaque: Bytes(movie)))
      bytes = try written(photo)
    } else {
      bytes = Bytes(Array(bytes) + movie)
    }
    var edit = Edit(bytes)
    let error = #expect(throws: EditError.self) { try edit.strip(.location) }
    #expect(error?.message.hasPrefix("has a movie that is truncated") == true)
    #expect(error?.message.contains("boxwalk live split") == true)
  }

  /// Photos of phones, whose movie has its description at its end.
  @Test(
    .needsMedia, arguments: ["motionphoto.heic", "Samsung mpv2 trailer.heif"],
    [MetadataStripping.location, .all])
  func moviesInPhotosOfPhones(_ name: String, _ what: MetadataStripping) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    let photo = try BoxFile(ByteSource(mapping: path).bytes)
    let result = try strip(what, photo.bytes)
    #expect(result.notes.contains { $0.contains("moov/udta") && $0.hasPrefix("removed") })
    let (old, new) = (try #require(MotionPhoto(photo)), try #require(MotionPhoto(result.file)))
    #expect(new.movieRange == old.movieRange && result.bytes.count == photo.bytes.count)
    let samples = { (photo: MotionPhoto) in
      MovieFile(BoxFile(photo.movie))?.tracks.map { $0.samples.map(\.fileRange) }
    }
    #expect(samples(old) == samples(new) && samples(old)?.isEmpty == false)
  }

  /// Names of cameras are in descriptions that stay.
  @Test func namesOfTracksAndCompressors() throws {
    var file = try sample("clip-h264.mp4")
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    let trak = try #require(file.boxes[moov].children.firstIndex { $0.type == "trak" })
    change(&file.boxes[moov].children[trak].children, ["mdia", "hdlr"]) { box in
      box[HandlerBox.self]?.name = Text("GoPro AVC of Ada", form: .terminated)
    }
    change(&file.boxes[moov].children[trak].children, ["mdia", "minf", "stbl", "stsd"]) { box in
      var entries = box.children
      entries[0][VisualSampleEntry.self]?.compressorName = Text("HERO12 encoder", form: .counted)
      box.children = entries
    }
    let bytes = try written(file)
    #expect(contains(bytes, "of Ada") && contains(bytes, "HERO12"))
    #expect(try contains(strip(.location, bytes).bytes, "of Ada"))
    let result = try strip(.all, bytes)
    #expect(!contains(result.bytes, "of Ada") && !contains(result.bytes, "HERO12"))
    #expect(
      result.notes.contains(
        "removed: the name of the compressor in moov/trak/mdia/minf/stbl/stsd/avc1"))
    #expect(
      MovieFile(result.file)?.tracks.map(\.sampleCount)
        == MovieFile(BoxFile(bytes))?.tracks.map(\.sampleCount))
  }

  @Test func cameraMotion() throws {
    let entry = Box(type: "camm", SampleEntry(), in: .sampleEntries)
    let movie = try movieWithTrack(handler: "meta", entry) { _ in [0, 0, 5, 0, 1, 2, 3, 4] }
    try expectGone(movie, "Camera motion metadata, with positions")
    // Without positions it stays: type 2 is the data of a gyroscope.
    let other = try movieWithTrack(handler: "meta", entry) { _ in [0, 0, 2, 0, 1, 2, 3, 4] }
    #expect(try strip(.location, other.file.bytes).notes.isEmpty)
  }

  @Test(arguments: ["$GPRMC,081836,A,4851.504,N", "[latitude: 48.85]", "HOME(2.2,48.8)"])
  func captionsOfADrone(text: String) throws {
    let entry = Box(type: "subs", SampleEntry(), in: .sampleEntries)
    let movie = try movieWithTrack(handler: "text", entry) { _ in Array(text.utf8) }
    let result = try strip(.location, movie.file.bytes)
    #expect(result.notes.count == 1 && MovieFile(result.file)?.tracks.count == 1)
    #expect(!contains(result.bytes, text))
    let other = try movieWithTrack(handler: "text", entry) { _ in Array("We are here".utf8) }
    #expect(try strip(.location, other.file.bytes).notes.isEmpty)
  }

  /// Two streams of GoPro's metadata: the sensor data stays, and the positions are removed.
  @Test func positionsOfAGoPro() throws {
    let stream = hex(
      """
      44455643 00 01 0038        // DEVC, 56 bytes inside
        5354524D 00 01 0018      // STRM, 24 bytes inside
          53544E4D 63 01 0003 475053 00   // STNM "GPS"
          47505335 6C 04 0001    // GPS5: one row of one number
            1D1F4B1C
        5354524D 00 01 0010      // STRM
          4143434C 73 02 0003    // ACCL
            0102 0304 0506 0000
      """)
    let entry = Box(type: "gpmd", SampleEntry(), in: .sampleEntries)
    let movie = try movieWithTrack(handler: "meta", entry) { count in
      guard count >= stream.count + 8 else {
        // A sample of free space.
        return Array("FREE".utf8)
          + [0x63, 1, UInt8((count - 8) >> 8 & 0xFF), UInt8((count - 8) & 0xFF)]
      }
      let room = count - stream.count - 8
      return Array(stream) + Array("FREE".utf8)
        + [0x63, 1, UInt8(room >> 8 & 0xFF), UInt8(room & 0xFF)]
    }
    // Entries are multiples of 4 bytes long, and samples of sound are not: those go as a whole.
    let result = try strip(.location, movie.file.bytes)
    #expect(result.notes.count == 1)
    #expect(!contains(result.bytes, "GPS5"))
  }

  // MARK: Pictures

  @Test func allMetadataOfAPhoto() throws {
    let file = try sample("landscape-tiled.heic")
    let old = try #require(HEIFFile(file))
    let result = try strip(.all, file.bytes)
    let new = try #require(HEIFFile(result.file))
    // XMP that says how the gain map and the depth map are used is a part of them.
    let kept: Set<UInt32> = [54, 56]
    let gone = old.items.filter {
      ($0.type == "Exif" || $0.type == "mime") && !kept.contains($0.id)
    }
    #expect(gone.map(\.id) == [51, 52])
    for item in gone {
      #expect(new.item(item.id) == nil && new.references(from: item.id).isEmpty)
      let data = try old.data(of: item.id)
      #expect(Data(result.bytes).range(of: Data(data)) == nil)
    }
    #expect(new.items.count == old.items.count - gone.count)
    for item in new.items {
      #expect(try new.data(of: item.id).elementsEqual(old.data(of: item.id)))
      #expect(item.properties.map(\.box) == old.item(item.id)?.properties.map(\.box))
    }
    // Everything moves only by the size that the lists lost.
    #expect(result.bytes.count <= file.bytes.count)
    #expect(result.file.findings.isEmpty)
  }

  /// An old copy of a GPS directory that nothing refers to any more.
  @Test func oldCopiesInMediaData() throws {
    var file = try sample("portrait-single.heic")
    let media = try #require(file.boxes.firstIndex { $0.type == "mdat" })
    let copy = Array("Exif\0\0MM\0*an old position \(Self.location)".utf8)
    var payload = Array(file.boxes[media].opaquePayload ?? Bytes())
    payload += copy
    file.boxes.append(Box(type: "free", opaque: Bytes(copy)))
    let bytes = Array(file.bytes)
    let box = try #require(file.boxes[media].origin)
    // The sizes of the file's own boxes are those of 32 bits.
    let size = box.count + copy.count
    var new = Array(bytes.prefix(box.fileOffset))
    new += [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + Array("mdat".utf8) + payload
    let before = ByteSource(new).bytes
    let result = try strip(.location, before)
    #expect(result.notes.contains { $0.hasPrefix("removed: what unused media data held at byte") })
    #expect(!contains(result.bytes, "an old position"))
  }

  /// A movie without samples uses no media data; without a movie, nobody knows what media data is.
  @Test(arguments: [MetadataStripping.location, .all])
  func mediaDataOfNoSample(what: MetadataStripping) throws {
    var file = try sample("clip-hevc.mov")
    let text = "old position \(Self.location)"
    file.boxes.removeAll { $0.type == "mdat" }
    file.boxes[try #require(file.boxes.firstIndex { $0.type == "moov" })].children.removeAll {
      $0.type == "trak"
    }
    file.boxes.append(Box(type: "mdat", opaque: Bytes(Array(text.utf8))))
    let result = try strip(what, written(file))
    #expect(!contains(result.bytes, "old position"))

    file.boxes.removeAll { $0.type == "moov" }
    var edit = Edit(try written(file))
    try edit.strip(what)
    #expect(edit.unexamined?.contains("media data") == true)
  }

  /// A lost sector of the tables: the samples are there, and must not be taken for unused bytes.
  @Test(arguments: ["stsz", "stsc", "stco", "stbl"])
  func samplesOfDamagedTablesStay(type: FourCC) throws {
    let old = try sample("clip-h264.mp4")
    let track = try #require(MovieFile(old)?.tracks.first)
    let samples = try track.samples.map { try #require(old.bytes.part($0.fileRange)) }
    let table = track.box.children.at("mdia", "minf")
    let box = try #require(table.first(type) ?? table.at("stbl").first(type))
    var bytes = Array(old.bytes)
    let range = try #require(box.origin).range
    // The size and the type of the box stay, or are lost, too.
    let kept = type == "stbl" ? 4 : 12
    for byte in range.dropFirst(kept).prefix(512) { bytes[byte] = 0 }
    let damaged = ByteSource(bytes).bytes
    #expect(MovieFile(BoxFile(damaged))?.refusal?.contains("--like") == true)
    var edit = Edit(damaged)
    try edit.strip(.all)
    #expect(edit.unexamined?.contains("media data") == true)
    let written = ByteSource(try edit.finished().written.bytes).bytes
    #expect(samples.allSatisfy { Data(written).range(of: Data($0)) != nil })
    var trimmed = Edit(damaged)
    #expect(throws: EditError.self) { try trimmed.trim(from: 0, to: 0.5) }
  }

  /// Two items can have the same bytes, which are changed once.
  @Test func itemsThatShareBytes() throws {
    var file = try sample("landscape-tiled.heic")
    let meta = try #require(file.boxes.firstIndex { $0.type == "meta" })
    file.boxes[meta].edit("iinf") { box in
      var entry = box.children.first { $0[ItemInfoEntry.self]?.itemID == 51 }
      entry?[ItemInfoEntry.self]?.itemID = 99
      box.children += [entry].compactMap { $0 }
    }
    file.boxes[meta].edit("iloc") { box in
      var item = box[ItemLocationBox.self]?.items.first { $0.id == 51 }
      item?.id = 99
      box[ItemLocationBox.self]?.items += [item].compactMap { $0 }
    }
    let before = BoxFile(try written(file))
    let photo = try #require(HEIFFile(before))
    #expect(try photo.extents(of: 51) == photo.extents(of: 99))
    let result = try strip(.location, before.bytes)
    #expect(
      result.notes.filter { $0.hasPrefix("removed:") } == [
        "removed: the location in Exif (item 51)", "removed: the location in Exif (item 99)",
      ])
    let new = try #require(HEIFFile(result.file))
    #expect(try new.data(of: 51) == new.data(of: 99))
  }

  // MARK: Refused inputs

  @Test func whatIsLeftIsFound() throws {
    for name in ["landscape-tiled.heic", "clip-hevc.mov"] {
      let file = try sample(name)
      #expect(throws: EditError.self) {
        try Edit.checkStripped(.location, file.bytes, MetadataTraces(file, leavingOut: .location))
      }
      let result = try strip(.location, file.bytes)
      #expect(throws: EditError.self) {
        try Edit.checkStripped(.all, result.bytes, MetadataTraces(file, leavingOut: .all))
      }
    }
    // The coordinates as bytes, outside of metadata.
    let movie = try sample("clip-hevc.mov")
    var hidden = BoxFile(try strip(.location, movie.bytes).bytes)
    let key = try #require(MovieFile(movie)?.metadata.first { $0.key.hasSuffix("ISO6709") })
    let secret = Array("abc\(key.value)def".utf8)
    let media = try #require(hidden.boxes.first { $0.type == "mdat" }?.origin)
    let isHidden = hidden.replace(
      media.fileOffset + 500..<media.fileOffset + 500 + secret.count, with: Bytes(secret))
    #expect(isHidden)
    let bytes = try written(hidden)
    let error = #expect(throws: EditError.self) {
      try Edit.checkStripped(.location, bytes, MetadataTraces(movie, leavingOut: .location))
    }
    #expect(error?.offset == media.fileOffset + 504)
    #expect(error?.kind == .unsupported)
    let words = "the coordinates are left in mdat, at byte \(media.fileOffset + 504): "
    #expect(error?.message.hasPrefix(words) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("; boxwalk transcode --quality 90 --strip location ") == true)
  }

  /// Only a box with a cover says that it goes.
  @Test func noCoverIsNamedWhereThereIsNone() throws {
    let result = try strip(.all, try sample("clip-hevc.mov").bytes)
    #expect(!result.notes.contains { $0.contains("cover") }, "\(result.notes)")
  }

  /// The last part of a key says that it names somebody: `com.apple.quicktime.author`.
  @Test func anAuthorThatIsLeftIsFound() throws {
    var movie = try sample("clip-hevc.mov")
    let moov = try #require(movie.boxes.firstIndex { $0.type == "moov" })
    movie.boxes[moov].edit("meta", "keys") { box in
      let keys = box[MetadataItemKeysBox.self]?.keys ?? []
      for index in keys.indices where keys[index].value.string.hasSuffix(".identifier") {
        box[MetadataItemKeysBox.self]?.keys[index].value = Text(
          "com.apple.quicktime.author", form: .plain)
      }
    }
    let original = BoxFile(try written(movie))
    let key = try #require(
      MovieFile(original)?.metadata.first { $0.key.hasSuffix(".author") })
    var hidden = BoxFile(try strip(.all, original.bytes).bytes)
    let media = try #require(hidden.boxes.first { $0.type == "mdat" }?.origin)
    let secret = Array("\(key.value)".utf8)
    let isHidden = hidden.replace(
      media.fileOffset + 500..<media.fileOffset + 500 + secret.count, with: Bytes(secret))
    #expect(isHidden)
    let bytes = try written(hidden)
    #expect(throws: EditError.self) {
      try Edit.checkStripped(.all, bytes, MetadataTraces(original, leavingOut: .all))
    }
  }

  /// The identifier of the original is found in all forms: as text of one or two bytes a character, and as the bytes of
  /// a UUID. If only the location is removed, it may stay.
  @Test(arguments: ["text", "wide", "bytes"])
  func anIdentifierThatIsLeftIsFound(form: String) throws {
    let movie = try sample("clip-hevc.mov")
    let key = try #require(
      MovieFile(movie)?.metadata.first { $0.key.hasSuffix("content.identifier") })
    let identifier = "\(key.value)"
    let digits = identifier.replacing("-", with: "")
    let secret: [UInt8] =
      switch form {
      case "text": Array(identifier.utf8)
      case "wide": identifier.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      default: try #require(UInt128(digits, radix: 16)).bytes
      }
    var hidden = BoxFile(try strip(.all, movie.bytes).bytes)
    let media = try #require(hidden.boxes.first { $0.type == "mdat" }?.origin)
    let isHidden = hidden.replace(
      media.fileOffset + 500..<media.fileOffset + 500 + secret.count, with: Bytes(secret))
    #expect(isHidden)
    let bytes = try written(hidden)
    let error = #expect(throws: EditError.self) {
      try Edit.checkStripped(.all, bytes, MetadataTraces(movie, leavingOut: .all))
    }
    #expect(error?.message.contains("identifier") == true, "\(error?.message ?? "")")
    #expect(throws: Never.self) { try MetadataTraces(movie, leavingOut: .location).check(bytes) }
  }

  @Test func rawPhotosAreRefused() throws {
    var type = FileTypeBox()
    type.majorBrand = "crx "
    var file = BoxFile(Bytes())
    file.boxes = [Box(type)]
    var edit = Edit(Bytes(try file.encoded().bytes))
    #expect(throws: EditError.self) { try edit.strip(.location) }
  }

  // MARK: Files of real devices

  @Test(arguments: [MetadataStripping.location, .all]) func samples(_ what: MetadataStripping) {
    #expect(stripped(what, from: MediaFolder.samples) >= 2)
  }

  @Test(.needsMedia, arguments: [MetadataStripping.location, .all])
  func realFiles(_ what: MetadataStripping) {
    let files = MediaFolder.oneOfEachForm {
      ((try? ByteSource(mapping: $0).count) ?? 0) < 1 << 20
    }
    #expect(stripped(what, from: files) >= 12)
  }

  /// Every file is either refused, or stripped, proved, and clean when it is read again.
  private func stripped(_ what: MetadataStripping, from paths: [String]) -> Int {
    var changed = 0
    for path in paths {
      guard let source = try? ByteSource(mapping: path) else { continue }
      let file = BoxFile(source.bytes)
      let tracks = MovieFile(file)?.tracks
      guard tracks != nil || HEIFFile(file) != nil else { continue }
      // Looking at millions of samples of sound takes long, and shows nothing.
      guard tracks?.contains(where: { $0.sampleCount > 100_000 }) != true else { continue }
      var edit = Edit(source.bytes)
      guard (try? edit.strip(what)) != nil, let edited = try? edit.finished(), edited.isChanged
      else { continue }
      changed += 1
      let new = ByteSource(edited.written.bytes).bytes
      do {
        try Edit.checkStripped(what, new, MetadataTraces(edit.original, leavingOut: what))
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
    return changed
  }
}

extension UInt128 {
  /// The highest byte first.
  fileprivate var bytes: [UInt8] {
    (0..<16).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
