import Editing
import HEIF
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// Photos and movies are turned by changing their display orientation.
@Suite struct TurnTests {
  /// A picture of two by two samples that all differ, turned as `turn` says.
  private func turned(_ turn: Rotation) -> String {
    // Quarters counter-clockwise: each brings the right column to the top.
    var rows = ["ab", "cd"].map(Array.init)
    for _ in 0..<turn.quarters { rows = [[rows[0][1], rows[1][1]], [rows[0][0], rows[1][0]]] }
    if turn.isMirrored { rows = rows.map { $0.reversed() } }
    return String(rows.joined())
  }

  private var all: [Rotation] {
    let turns = [0, 90, 180, 270].compactMap(Rotation.clockwise)
    return turns + turns.map { $0.then(.flipHorizontally) }
  }

  @Test func turnsFollowEachOther() throws {
    #expect(Set(all).count == 8)
    let right = try #require(Rotation.clockwise(90))
    #expect(turned(right) == "cadb")
    #expect(turned(.flipHorizontally) == "badc")
    #expect(turned(.flipVertically) == "cdab")
    // Mirrored, then turned right, is not turned right, then mirrored.
    #expect(turned(Rotation.flipHorizontally.then(right)) == "dbca")
    #expect(turned(right.then(.flipHorizontally)) == "acbd")
    for turn in all {
      #expect(turn.then(.none) == turn && Rotation.none.then(turn) == turn)
      #expect(all.contains { turn.then($0) == .none })
    }
    #expect(Rotation.clockwise(45) == nil)
    #expect(Rotation.clockwise(-270) == right && Rotation.clockwise(450) == right)
  }

  // MARK: Photos

  /// `irot` and `imir` of an item, in order.
  private func transforms(_ file: Bytes, _ id: UInt32) -> [String] {
    let item = HEIFFile(BoxFile(file))?.item(id)
    return (item?.properties ?? []).compactMap { property in
      if let rotation = property.box[ImageRotation.self] { return "irot \(rotation.angle)" }
      if let mirror = property.box[ImageMirror.self] { return "imir \(mirror.axis)" }
      return nil
    }
  }

