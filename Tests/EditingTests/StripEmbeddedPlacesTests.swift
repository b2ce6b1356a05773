import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// A location that stands only in an ID3 tag, or in the value of a key, is found in each form.
@Suite struct StripEmbeddedPlacesTests {
  private static func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
    big(UInt32(data.count + 8)) + type.utf8 + data
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func meta(_ handler: String, _ content: [UInt8]) -> [UInt8] {
    let name = [UInt8](repeating: 0, count: 13)
    return box("meta", big(0) + box("hdlr", big(0) + big(0) + handler.utf8 + name) + content)
  }

  private static func tag(_ frame: String, _ data: [UInt8]) -> [UInt8] {
    let body = frame.utf8 + big(UInt32(data.count)) + [0, 0] + data
    // Version 3, whose frames have plain sizes; the size of the tag has 7 bits in each byte.
    let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 127) }
    return meta("ID32", box("ID32", big(0) + [0x15, 0xC7] + "ID3".utf8 + [3, 0, 0] + size + body))
  }

  private static func key(_ name: String, _ type: UInt32, _ value: [UInt8]) -> [UInt8] {
    let keys = box("keys", big(0) + big(1) + box("mdta", Array(name.utf8)))
    let value = box("data", big(type) + big(0) + value)
    return meta("mdta", keys + box("ilst", box("\0\0\0\u{1}", value)))
  }

  private static func wide(_ text: String, _ encoding: String.Encoding) -> [UInt8] {
    Array(text.data(using: encoding) ?? Data())
  }

  private static let location = "46.363611,14.093889"
  private static let coded = Data("{\"lat\":46.363611,\"lon\":14.093889}".utf8)
    .base64EncodedString()
  /// A GPS directory.
  private static let exif: [UInt8] = {
    func entry(_ tag: UInt8, _ type: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      [0, tag, 0, type, 0, 0, 0, count] + value
    }
    return "MM\0*".utf8 + big(8) + [0, 1, 0x88, 0x25, 0, 4] + big(1) + big(26) + big(0) + [0, 2]
      + entry(2, 5, 3, big(56)) + entry(4, 5, 3, big(80)) + big(0)
      + [46, 1, 21, 1, 49_123, 1000, 14, 1, 5, 1, 38_123, 1000].flatMap { big($0) }
  }()

  private static let found: [[UInt8]] = [
    tag("TXXX", [3] + "x\0\(location)".utf8), tag("COMM", [0] + "engx\0\(location)".utf8),
    tag("TXXX", [1, 0xFF, 0xFE] + wide("x\0\u{FEFF}\(location)", .utf16LittleEndian)),
    tag("TIT2", [2] + wide(location, .utf16BigEndian)),
    tag("PRIV", "x\0$GPRMC,081836,A,4621.8167,N,01405.6333,E".utf8 + []),
    tag("PRIV", "x\0".utf8 + exif), tag("GEOB", [0] + "a\0b\0c\0Exif\0\0".utf8 + exif),
    tag("TXXX", [3] + "Location\0Zapletnik".utf8),
    tag("TXXX", [1, 0xFF, 0xFE] + wide("Location\0\u{FEFF}Zapletnik", .utf16LittleEndian)),
    tag("TXXX", [2] + wide("Location\0Zapletnik", .utf16BigEndian)),
    key("com.example.x", 2, wide(location, .utf16BigEndian)),
    key("com.example.x", 1, Array(coded.utf8)),
    key("com.example.x", 0, exif), key("com.example.x", 1, Array(location.utf8)),
  ]

  private func strip(
    _ metadata: [UInt8], _ what: MetadataStripping
  ) throws -> (bytes: Bytes, notes: [String]) {
    var edit = Edit(Bytes(Array(try SampleFile.bytes("clip-h264.mp4")) + metadata))
    try edit.strip(what)
    return (try edit.bytes(), edit.notes + [edit.unexamined].compactMap { $0 })
  }

  @Test(arguments: found) func theOnlyLocationGoes(metadata: [UInt8]) throws {
    let result = try strip(metadata, .location)
    let rest = Array(result.bytes.suffix(metadata.count))
    // Without zeros, text of two bytes a character reads like other text.
    let text = Data(rest.filter { $0 != 0 })
    for value in ["Zapletnik", Self.coded, "46.36"] {
      #expect(text.range(of: Data(value.utf8)) == nil)
    }
    #expect(Data(rest).range(of: Data(Self.exif)) == nil)
    var traces = LocationTraces()
    traces.add(latitude: 46.363611, longitude: 14.093889)
    #expect(!traces.isFound(inMetadata: Bytes(rest)))
  }

  /// The numbers, the name and the notes of `loci` are looked for in all of the file (3GPP TS 26.244 §8.2).
  @Test(arguments: ["At the lake of Zapletnik", "46.3636 14.0939", "45.5123 13.5678"])
  func whatALocationStatesIsATrace(text: String) throws {
    var location = LocationInformationBox()
    #expect(!LocationTraces(try movie(location)).isFound(inText: text.utf8))
    (location.latitude, location.longitude) = (Int32(46.3636 * 65536), Int32(14.0939 * 65536))
    location.name = "Zapletnik"
    location.additionalNotes = "as seen from 45.5123, 13.5678"
    #expect(LocationTraces(try movie(location)).isFound(inText: text.utf8))
  }

  private func movie(_ location: LocationInformationBox) throws -> BoxFile {
    var user = UserDataBox()
    user.children = [Box(location, in: .userData)]
    var file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    file.boxes[moov].children.removeAll { $0.type == "udta" }
    file.boxes[moov].children.append(Box(user))
    return BoxFile(ByteSource(try file.relocated().bytes).bytes)
  }

  /// What is not examined is named.
  @Test(arguments: [
    (key("com.example.numbers", 0, [0x40, 0x47, 0x2E, 0x8A, 1, 2, 3, 4]), "com.example.numbers"),
    (key("com.example.words", 2, wide("A walk", .utf16BigEndian)), "com.example.words"),
    (
      box("uuid", [UInt8](1...16) + [0x40, 0x47, 0x2E, 0x8A, 1, 2, 3, 4]),
      "uuid 01020304-0506-0708-090a-0b0c0d0e0f10"
    ),
  ])
  func whatStaysIsNamed(metadata: [UInt8], name: String) throws {
    let result = try strip(metadata, .location)
    #expect(result.bytes.suffix(metadata.count).elementsEqual(metadata))
    #expect(result.notes.contains { $0.hasSuffix(": \(name)") }, "\(result.notes)")
  }

  /// A tag of a title alone is none of a location.
  @Test func otherTagsStay() throws {
    let metadata = Self.tag("TIT2", [3] + "A walk".utf8)
    #expect(try strip(metadata, .location).bytes.suffix(metadata.count).elementsEqual(metadata))
  }

  @Test func whatCannotBeReadIsLeftOut() throws {
    let metadata = Self.box("XMP_", Array("<x:xmpmeta><rdf:RDF".utf8))
    let result = try strip(metadata, .location)
    #expect(result.bytes.suffix(metadata.count - 8).allSatisfy { $0 == 0 })
    #expect(
      result.notes.last == "XMP_ cannot be read as XML: it is left out, as it may hold the location"
    )
  }

  /// What people say of a photo is searched, too.
  @Test func descriptionsAreTraces() throws {
    var file = BoxFile(try SampleFile.bytes("portrait-single.heic"))
    let meta = try #require(file.boxes.firstIndex { $0.type == "meta" })
    for part in [\UserDescriptionProperty.name, \.description, \.tags] {
      let property = make(UserDescriptionProperty()) { $0[keyPath: part] = "45.5123, 13.5678" }
      file.boxes[meta].edit("iprp", "ipco") { $0.children.append(Box(property)) }
      #expect(LocationTraces(file).isFound(inText: "at 45.51230 13.56780".utf8))
      file.boxes[meta].edit("iprp", "ipco") { $0.children.removeLast() }
      #expect(!LocationTraces(file).isFound(inText: "at 45.51230 13.56780".utf8))
    }
  }

  /// Nobody knows what is in an encrypted item: it goes with everything, and is named where only the location goes.
  @Test func encryptedItems() throws {
    var file = BoxFile(try SampleFile.bytes("landscape-tiled.heic"))
    let exif = try #require(HEIFFile(file)?.items.first { $0.type == "Exif" }).id
    let meta = try #require(file.boxes.firstIndex { $0.type == "meta" })
    file.boxes[meta].edit("iinf") { info in
      for index in info.children.indices
      where info.children[index][ItemInfoEntry.self]?.itemID == exif {
        info.children[index][ItemInfoEntry.self]?.protectionIndex = 1
      }
    }
    let photo = Bytes(try file.relocated().bytes)
    var whole = Edit(photo)
    try whole.strip(.all)
    #expect(whole.notes.contains("removed: Exif (item \(exif))"))
    #expect(HEIFFile(BoxFile(try whole.bytes()))?.item(exif) == nil)
    var edit = Edit(photo)
    try edit.strip(.location)
    #expect(edit.notes.contains("Exif (item \(exif)) cannot be read, and stays"))
  }

  /// A file behind another one is stripped as the file that it is, or goes as a whole with all metadata.
  @Test(
    arguments: ["coast.avif", "clip-h264.mp4", "burst-1.jpg"],
    ["live-photo.heic", "live-photo.mov", "motion-photo.jpg"])
  func filesBehindFiles(first: String, second: String) throws {
    let (one, two) = (try SampleFile.bytes(first), try SampleFile.bytes(second))
    let joined = Bytes(Array(one) + Array(two))
    let locations = LocationTraces(file: two)
    #expect(!locations.isEmpty)
    var edit = Edit(joined)
    try edit.strip(.location)
    let after = Bytes(try edit.finished().written.read())
    #expect(after.count == joined.count)
    #expect(locations.first(in: after) == nil)
    // A JPEG picture has locations of its own.
    guard !first.hasSuffix("jpg") else { return }
    #expect(after.part(0..<one.count) == one)
    let name = second.hasSuffix("jpg") ? "a further picture" : "another file"
    #expect(edit.notes.contains { $0.hasPrefix("removed: ") && $0.contains(name) }, "\(edit.notes)")
    var all = Edit(joined)
    try all.strip(.all)
    #expect(try all.finished().written.read().count <= one.count)
    #expect(all.notes.contains { $0.contains("\(name) after the last box") }, "\(all.notes)")
  }
}
