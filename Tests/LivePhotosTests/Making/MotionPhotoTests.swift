import Editing
import FieldCoding
import HEIF
import ISOBMFF
import LivePhotos
import Metadata
import Movie
import TestSupport
import Testing

@Suite("Motion photos")
struct MotionPhotoTests {
  private func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    return try ByteSource(mapping: path).bytes
  }

  private func file(_ name: String) throws -> Bytes {
    let path = try #require(
      MediaFolder.files.first { $0.hasSuffix(name) && $0.contains("/motion-photo/") })
    return try ByteSource(mapping: path).bytes
  }

  private func made(
    _ still: String, _ movie: String, _ style: MotionPhotoFile.Style, time: Double? = nil
  ) throws -> Bytes {
    let part = try MotionPhotoMovie(try sample(movie), time: time)
    return Bytes(
      try MotionPhotoFile(still: try sample(still), movie: part, style: style).written.bytes)
  }

  /// The data of all items.
  private func items(_ bytes: Bytes) throws -> [UInt32: [UInt8]] {
    let photo = try #require(HEIFFile(BoxFile(bytes)))
    return try Dictionary(
      photo.items.map { ($0.id, Array(try photo.data(of: $0.id))) }, uniquingKeysWith: { $1 })
  }

  // MARK: - Files of phones

  struct Real: Sendable, CustomTestStringConvertible {
    var name: String
    var start: Int
    var count: Int
    var declarations: Set<MotionPhoto.Declaration>
    var time: Int64?

    var testDescription: String { name }
  }

  /// The offset of the movie in Samsung's own records (`mpv2`), and by a search for `ftyp`. The last file was cut, and
  /// its records point outside of it.
  static let realPhotos = [
    Real(
      name: "mpv2 trailer.heif", start: 978_741, count: 2_387_405,
      declarations: [.motionPhoto, .samsung, .movieBox], time: 2_968_555),
    Real(
      name: "motionphoto.heic", start: 1_455_411, count: 2_193_459,
      declarations: [.motionPhoto, .samsung, .movieBox], time: 2_056_590),
    Real(
      name: "061629144.MP.jpg", start: 2_728_123, count: 1_317_283, declarations: [.motionPhoto],
      time: 0),
    Real(
      name: "pixel-motion-photo-shortened.jpg", start: 131_582, count: 8_730,
      declarations: [.motionPhoto], time: 0),
    Real(
      name: "ss-motion-photo-shortened.jpg", start: 20_345, count: 2_538,
      declarations: [.microVideo], time: nil),
  ]

  @Test(.needsMedia, arguments: MotionPhotoTests.realPhotos)
  func ofPhones(_ real: Real) throws {
    let (name, start, count) = (real.name, real.start, real.count)
    let (declarations, time) = (real.declarations, real.time)
    let photo = try #require(MotionPhoto(file(name)))
    #expect(photo.movieRange == start..<start + count)
    #expect(photo.declarations == declarations)
    #expect(photo.xmp.presentationTime == time)
    #expect(photo.isWhole)
    // Samsung's directories state the length of something else.
    #expect(photo.contradictions.count == (declarations.contains(.movieBox) ? 1 : 0))

    let still = Bytes(try MotionPhotoStill(photo).written.bytes)
    #expect(MotionPhoto(still) == nil)
    #expect(MotionPhoto.missingMovie(in: still) == nil)
    #expect(BoxFile(still).findings.isEmpty || still.starts(with: [0xFF, 0xD8]))
  }

  /// A truncated movie is taken out as it is, and what follows a movie is named.
  @Test func ofATruncatedMovieInABox() throws {
    let still = try sample("portrait-single.heic")
    let movie = Array(try sample("clip-h264.mp4"))
    for (movie, notes) in [
      (Array(movie.dropLast(1000)), []),
      (movie + "abc".utf8, ["left out: 3 bytes after the movie, data of an unknown form"]),
    ] {
      var file = BoxFile(still)
      file.boxes.append(Box(type: "mpvd", opaque: Bytes(movie)))
      let photo = try #require(MotionPhoto(Bytes(try file.encoded().bytes)))
      let made = try MotionPhotoStill(photo)
      #expect(Bytes(made.written.bytes) == still)
      #expect(made.notes == notes)
    }
  }

  /// Records of other things stay, in the trailer or in a box.
  @Test func otherRecordsOfSamsungStay() throws {
    var time = SamsungExtendedDataBox.Record()
    time.marker = 0x0A01
    time.name = Text("Image_UTC_Data", form: .plain)
    time.payload = Bytes(Array("1608199394872".utf8))
    let jpeg = Array(try sample("meadow.jpg"))
    let photo = Bytes(jpeg + (try SamsungExtendedDataBox(records: [time], version: 106).encoded()))
    for style in [MotionPhotoFile.Style.samsung, .google] {
      let part = try MotionPhotoMovie(try sample("clip-h264.mp4"))
      let made = try MotionPhotoFile(still: photo, movie: part, style: style)
      let motion = try #require(MotionPhoto(Bytes(made.written.bytes)))
      #expect(motion.movie == (try sample("clip-h264.mp4")))
      let again = try MotionPhotoStill(motion)
      #expect(Bytes(again.written.bytes) == photo)
      #expect(again.notes.isEmpty)
    }
  }

  @Test(.needsMedia) func otherRecordsOfAPhoneStay() throws {
    let photo = try #require(MotionPhoto(file("motionphoto.heic")))
    let still = Bytes(try MotionPhotoStill(photo).written.bytes)
    let box = try #require(BoxFile(still).boxes.last)
    let names = box[SamsungExtendedDataBox.self]?.records.map(\.name.string)
    #expect(names == ["Image_UTC_Data", "MCC_Data", "Camera_Capture_Mode_Info"])
  }

  // MARK: - Made

  @Test(
    arguments: ["landscape-tiled.heic", "coast.avif", "meadow.jpg"], MotionPhotoFile.Style.allCases)
  func areReadAgain(still: String, style: MotionPhotoFile.Style) throws {
    guard style != .microvideo || still == "meadow.jpg" else {
      #expect(throws: EditError.self) { try made(still, "clip-h264.mp4", style) }
      return
    }
    for movie in ["clip-h264.mp4", "clip-hevc.mov"] {
      let bytes = try made(still, movie, style, time: 1.25)
      let photo = try #require(MotionPhoto(bytes))
      #expect(photo.movie == (try sample(movie)))
      #expect(photo.xmp.presentationTime == 1_250_000)
      #expect(photo.contradictions.isEmpty)
      let isJPEG = still == "meadow.jpg"
      var declarations: Set<MotionPhoto.Declaration> = isJPEG ? [] : [.movieBox]
      if style == .samsung { declarations.insert(.samsung) }
      declarations.insert(style == .microvideo ? .microVideo : .motionPhoto)
      #expect(photo.declarations == declarations)

      // The rules of Motion Photo format 1.0.
      if style != .microvideo {
        let directory = photo.xmp.directory
        #expect(directory.map(\.semantic) == ["Primary", "MotionPhoto"])
        #expect(directory[1].mime == (movie.hasSuffix("mp4") ? "video/mp4" : "video/quicktime"))
        #expect(bytes.count - (directory[1].length ?? 0) == photo.movieRange.lowerBound)
        if isJPEG, style == .google { #expect(photo.movieRange.upperBound == bytes.count) }
        if !isJPEG { #expect(directory[0].padding == 8) }
      }

      // After splitting, both are the same as before.
      let again = Bytes(try MotionPhotoStill(photo).written.bytes)
      #expect(MotionPhoto.missingMovie(in: again) == nil)
      if still == "coast.avif" {
        // It had no XMP: what lists items has grown by one and shrunk again.
        #expect(try items(again) == (try items(try sample(still))))
      } else {
        #expect(again == (try sample(still)))
      }
    }
  }

  /// What follows the last box of a movie would be taken for a part of the photo: it is left out, and named.
  @Test(arguments: ["landscape-tiled.heic", "meadow.jpg"])
  func whatFollowsTheMovieIsLeftOut(still: String) throws {
    let movie = Array(try sample("clip-h264.mp4"))
    var time = SamsungExtendedDataBox.Record()
    time.marker = 0x0AA1
    time.name = Text("MCC_Data", form: .plain)
    time.payload = Bytes(Array("262".utf8))
    let records = try SamsungExtendedDataBox(records: [time], version: 106).encoded()
    let padding = [UInt8](repeating: 0, count: 512)
    let rests: [([UInt8], String?)] = [
      (padding, nil), (records, "records of Samsung"), (movie, "another file"),
    ]
    for (rest, name) in rests {
      let part = try MotionPhotoMovie(Bytes(movie + rest))
      #expect(
        part.leftOut == (name.map { ["in its movie, what follows the last box: \($0)"] } ?? []))
      let made = try MotionPhotoFile(still: try sample(still), movie: part)
      let photo = try #require(MotionPhoto(Bytes(made.written.bytes)))
      #expect(photo.movie.elementsEqual(movie))
    }
  }

  /// A gain map that the directory lists stays, at its offset.
  @Test func ofPhotosWithOtherParts() throws {
    let (map, movie) = (try sample("meadow.jpg"), try sample("clip-h264.mp4"))
    func item(_ semantic: String, _ more: String) -> String {
      #"<rdf:li rdf:parseType="Resource"><C:Item I:Semantic="\#(semantic)" I:Mime="image/jpeg"\#(more)/></rdf:li>"#
    }
    let directory = item("Primary", "") + item("GainMap", #" I:Length="\#(map.count)""#)
    let xmp =
      #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:C="http://ns.google.com/photos/1.0/container/" xmlns:I="http://ns.google.com/photos/1.0/container/item/"><C:Directory><rdf:Seq>"#
      + directory + "</rdf:Seq></C:Directory></rdf:Description></rdf:RDF></x:xmpmeta>"
    var written = try JPEGSegments(try sample("meadow.jpg")).settingXMP(Array(xmp.utf8))
    written.write(map)
    let part = try MotionPhotoMovie(movie)
    let made = try MotionPhotoFile(still: Bytes(written.bytes), movie: part)
    let bytes = Bytes(made.written.bytes)
    let photo = try #require(MotionPhoto(bytes))
    let parts = photo.xmp.directory
    #expect(parts.map(\.semantic) == ["Primary", "GainMap", "MotionPhoto"])
    #expect(parts[1].length == map.count && photo.movie == movie)
    let end = photo.movieRange.lowerBound
    #expect(bytes.part(end - map.count..<end) == map)
  }

  /// Times of both worlds are the same frame, and a Live Photo that went there and back is the same.
  @Test func liveThereAndBack() throws {
    let identifier = ContentIdentifier("0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")
    for time in [0, 0.4, 1.0, 2.4] {
      var options = LiveMovieOptions(identifier)
      options.time = time
      let still = Bytes(
        try LiveStill(try sample("portrait-single.heic"), identifier: identifier).written.bytes)
      let movie = Bytes(try LiveMovie(try sample("clip-h264.mp4"), options).written.bytes)
      let part = try MotionPhotoMovie(movie)
      let photo = try #require(
        MotionPhoto(Bytes(try MotionPhotoFile(still: still, movie: part).written.bytes)))
      #expect(abs(Double(photo.xmp.presentationTime ?? -1) / 1e6 - time) < 0.034)
      let back = Bytes(try LiveStill(photo, identifier: identifier).written.bytes)
      #expect(try items(back) == (try items(still)))
      #expect(
        Bytes(try LiveMovie(photo, LiveMovieOptions(identifier)).written.bytes) == movie, "\(time)")
    }
  }

  @Test func ofPhonesBecomeLivePhotos() throws {
    let identifier = ContentIdentifier("0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")
    let bytes = try made("meadow.jpg", "clip-h264.mp4", .samsung, time: 1.5)
    let photo = try #require(MotionPhoto(bytes))
    let still = Bytes(try LiveStill(photo, identifier: identifier).written.bytes)
    let movie = Bytes(try LiveMovie(photo, LiveMovieOptions(identifier)).written.bytes)
    let check = LiveCheck(still: still, named: "a.jpg", movie: movie, named: "a.mov")
    #expect(check.isPaired)
    #expect(check.worst != .error)
    #expect(check.movie.stillFrame?.time == 1.5)
  }

  @Test func ofMotionPhotosNoneAreMade() throws {
    let bytes = try made("meadow.jpg", "clip-h264.mp4", .google)
    let part = try MotionPhotoMovie(try sample("clip-h264.mp4"))
    #expect(throws: EditError.self) { try MotionPhotoFile(still: bytes, movie: part) }
  }

  /// A photo that already has the box for a movie, but no movie in it: readers look into the first of two such boxes.
  @Test func whatReadersWouldNotFindIsNotMade() throws {
    var still = ByteWriter()
    still.write(try sample("portrait-single.heic"))
    still.write([0, 0, 0, 8] + Array("mpvd".utf8))
    let bytes = Bytes(still.bytes)
    #expect(MotionPhoto(bytes) == nil)
    let part = try MotionPhotoMovie(try sample("clip-h264.mp4"))
    let error = #expect(throws: EditError.self) { try MotionPhotoFile(still: bytes, movie: part) }
    #expect(error?.kind == .proofFailed)
  }

  // MARK: - Other vendors, and what went wrong

  private func packet(_ attributes: String) -> [UInt8] {
    Array(
      (#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:c="http://ns.google.com/photos/1.0/camera/" "#
        + attributes + "/></rdf:RDF></x:xmpmeta>").utf8)
  }

  private func jpeg(_ attributes: String, behind parts: [Bytes]) throws -> Bytes {
    var written = try JPEGSegments(try sample("meadow.jpg")).settingXMP(packet(attributes))
    for part in parts { written.write(part) }
    return Bytes(written.bytes)
  }

  /// The form of Xiaomi's phones: a gain map between the picture and the movie.
  /// Some phones state a time after the end of the movie: its last frame is the still, and that is said.
  @Test func aStillAfterTheEndOfTheMovie() throws {
    let movie = try sample("clip-h264.mp4")
    let bytes = try jpeg(
      #"c:MicroVideo="1" c:MicroVideoVersion="1" c:MicroVideoOffset="\#(movie.count)" c:MicroVideoPresentationTimestampUs="99000000""#,
      behind: [movie])
    let photo = try #require(MotionPhoto(bytes))
    #expect(photo.xmp.presentationTime == 99_000_000)
    let seconds = try #require(MovieFile(BoxFile(movie))?.duration)
    let part = try MotionPhotoMovie(of: photo)
    let time = Double(try #require(part.time)) / 1e6
    #expect(time < seconds && time > seconds - 0.2)
    #expect(part.notes.contains { $0.contains("99.000 s") && $0.contains("its last frame") })
    let live = try LiveMovie(photo, LiveMovieOptions(.random()))
    #expect(live.notes.first?.contains("its last frame") == true, "\(live.notes)")
  }

  @Test func microVideoBehindAGainMap() throws {
    let (map, movie) = (try sample("meadow.jpg"), try sample("clip-h264.mp4"))
    let bytes = try jpeg(
      #"c:MicroVideo="1" c:MicroVideoVersion="1" c:MicroVideoOffset="\#(movie.count)" c:MicroVideoPresentationTimestampUs="910546""#,
      behind: [map, movie])
    let photo = try #require(MotionPhoto(bytes))
    #expect(photo.movie == movie)
    #expect(photo.xmp.presentationTime == 910_546)
    let still = JPEGSegments(Bytes(try MotionPhotoStill(photo).written.bytes))
    #expect(still.trailer == map)
    #expect(still.xmp == nil)
  }

  /// The form of Huawei's and OPPO's phones: their own data after the movie, and no known XMP about it.
  @Test(arguments: ["LIVE_0000000000000", "v2_f30  1600:2400   LIVE_4203216", "\0\0\0\0\0\0\0\0"])
  func dataBehindTheMovie(tail: String) throws {
    let movie = try sample("clip-h264.mp4")
    let bytes = try jpeg(#"c:Other="1""#, behind: [movie, Bytes(Array(tail.utf8))])
    let photo = try #require(MotionPhoto(bytes))
    #expect(photo.movie == movie)
    #expect(photo.declarations.isEmpty)
    let still = try MotionPhotoStill(photo)
    #expect(still.notes == ["left out: \(counted(tail.utf8.count, "byte")) after the movie"])
    #expect(Bytes(still.written.bytes) == (try jpeg(#"c:Other="1""#, behind: [])))
  }

  /// The time of the still in the form of OPPO's phones.
  @Test func timesOfOPlus() throws {
    let bytes = try jpeg(
      #"c:MotionPhoto="1" c:MotionPhotoPresentationTimestampUs="-1" xmlns:o="http://ns.oplus.com/photos/1.0/camera/" o:MotionPhotoPrimaryPresentationTimestampUs="1500000" o:VideoLength="9" o:Else="1""#,
      behind: [try sample("clip-h264.mp4")])
    let photo = try #require(MotionPhoto(bytes))
    #expect(photo.xmp.presentationTime == 1_500_000)
    let still = Bytes(try MotionPhotoStill(photo).written.bytes)
    let xmp = String(decoding: try #require(JPEGSegments(still).xmp), as: UTF8.self)
    #expect(xmp.contains("o:Else"))
    #expect(!xmp.contains("VideoLength") && !xmp.contains("MotionPhoto"))
  }

  /// A number that leads to no movie is ignored, and reported as an error.
  @Test func wrongNumbers() throws {
    let movie = try sample("clip-h264.mp4")
    for offset in ["0", "-5", "7", "99999999999", "9223372036854775807", "x"] {
      let bytes = try jpeg(
        #"c:MicroVideo="1" c:MicroVideoOffset="\#(offset)""#, behind: [movie])
      let photo = try #require(MotionPhoto(bytes), "\(offset)")
      #expect(photo.movie == movie)
      #expect(photo.contradictions.count == (offset == "x" ? 0 : 1))
    }
  }

  @Test func lostMovies() throws {
    let bytes = try jpeg(#"c:MicroVideo="1" c:MicroVideoOffset="1000""#, behind: [])
    #expect(MotionPhoto(bytes) == nil)
    #expect(MotionPhoto.missingMovie(in: bytes)?.contains("contains none") == true)
    #expect(MotionPhoto(try sample("meadow.jpg")) == nil)
    #expect(MotionPhoto.missingMovie(in: try sample("meadow.jpg")) == nil)
    #expect(MotionPhoto(try sample("clip-h264.mp4")) == nil)
  }

  @Test func moviesThatAreCutOff() throws {
    for still in ["meadow.jpg", "landscape-tiled.heic"] {
      let whole = try made(still, "clip-hevc.mov", .google)
      let cut = try #require(whole.part(0..<whole.count - 5000))
      let photo = try #require(MotionPhoto(cut))
      #expect(!photo.isWhole)
      #expect(throws: EditError.self) {
        try LiveMovie(photo, LiveMovieOptions(.random()))
      }
    }
  }

  /// For any damage: an error, or halves that can be read again; never a trap.
  @Test func damagedFiles() throws {
    var generator = Noise(state: 20_261_121)
    for (still, style) in [
      ("meadow.jpg", MotionPhotoFile.Style.samsung), ("meadow.jpg", .google),
      ("portrait-single.heic", .samsung),
    ] {
      let whole = Array(try made(still, "clip-h264.mp4", style))
      for _ in 0..<20 {
        var bytes = whole
        for _ in 0..<4 {
          // At the XMP, or at the end.
          let offset = Int(generator.next() % 6000)
          let isEnd = generator.next() % 2 == 0
          bytes[isEnd ? bytes.count - 1 - offset : offset] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        if generator.next() % 4 == 0 { bytes.removeLast(Int(generator.next() % 3000)) }
        guard let photo = MotionPhoto(Bytes(bytes)) else {
          _ = MotionPhoto.missingMovie(in: Bytes(bytes))
          continue
        }
        #expect(photo.movieRange.upperBound <= bytes.count)
        if let still = try? MotionPhotoStill(photo) {
          #expect(still.written.count < bytes.count)
        }
      }
    }
  }

  /// Much that looks like the start of a movie, and leads to the same boxes.
  @Test func manyStartsAreFollowedOnce() {
    func box(_ type: String, _ size: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8)
    }
    func file(_ count: Int) -> Bytes {
      var trailer: [UInt8] = []
      for index in 0..<count { trailer += box("ftyp", (count - index) * 8) }
      for _ in 0..<10 * count { trailer += box("free", 8) }
      // The smallest picture: its start and its end.
      return Bytes([0xFF, 0xD8, 0xFF, 0xD9] + trailer)
    }
    let times = growth(of: 2_000, file) { file in #expect(MotionPhoto(file) == nil) }
    #expect(times < 8, "\(times)")
  }

  /// The picture does not end before its movie starts.
  @Test func aMovieWithinThePicture() throws {
    // Only the movie contains the bytes of a picture's end.
    let end: [UInt8] = [0, 0, 0, 10] + Array("free".utf8) + [0xFF, 0xD9]
    let movie = Bytes(Array(try sample("clip-hevc.mov")) + end)
    let made = try MotionPhotoFile(
      still: try sample("meadow.jpg"), movie: MotionPhotoMovie(movie), style: .microvideo)
    var bytes = Array(made.written.bytes)
    let start = try #require(MotionPhoto(Bytes(bytes))).movieRange.lowerBound
    #expect(Array(bytes[start - 2..<start]) == [0xFF, 0xD9])
    bytes.replaceSubrange(start - 2..<start, with: [0, 0])
    let photo = try #require(MotionPhoto(Bytes(bytes)))
    #expect(throws: EditError.self) { try MotionPhotoStill(photo) }
  }
}
