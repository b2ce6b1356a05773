import Editing
import FieldCoding
import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Metadata

/// What follows an overwritten header, or an end that stands too early, is still the file: nothing removes it.
@Suite struct LostContentsTests {
  private static let names = [
    "clip-hevc.mov", "clip-h264.mp4", "portrait-single.heic", "coast.avif",
  ]
  private static let fragmented = [
    "clip-hevc-fragmented.mp4", "stream.mp4", "clip-h264-fragmented.mov",
  ]

  private func expectRefused(_ bytes: [UInt8], _ comment: Comment) {
    for what in [MetadataStripping.location, .all] {
      #expect(throws: EditError.self, comment) {
        var edit = Edit(Bytes(bytes))
        try edit.strip(what)
        _ = try edit.finished()
      }
    }
  }

  /// Zeros end a list of boxes. Those before each of the boxes become free space again.
  @Test(arguments: names + fragmented, [8, 512, 4096])
  func zerosBeforeABox(name: String, zeros: Int) throws {
    var count = 0
    let needed: Set<FourCC> = ["moov", "meta", "mdat", "moof"]
    for index in 1..<BoxFile(try SampleFile.bytes(name)).boxes.count {
      var edit = try Edit(sample: name)
      let space = Bytes([UInt8](repeating: 0, count: zeros - 8))
      edit.file.boxes.insert(Box(type: "free", opaque: space), at: index)
      let intact = try edit.bytes()
      let boxes = BoxFile(intact).boxes
      guard boxes[index...].contains(where: { needed.contains($0.type) }) else { continue }
      let range = try #require(boxes[index].origin).range
      var bytes = Array(intact)
      bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: zeros))
      #expect(BoxFile(Bytes(bytes)).lostContents != nil, "\(index)")
      expectRefused(bytes, "\(index)")
      let (file, notes) = try repaired(bytes)
      #expect(file == intact && notes.count == 1, "\(index): \(notes)")
      count += 1
    }
    #expect(count > 0)
  }

  private func samples(_ bytes: Bytes) throws -> [[[UInt8]?]] {
    try #require(MovieFile(BoxFile(bytes))).tracks.map { track in
      track.samples.map { bytes.part($0.fileRange).map { Array($0) } }
    }
  }

  /// Zeros that were added move what follows, to which offsets from before them no longer lead.
  @Test(arguments: fragmented, [8, 512])
  func zerosAddedBeforeABox(name: String, zeros: Int) throws {
    let original = try SampleFile.bytes(name)
    let boxes = BoxFile(original).boxes
    for (index, box) in boxes.enumerated().dropFirst() {
      let start = try #require(box.origin).fileOffset
      var bytes = Array(original)
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: zeros), at: start)
      #expect(BoxFile(Bytes(bytes)).lostContents != nil, "\(index)")
      expectRefused(bytes, "\(index)")
      let (file, notes) = try repaired(bytes)
      #expect(try samples(file) == samples(original) && notes.count == 1, "\(index): \(notes)")
      // No index of them is lost.
      #expect(BoxFile(file).boxes.map(\.type).filter { $0 != "free" } == boxes.map(\.type))
    }
  }

  /// Media data whose header was overwritten gets it again.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4", "portrait-single.heic", "coast.avif"])
  func zerosForTheHeaderOfMediaData(name: String) throws {
    var edit = try Edit(sample: name)
    if edit.file.boxes.contains(where: { $0.type == "moov" }) { try edit.moveMovie(to: .first) }
    let intact = try edit.bytes()
    let range = try range(of: "mdat", in: intact)
    try #require(range.upperBound == intact.count)
    var bytes = Array(intact)
    bytes.replaceSubrange(
      range.lowerBound..<range.lowerBound + 8, with: [UInt8](repeating: 0, count: 8))
    expectRefused(bytes, "\(name)")
    let (file, notes) = try repaired(bytes)
    #expect(file == intact && notes.count == 1, "\(notes)")
  }

  /// The data of each fragment, and of the samples before them, gets its header again.
  @Test(arguments: fragmented) func zerosForTheHeadersOfFragments(name: String) throws {
    let intact = try SampleFile.bytes(name)
    var count = 0
    for box in BoxFile(intact).boxes where ["moof", "mdat"].contains(box.type) {
      let start = try #require(box.origin).fileOffset
      var bytes = Array(intact)
      bytes.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0, count: 8))
      expectRefused(bytes, "\(box.type), \(start)")
      let (file, notes) = try repaired(bytes)
      #expect(file == intact && notes.count == 1, "\(box.type), \(start): \(notes)")
      count += 1
    }
    #expect(count > 3)
  }

  /// The first fragment of a movie whose other samples are in tables is not what something added to it, even if not much of
  /// it is left.
  @Test(arguments: [8, 300, 624]) func zerosForTheFirstFragment(zeros: Int) throws {
    let intact = try SampleFile.bytes("clip-h264-fragmented.mov")
    let start = try range(of: "moof", in: intact).lowerBound
    var bytes = Array(intact)
    bytes.replaceSubrange(start..<start + zeros, with: [UInt8](repeating: 0, count: zeros))
    expectRefused(bytes, "\(zeros)")
    var edit = Edit(Bytes(bytes))
    try edit.repair()
    // Samples whose description is lost are named.
    #expect(edit.losesMedia == (zeros > 8), "\(edit.notes)")
    #expect(edit.notes.contains { $0.contains("in no sample") } == (zeros > 8), "\(edit.notes)")
  }

  /// The movie gets its header again from the boxes in it, before and behind its samples.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"], [MoviePosition.first, .last])
  func anOverwrittenHeaderOfTheMovie(name: String, position: MoviePosition) throws {
    var edit = try Edit(sample: name)
    try edit.moveMovie(to: position)
    let intact = try edit.bytes()
    let start = try range(of: "moov", in: intact).lowerBound
    var bytes = Array(intact)
    bytes.replaceSubrange(start..<start + 8, with: [UInt8](repeating: 0, count: 8))
    expectRefused(bytes, "\(position)")
    let (file, notes) = try repaired(bytes)
    #expect(file == intact && notes.count == 1, "\(position): \(notes)")
  }

  /// A size that is larger than the file, and perhaps a type that is another one.
  @Test(arguments: ["portrait-single.heic", "coast.avif"], [4, 5, 8])
  func anOverwrittenHeaderOfMetadata(name: String, count: Int) throws {
    let intact = try SampleFile.bytes(name)
    let start = try range(of: "meta", in: intact).lowerBound
    var bytes = Array(intact)
    let other: [UInt8] = [0xB5, 0x75, 0x90, 0x48, 0x5D, 0xC3, 0x30, 0xE7]
    bytes.replaceSubrange(start..<start + count, with: other.prefix(count))
    expectRefused(bytes, "\(count)")
    let (file, notes) = try repaired(bytes)
    #expect(file == intact && notes.count == 1, "\(count): \(notes)")
  }

  /// What repair does not find is left out with a note, and the file can be stripped then.
  @Test func bytesInWhichNoBoxIsFound() throws {
    let intact = try SampleFile.bytes("clip-h264-fragmented.mov")
    let end = try range(of: "mdat", in: intact).upperBound
    let unknown = [UInt8](repeating: 0, count: 8) + (0..<600).map { UInt8($0 % 251 | 1) }
    let bytes = Array(intact.prefix(end)) + unknown
    expectRefused(bytes, "unknown")
    var edit = Edit(Bytes(bytes))
    try edit.repair()
    #expect(edit.losesMedia && edit.notes.count == 1, "\(edit.notes)")
    let file = try edit.bytes()
    #expect(Array(file) == Array(intact.prefix(end)))
    var stripped = Edit(file)
    try stripped.strip(.all)
  }

  /// A fragment that is not in the file is named by each repair, and one whose description is overwritten as well.
  @Test func fragmentsThatStayLost() throws {
    let intact = try SampleFile.bytes("clip-hevc-fragmented.mp4")
    let moofs = BoxFile(intact).boxes.all("moof").compactMap { $0.origin?.fileOffset }
    try #require(moofs.count == 3)
    var removed = Array(intact)
    removed.removeSubrange(moofs[1]..<moofs[2])
    let (_, notes) = try repaired(removed)
    #expect(notes.contains { $0.hasPrefix("1 fragment is missing between the others") }, "\(notes)")

    var overwritten = Array(intact)
    for index in moofs[1]..<moofs[1] + 608 { overwritten[index] = 0 }
    let (_, others) = try repaired(overwritten)
    #expect(others.contains { $0.contains("in no sample") }, "\(others)")
    #expect(others.contains { $0.hasPrefix("1 fragment is missing between") }, "\(others)")
  }

  /// The `meta` box of a photo gets its header again, and the size of its handler, from the boxes in it.
  @Test(arguments: ["portrait-single.heic", "coast.avif"], [8, 12, 16])
  func zerosForTheHeaderOfMetadata(name: String, zeros: Int) throws {
    let intact = try SampleFile.bytes(name)
    let start = try range(of: "meta", in: intact).lowerBound
    var bytes = Array(intact)
    bytes.replaceSubrange(start..<start + zeros, with: [UInt8](repeating: 0, count: zeros))
    expectRefused(bytes, "\(zeros)")
    let (file, notes) = try repaired(bytes)
    #expect(file == intact && notes.count == 1, "\(notes)")
  }

  /// Bytes before each of the boxes that are too few for a box.
  @Test(arguments: names, [1, 3, 4, 7])
  func strayBytesBeforeABox(name: String, count: Int) throws {
    let intact = try SampleFile.bytes(name)
    for box in BoxFile(intact).boxes.dropFirst() {
      let start = try #require(box.origin).range.lowerBound
      for byte: UInt8 in [0, 0xA5] {
        var bytes = Array(intact)
        bytes.insert(contentsOf: [UInt8](repeating: byte, count: count), at: start)
        expectRefused(bytes, "\(box.type), \(byte)")
        let (file, notes) = try repaired(bytes)
        #expect(file == intact, "\(box.type), \(byte): \(notes)")
      }
    }
  }

  /// An end in the middle of the codes of a JPEG image, and before the data of a PNG image.
  @Test func earlyEndsOfImages() throws {
    var jpeg = Array(try SampleFile.bytes("meadow.jpg"))
    jpeg.insert(contentsOf: [0xFF, 0xD9], at: jpeg.count * 3 / 4)
    expectRefused(jpeg, "JPEG")

    var writer = ByteWriter()
    writer.write(PNGChunks.signature)
    let header: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    let chunks: [(FourCC, [UInt8])] = [
      ("IHDR", header), ("IEND", []), ("IDAT", [0x78, 1, 1, 2, 0, 0xFD, 0xFF, 0, 0, 0, 2, 0, 1]),
    ]
    for (type, data) in chunks {
      PNGChunks.write(
        PNGChunks.Chunk(type: type, data: Bytes([0xFF]), checksum: 0), Bytes(data), to: &writer)
    }
    expectRefused(writer.bytes, "PNG")
  }
}
