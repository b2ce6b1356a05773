import Editing
import FieldCoding
import HEIF
import ISOBMFF
import LivePhotos
import Metadata
import TestSupport
import Testing

@Suite("Stills of Live Photos")
struct LiveStillTests {
  private let identifier = ContentIdentifier("0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")

  private func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    return try ByteSource(mapping: path).bytes
  }

  private func made(_ bytes: Bytes, replacing: Bool = false) throws -> Bytes {
    Bytes(
      try LiveStill(bytes, identifier: identifier, replacingMakerNote: replacing).written.bytes)
  }

  /// Exif 2.32 §4.6, and the maker note as exiftool reads it.
  @Test("without Exif get it")
  func newExif() throws {
    let tiff = hex(
      """
      4D4D 002A 00000008             // big endian, IFD0
      0001                           // entries
      8769 0004 00000001 0000001A    // Exif directory
      00000000
      0003                           // entries
      9000 0007 00000004 30323332    // ExifVersion
      927C 0007 00000045 00000044    // MakerNote, 69 bytes
      A000 0007 00000004 30313030    // FlashpixVersion
      00000000
      4170706C6520694F5300 0001 4D4D // "Apple iOS", version, big endian
      0001                           // entries
      0011 0002 00000025 00000020    // ContentIdentifier, counted from "Apple"
      00000000
      30413142324333442D344535462D343630372D383839392D41414242434344444545464600
      """)
    #expect(try ExifEditor.tiff(contentIdentifier: identifier.text) == Array(tiff))

    let original = Array(try sample("meadow.jpg"))
    let picture = JPEGSegments(Bytes(original))
    let exif = try #require(picture.segments.first { $0.marker == 0xE1 })
    var bare = original
    bare.removeSubrange(exif.offset..<exif.offset + exif.size)
    #expect(JPEGSegments(Bytes(bare)).exif == nil)
    let new = JPEGSegments(try made(Bytes(bare)))
    #expect(new.exif == tiff)
    // A JFIF header stays in front.
    let markers = new.segments.map(\.marker)
    #expect(markers.firstIndex(of: 0xE1) == (markers.first == 0xE0 ? 1 : 0))
  }

  @Test("of HEIC without Exif get an item that describes the picture")
  func newItem() throws {
    var edit = Edit(try sample("landscape-tiled.heic"))
    let old = try #require(HEIFFile(edit.original))
    let primary = try #require(old.primaryItemID)
    edit.removeItems(Set(old.items.filter { $0.type == "Exif" }.map(\.id)))
    let bare = Bytes(try edit.finished().written.bytes)
    #expect(ContentIdentifier(still: bare) == nil)

    let bytes = try made(bare)
    #expect(ContentIdentifier(still: bytes) == identifier)
    let photo = try #require(HEIFFile(BoxFile(bytes)))
    let item = try #require(photo.exifItem(of: primary))
    #expect(item.entry.isHidden)
    #expect(photo.targets("cdsc", from: item.id) == [primary])
    let payload = Array(try photo.data(of: item.id))
    #expect(payload.starts(with: [0, 0, 0, 6] + Array("Exif\0\0MM\0*".utf8)))
    #expect(photo.items.count == old.items.count)
    for other in photo.items where other.id != item.id {
      #expect(try photo.data(of: other.id) == old.data(of: other.id))
    }
  }

  /// TIFF with one entry of each kind of offset, which all have to stay.
  private func tiff(_ order: ByteOrder, note: [UInt8]?, hasExif: Bool = true) throws -> Bytes {
    var exif = [
      TIFFField(0x829A, .rationals([TIFFRational(numerator: 1, denominator: 120)])),
      TIFFField(0x9003, .text("2024:06:15 18:42:07")), TIFFField(0xA430, .text("Somebody")),
    ]
    if let note { exif.append(TIFFField(0x927C, .undefined(note))) }
    var main = [TIFFField(0x010F, .text("A maker")), TIFFField(0x0112, .shorts([6]))]
    if hasExif { main.append(TIFFField(0x8769, .directory(exif))) }
    main.append(
      TIFFField(0x8825, .directory([TIFFField(0x0001, .text("N"))])))
    return Bytes(
      try TIFFWriter.tiff(order, main, thumbnail: [TIFFField(0x0103, .shorts([6]))]))
  }

  @Test(
    "keep all other Exif metadata", arguments: [ByteOrder.big, .little], [true, false])
  func otherEntriesStay(order: ByteOrder, hasExif: Bool) throws {
    let before = try tiff(order, note: nil, hasExif: hasExif)
    let bytes = Bytes(
      try ExifEditor.settingContentIdentifier(before, to: identifier.text))
    let (old, new) = (try TIFFFile(before), try TIFFFile(bytes))
    #expect(new.findings.isEmpty)
    #expect(new.makerNote?.contentIdentifier == identifier.text)
    for directory in old.directories {
      let same = try #require(new[directory.kind])
      for entry in directory.entries where entry.tag != 0x8769 && entry.tag != 0x8825 {
        #expect(same[entry.tag]?.value == entry.value)
        #expect(same[entry.tag]?.type == entry.type)
      }
      #expect(same.entries.map(\.tag) == same.entries.map(\.tag).sorted())
    }
    // Every prefix is an error, or is read.
    for count in 0..<before.count {
      let cut = try #require(before.part(0..<count))
      _ = try? ExifEditor.settingContentIdentifier(cut, to: identifier.text)
    }
  }

  @Test("keep another vendor's maker note, unless it may go")
  func otherVendor() throws {
    let note = Array("Nikon\0".utf8) + [2, 0x10, 0, 0]
    let before = try tiff(.little, note: note)
    #expect(throws: MakerNoteObstacle.otherVendor(.nikon)) {
      try ExifEditor.settingContentIdentifier(before, to: identifier.text)
    }
    let bytes = try ExifEditor.settingContentIdentifier(
      before, to: identifier.text, replacingNote: true)
    let new = try TIFFFile(Bytes(bytes))
    #expect(new.makerNote?.vendor == .apple)
    #expect(new.makerNote?.contentIdentifier == identifier.text)
    #expect(new[.exif]?[0xA430]?.text == "Somebody")
  }

  /// Values of type 16 and entries of type 0, as phones write them.
  @Test("of phones keep their maker notes", .needsMedia)
  func notesOfPhones() throws {
    let names = [
      "iPhone15Plus_71DCA213/IMG_3853.HEIC", "iPhone15Pro_602FEBB7/IMG_3582.HEIC",
      "iPhone7Plus_3D388205/splitrock.jpg", "iPhone13Pro_9B539AB8/IMG_7943.HEIC",
    ]
    for name in names {
      let bytes = try ByteSource(
        mapping: "\(MediaFolder.path ?? "")/livephoto-pairs/\(name)"
      ).bytes
      let new = try made(bytes)
      #expect(new.count == bytes.count, "\(name)")
      let changed = zip(new, bytes).count { $0 != $1 }
      #expect((1...36).contains(changed), "\(name): \(changed)")
      #expect(ContentIdentifier(still: new) == identifier)
    }
  }

  /// CIPA DC-007 §5.2.3.3: the first picture is longer, and the others keep their offsets.
  @Test("with several pictures have an index that is right")
  func multiPictureIndex() throws {
    let original = Array(try sample("meadow.jpg"))
    let exif = try #require(JPEGSegments(Bytes(original)).segments.first { $0.marker == 0xE1 })
    let entries = hex(
      """
      20030000 00001000 00000000 0000 0000  // the first picture, 4096 bytes
      00000000 00000200 00002000 0000 0000  // another one
      """)
    let index =
      Array("MPF\0".utf8)
      + (try TIFFWriter.tiff(.big, [TIFFField(0xB002, .undefined(Array(entries)))]))
    let segment = [0xFF, 0xE2, 0, UInt8(index.count + 2)] + index
    for isFirst in [true, false] {
      var bytes = original
      bytes.insert(contentsOf: segment, at: isFirst ? 2 : exif.offset + exif.size)
      let new = JPEGSegments(try made(Bytes(bytes)))
      let growth = UInt32(new.bytes.count - bytes.count)
      #expect(growth > 0)
      let payload = try #require(new.segments.first { $0.marker == 0xE2 }?.payload)
      let tiff = try TIFFFile(try #require(payload.part(4..<payload.count)))
      let value = try #require(tiff[.ifd0]?[0xB002]?.value)
      func number(_ offset: Int) -> UInt32 {
        value.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
      }
      #expect(number(4) == 4096 + growth)
      #expect(number(8) == 0)
      #expect(number(20) == 512)
      #expect(number(24) == 0x2000 + (isFirst ? growth : 0))
    }
  }

  @Test("with a maker note of others are refused, with what helps")
  func foreignNote() throws {
    let note = TIFFField(0x927C, .undefined(Array("NIKON\0 and more".utf8)))
    let exif = try TIFFWriter.tiff(.big, [TIFFField(0x8769, .directory([note]))])
    let photo = Bytes(try JPEGSegments(sample("meadow.jpg")).settingExif(exif).bytes)
    #expect {
      try made(photo)
    } throws: { ($0 as? EditError)?.message.contains("--replace-maker-note replaces") == true }
    #expect(ContentIdentifier(JPEGSegments(try made(photo, replacing: true))) == identifier)
  }

  @Test("without room for more Exif are refused")
  func noRoom() throws {
    let exif = try TIFFWriter.tiff(
      .big, [TIFFField(0x010E, .text(String(repeating: "x", count: 65_400)))])
    let full = try JPEGSegments(sample("meadow.jpg")).settingExif(exif)
    #expect {
      try made(Bytes(full.bytes))
    } throws: { ($0 as? EditError)?.message.contains("has no room") == true }
  }

  @Test("are read whatever was changed in them", arguments: ["meadow.jpg", "landscape-tiled.heic"])
  func mutations(name: String) throws {
    let original = Array(try made(sample(name)))
    var generator = Noise(state: 11)
    for _ in 0..<30 {
      var bytes = original
      for _ in 0..<3 {
        bytes[Int(generator.next() % 3000)] = UInt8(truncatingIfNeeded: generator.next())
      }
      _ = LiveStillCheck(Bytes(bytes), name: name)
      _ = try? made(Bytes(bytes), replacing: true)
    }
  }

  /// Of hundreds of items beyond the end of a file, the first is named.
  @Test("that are truncated are said to be so once")
  func cutOff() throws {
    let whole = try sample("landscape-tiled.heic")
    let findings = LiveStillCheck(Bytes(Array(whole.prefix(whole.count / 2))), name: "a.heic")
      .findings
    #expect(findings.count { $0.message.hasPrefix("is truncated: item ") } == 1)
  }
}