  /// The angle of this photo is 3: shown turned 90° clockwise, as its Exif orientation 6 says.
  @Test(arguments: [
    ([Rotation.clockwise(90)], ["irot 2"]), ([.clockwise(180)], ["irot 1"]),
    ([.clockwise(270)], ["irot 0"]),
    ([.flipHorizontally], ["irot 3", "imir 1"]), ([.flipVertically], ["irot 1", "imir 1"]),
    ([.flipHorizontally, .flipHorizontally], ["irot 3"]),
    ([.flipHorizontally, .clockwise(90)], ["irot 0", "imir 1"]),
  ])
  func photosAndWhatBelongsToThem(turns: [Rotation?], expected: [String]) throws {
    let original = try SampleFile.bytes("landscape-tiled.heic")
    #expect(transforms(original, 49) == ["irot 3"])
    var edit = Edit(original)
    try edit.rotate(turns.reduce(.none) { try $0.then(#require($1)) })
    let written = try edit.bytes()
    let photo = try #require(HEIFFile(BoxFile(written)))
    let companions = ["thmb", "auxl"].flatMap { type -> [UInt32] in
      FourCC(type).map { photo.sources($0, to: 49).map(\.id) } ?? []
    }
    #expect(companions.count == 3)
    for id in [49] + companions { #expect(transforms(written, id) == expected) }
    // Tiles are joined before the picture is turned.
    for id in photo.targets("dimg", from: 49) { #expect(transforms(written, id) == []) }
    #expect(
      photo.items.allSatisfy { item in
        item.properties.allSatisfy {
          ($0.box.type != "irot" && $0.box.type != "imir") || $0.isEssential
        }
      })
    #expect(BoxFile(written).findings.isEmpty)
  }

  @Test func photosTurnedBackAreTheSame() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    try edit.rotate(#require(.clockwise(90)))
    let there = try edit.bytes()
    #expect(there.count == edit.original.bytes.count)
    var back = Edit(there)
    try back.rotate(#require(.clockwise(-90)))
    #expect(try back.bytes() == edit.original.bytes)
  }

  /// A picture with many auxiliary images, which are turned with it: half of them have no properties yet.
  private func withAuxiliaryImages(_ count: Int) -> Bytes {
    func be16(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    func be32(_ value: Int) -> [UInt8] { be16(value >> 16) + be16(value & 0xFFFF) }
    func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
      let payload = parts.flatMap { $0 }
      return be32(payload.count + 8) + Array(type.utf8) + payload
    }
    let all = 1...count + 1
    let entries = all.flatMap {
      box("infe", be32(2 << 24), be16($0), be16(0), Array("hvc1".utf8), [0])
    }
    let references = all.dropFirst().flatMap { box("auxl", be16($0), be16(1), be16(1)) }
    let associated = all.filter { $0 == 1 || $0 % 2 == 0 }
    return Bytes(
      box("ftyp", Array("heic".utf8), be32(0), Array("mif1heic".utf8))
        + box(
          "meta", be32(0),
          box("hdlr", be32(0), be32(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13)),
          box("pitm", be32(0), be16(1)), box("iloc", be32(0), [0x44, 0], be16(0)),
          box("iinf", be32(0), be16(all.count), entries), box("iref", be32(0), references),
          box(
            "iprp", box("ipco", box("ispe", be32(0), be32(8), be32(8))),
            box("ipma", be32(0), be32(associated.count), associated.flatMap { be16($0) + [1, 1] })))
    )
  }

  @Test func manyAuxiliaryImagesAreTurnedInLinearTime() throws {
    let right = try #require(Rotation.clockwise(90))
    let ratio = try growth(of: 1000, withAuxiliaryImages) { photo in
      var edit = Edit(photo)
      try edit.rotate(right)
    }
    #expect(ratio < 8, "\(ratio)")
    // The last one has properties, or has none.
    for count in [5, 6] {
      var edit = Edit(withAuxiliaryImages(count))
      try edit.rotate(right)
      let written = try edit.bytes()
      let all = 1...UInt32(count + 1)
      for id in all { #expect(transforms(written, id) == ["irot 3"]) }
      let stated = BoxFile(written).boxes.first { $0.type == "meta" }?.children
        .first("iprp")?.children.first(ItemPropertyAssociationBox.self)?.entries.map(\.itemID)
      #expect(stated == Array(all))
    }
  }

  /// ISO 12234 and Exif number the eight ways; Apple writes both, and they agree.
  @Test(
    arguments: [
      (Rotation.clockwise(90), 3), (.clockwise(180), 8), (.clockwise(270), 1),
      (.flipHorizontally, 5), (.flipVertically, 7),
    ] as [(Rotation?, Int64)])
  func theExifOrientationGoesWithIt(turn: Rotation?, orientation: Int64) throws {
    func stated(_ file: Bytes) throws -> Int64? {
      let photo = try #require(HEIFFile(BoxFile(file)))
      let exif = try #require(photo.exifItem(of: 49))
      let tiff = try #require(ExifItem.tiff(in: photo.data(of: exif.id)))
      return try TIFFFile(tiff)[.ifd0]?[0x0112]?.integer()
    }
    var edit = try Edit(sample: "landscape-tiled.heic")
    #expect(try stated(edit.original.bytes) == 6)
    try edit.rotate(#require(turn))
    let written = try edit.bytes()
    #expect(try stated(written) == orientation)
    #expect(
      edit.notes.last
        == "its Exif orientation is \(orientation) now, the orientation in which it is shown")
  }

  @Test func photosThatWereNotTurned() throws {
    for (turn, expected) in [
      (Rotation.clockwise(90), ["irot 3"]), (.flipVertically, ["imir 0"]),
      (.flipHorizontally, ["imir 1"]),
    ] {
      var edit = try Edit(sample: "portrait-single.heic")
      try edit.rotate(#require(turn))
      let written = try edit.bytes()
      #expect(transforms(written, 1) == expected)
      #expect(
        try HEIFFile(BoxFile(written))?.data(of: 1) == HEIFFile(edit.original)?.data(of: 1))
    }
  }

  /// A property that others have, too, stays theirs.
  @Test func othersAreNotTurned() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    let meta = try #require(edit.file.boxes.firstIndex { $0.type == "meta" })
    // The first tile gets the rotation of the photo.
    let photo = try #require(HEIFFile(edit.file))
    let rotation = try #require(
      edit.file.boxes[meta].children.at("iprp", "ipco").firstIndex { $0.type == "irot" })
    edit.file.boxes[meta].edit("iprp", "ipma") { box in
      guard
        let index = box[ItemPropertyAssociationBox.self]?.entries.firstIndex(where: {
          $0.itemID == photo.targets("dimg", from: 49).first
        })
      else { return }
      var association = ItemPropertyAssociationBox.Association()
      association.propertyIndex = UInt16(rotation + 1)
      box[ItemPropertyAssociationBox.self]?.entries[index].associations.append(association)
    }
    try edit.rotate(#require(.clockwise(90)))
    let written = try edit.bytes()
    #expect(transforms(written, 49) == ["irot 2"])
    #expect(transforms(written, try #require(photo.targets("dimg", from: 49).first)) == ["irot 3"])
  }

  /// A thumbnail that is turned otherwise, as some programs leave it.
  @Test func whatIsTurnedOtherwiseStays() throws {
    var edit = try Edit(sample: "landscape-tiled.heic")
    let meta = try #require(edit.file.boxes.firstIndex { $0.type == "meta" })
    let thumbnail = try #require(HEIFFile(edit.file)?.sources("thmb", to: 49).first).id
    var count: UInt16 = 0
    edit.file.boxes[meta].edit("iprp", "ipco") { box in
      box.children.append(Box(make(ImageRotation()) { $0.angle = 1 }))
      count = UInt16(box.children.count)
    }
    edit.file.boxes[meta].edit("iprp", "ipma") { box in
      guard let entries = box[ItemPropertyAssociationBox.self]?.entries,
        let index = entries.firstIndex(where: { $0.itemID == thumbnail })
      else { return }
      for row in entries[index].associations.indices {
        let number = Int(entries[index].associations[row].propertyIndex) - 1
        guard edit.original.boxes.at("meta", "iprp", "ipco")[number].type == "irot" else {
          continue
        }
        box[ItemPropertyAssociationBox.self]?.entries[index].associations[row].propertyIndex =
          count
      }
    }
    try edit.rotate(#require(.clockwise(90)))
    let written = try edit.bytes()
    #expect(transforms(written, 49) == ["irot 2"] && transforms(written, thumbnail) == ["irot 1"])
    #expect(
      edit.notes.contains(
        "item \(thumbnail) is rotated in another way than the image, and stays as it is"))
  }

  /// Raw developers follow IFD0, which is in a box of Canon's, and no matrix.
  @Test func rawPhotosAreTurnedByTheirOrientation() throws {
    func be32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
      be32(payload.count + 8) + Array(type.utf8) + payload
    }
    func raw(_ orientation: UInt8) -> [UInt8] {
      let entry: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      let tiff = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0]
      let canon: [UInt8] = [
        0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A,
        0x48,
      ]
      return box("ftyp", Array("crx ".utf8) + be32(1) + Array("crx isom".utf8))
        + box("moov", box("uuid", canon + box("CMT1", tiff)))
    }
    var edit = Edit(Bytes(raw(8)))
    try edit.rotate(#require(.clockwise(90)))
    #expect(try edit.bytes().elementsEqual(raw(1)))
    var mirrored = Edit(Bytes(raw(6)))
    try mirrored.rotate(.flipHorizontally)
    #expect(try mirrored.bytes().elementsEqual(raw(5)))
    var unknown = Edit(Bytes(raw(9)))
    #expect(throws: EditError.self) { try unknown.rotate(.flipHorizontally) }
  }

  // MARK: Movies

  private func matrix(_ file: Bytes) -> [Int32]? {
    let tracks = BoxFile(file).boxes.at("moov").all("trak")
    return tracks.first?.children.first(TrackHeaderBox.self).map {
      [$0.matrix.a, $0.matrix.b, $0.matrix.c, $0.matrix.d, $0.matrix.x, $0.matrix.y]
    }
  }

  /// 640 × 480, shown turned 90° clockwise. The numbers for turns are those that ffmpeg writes with
  /// `-display_rotation`.
  @Test(arguments: [
    (Rotation.clockwise(90), [-1, 0, 0, -1, 640, 480], "rotated by 90° clockwise"),
    (.clockwise(180), [0, -1, 1, 0, 0, 640], "rotated by 180°"),
    (.clockwise(270), [1, 0, 0, 1, 0, 0], "rotated by 90° counter-clockwise"),
    (.flipHorizontally, [0, 1, 1, 0, 0, 0], "mirrored left to right"),
    (.flipVertically, [0, -1, -1, 0, 480, 640], "mirrored top to bottom"),
  ])
  func movies(turn: Rotation?, expected: [Int32], words: String) throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    let one: Int32 = 65536
    #expect(matrix(edit.original.bytes) == [0, one, -one, 0, 480 * one, 0])
    try edit.rotate(#require(turn))
    let written = try edit.bytes()
    #expect(matrix(written) == expected.map { $0 * one })
    #expect(edit.notes == ["track 1 is shown \(words)"])
    for other in all where turn?.then(other) == Rotation.none {
      var back = Edit(written)
      try back.rotate(other)
      #expect(try back.bytes() == edit.original.bytes)
    }
  }

  @Test func whatHasNoPictureIsRefused() throws {
    var edit = Edit(Bytes(Array("    ftypisom    ".utf8)))
    #expect(throws: EditError(.wrongFile, "has neither a primary image nor a movie")) {
      try edit.rotate(.flipVertically)
    }
  }
}
