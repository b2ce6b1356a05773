import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing

/// After any move, every item and every sample has the same bytes as before.
@Suite struct RelocationTests {
  static let files =
    MediaFolder.samples + MediaFolder.oneOfEachForm { !$0.contains("malformed") }

  enum Edit: CaseIterable, Sendable {
    /// Everything moves by some bytes.
    case roomAtTheStart
    /// The bytes after the description of the file move.
    case longerDescription
    /// The description is moved to the front, or to the end.
    case descriptionElsewhere
    /// Fragments grow, and their content moves.
    case longerFragments
    /// Boxes of any length are added anywhere.
    case boxesAnywhere

    func apply(to file: inout BoxFile) -> Bool {
      let room = Box(type: "free", opaque: Bytes([UInt8](repeating: 7, count: 1000)))
      switch self {
      case .roomAtTheStart:
        guard !file.boxes.isEmpty else { return false }
        file.boxes.insert(room, at: 1)
      case .longerDescription:
        guard let index = file.boxes.firstIndex(where: { ["moov", "meta"].contains($0.type) }),
          file.boxes[index].isContainer
        else { return false }
        file.boxes[index].children.append(room)
      case .descriptionElsewhere:
        guard let index = file.boxes.firstIndex(where: { ["moov", "meta"].contains($0.type) }),
          file.boxes.count > 2
        else { return false }
        let box = file.boxes.remove(at: index)
        file.boxes.insert(box, at: index == 1 ? file.boxes.count : 1)
      case .longerFragments:
        var isThere = false
        for index in file.boxes.indices where file.boxes[index].type == "moof" {
          file.boxes[index].children.append(room)
          isThere = true
        }
        return isThere
      case .boxesAnywhere:
        var random = Noise(state: UInt64(truncatingIfNeeded: file.bytes.count))
        for _ in 0..<8 { file.boxes.insertRoom(&random, isFile: true) }
      }
      return true
    }
  }

  /// Offsets in another file, or in an `imda` box, do not change when this file does (ISO/IEC 14496-12
  /// §8.7.2).
  @Test(arguments: ["url ", "imdt"], [Edit.roomAtTheStart, .longerDescription, .boxesAnywhere])
  func offsetsElsewhereStay(type: String, edit: Edit) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-hevc.mov") })
    var bytes = try Array(Data(contentsOf: URL(filePath: path)))
    let reference = Array("url \0\0\0\u{1}".utf8)
    let elsewhere = Array((type + "\0\0\0\0").utf8)
    for start in bytes.indices.dropLast(8) where Array(bytes[start..<start + 8]) == reference {
      bytes.replaceSubrange(start..<start + 8, with: elsewhere)
    }
    func offsets(_ file: BoxFile) -> [[UInt64]] {
      (MovieFile(file)?.tracks ?? []).map { $0.samples.chunks.map(\.start) }
    }
    let file = BoxFile(Bytes(bytes))
    var changed = file
    try #require(edit.apply(to: &changed))
    let new = BoxFile(ByteSource(try changed.relocated().bytes).bytes)
    #expect(!offsets(file).isEmpty && offsets(new) == offsets(file))
  }

  @Test(arguments: files) func everyByteIsFoundAgain(path: String) throws {
    let source = try ByteSource(mapping: path)
    guard source.count < 32 << 20 else { return }
    let file = BoxFile(source.bytes)
    guard file.findings.isEmpty, file.trailing.isEmpty else { return }
    let before = Contents(file)
    // For files whose media is elsewhere, or was cut out, no statement is possible.
    guard before.isWhole else { return }
    let same = try file.relocated()
    #expect(same.origins.count == 1 || source.count == 0)
    for edit in Edit.allCases {
      var changed = file
      guard edit.apply(to: &changed) else { continue }
      let written: ByteWriter
      do { written = try changed.relocated() } catch {
        Issue.record("\(edit): \(error)")
        continue
      }
      let new = BoxFile(ByteSource(written.bytes).bytes)
      #expect(new.findings.isEmpty, "\(edit)")
      let after = Contents(new)
      #expect(after == before, "\(edit)")
    }
  }

  /// Offsets that no file has, or none after it has grown, are none that anything is moved to.
  @Test(arguments: [UInt64(Int.max) - 8, UInt64(Int.max), 1 << 63, .max])
  func offsetsOfNoFileAreNone(offset: UInt64) throws {
    func box(_ type: String, _ payload: [UInt8]...) -> [UInt8] {
      let payload = Array(payload.joined())
      return [0, 0, 0, UInt8(8 + payload.count)] + Array(type.utf8) + payload
    }
    let number = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (56 - 8 * $0)) }
    let start = box("ftyp", Array("isom".utf8), [0, 0, 0, 0])
    let tfhd = box("tfhd", [0, 0, 0, 1], [0, 0, 0, 1], number)
    let iloc = box(
      "iloc", [1, 0, 0, 0], [0x88, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0, 1], number,
      [0, 0, 0, 0, 0, 0, 0, 0])
    for moving in [box("moof", box("traf", tfhd)), box("meta", [0, 0, 0, 0], iloc)] {
      let bytes = Bytes(start + moving)
      var file = BoxFile(bytes)
      #expect(try Bytes(file.relocated().bytes) == bytes)
      file.boxes.insert(Box(type: "free", opaque: Bytes([UInt8](repeating: 0, count: 100))), at: 1)
      guard let moved = try? file.relocated() else {
        #expect(offset <= UInt64(Int.max), "it stays as it is")
        continue
      }
      #expect(offset > UInt64(Int.max) && moved.bytes.suffix(moving.count).elementsEqual(moving))
    }
  }

  /// After more than 4 GB, offsets need 64 bits: in chunk offsets, item locations and the box itself.
  @Test(arguments: ["clip-hevc.mov", "landscape-tiled.heic"])
  func farOffsetsGetWiderFields(name: String) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix(name) })
    let hole = FileManager.default.temporaryDirectory.appendingPathComponent("hole-\(UUID()).bin")
    _ = FileManager.default.createFile(atPath: hole.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: hole) }
    let handle = try FileHandle(forWritingTo: hole)
    try handle.truncate(atOffset: 5 << 30)
    try handle.close()

    var file = try BoxFile(ByteSource(mapping: path).bytes)
    let before = Contents(file)
    file.boxes.insert(
      Box(type: "free", opaque: try ByteSource(mapping: hole.path).bytes), at: 1)
    let written = try file.relocated()
    #expect(written.count > 5 << 30)

    let result = hole.appendingPathExtension("new")
    _ = FileManager.default.createFile(atPath: result.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: result) }
    let output = try FileHandle(forWritingTo: result)
    try output.truncate(atOffset: UInt64(written.count))
    var position = 0
    for segment in written.segments {
      // Unwritten ranges are zeros, like the hole.
      if segment.count < 1 << 30 {
        try output.seek(toOffset: UInt64(position))
        switch segment {
        case .new(let bytes): try output.write(contentsOf: bytes)
        case .copy(let bytes): try output.write(contentsOf: Array(bytes))
        }
      }
      position += segment.count
    }
    try output.close()
    let new = try BoxFile(ByteSource(mapping: result.path).bytes)
    #expect(new.findings.isEmpty)
    #expect(before.isWhole && Contents(new) == before)
    #expect(new.boxes.first { $0.type == "free" }?.headerSize == 16)
  }
}

extension [Box] {
  /// Inserts free space between the boxes of a container, at random positions.
  fileprivate mutating func insertRoom(_ random: inout Noise, isFile: Bool = false) {
    let containers = indices.filter { self[$0].isContainer && self[$0].damage.isEmpty }
    // Those are found by their number.
    let counted: Set<FourCC> = [
      "stsd", "dref", "ipro", "keys", "ipco", "iinf", "ilst", "tref", "iref", "grpl", "trgr",
      "wave", "udta", "strk",
    ]
    if let index = containers.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0,
      !counted.contains(self[index].type), self[index].userType == nil
    {
      self[index].children.insertRoom(&random)
      return
    }
    let count = Int.random(in: 0..<3000, using: &random)
    let index = Int.random(in: Swift.min(1, self.count)...self.count, using: &random)
    guard !isEmpty else { return }
    insert(Box(type: "free", opaque: Bytes([UInt8](repeating: 7, count: count))), at: index)
  }
}

/// The coded data of a file.
private struct Contents: Equatable {
  private var items: [UInt32: [Int?]] = [:]
  private var samples: [[Int?]] = []
  /// The same of the movie in a photo.
  private var embedded: [[Int?]] = []

  init(_ file: BoxFile) {
    func hash(_ range: Range<Int>) -> Int? { file.bytes.part(range)?.hashValue }
    if let heif = HEIFFile(file) {
      for item in heif.items {
        // Items can lack data, and that is none of an edit's business.
        items[item.id] = ((try? heif.extents(of: item.id)) ?? []).map(hash)
      }
    }
    samples = Contents.samples(of: file)
    if let movie = file.boxes.first("mpvd").flatMap({ box in
      box.origin?.part(box.headerSize..<(box.origin?.count ?? 0))
    }) {
      embedded = Contents.samples(of: BoxFile(Bytes(Array(movie))))
    }
  }

  private static func samples(of file: BoxFile) -> [[Int?]] {
    (MovieFile(file)?.tracks ?? []).map { track in
      track.samples.withBytes.prefix(2000).map { file.bytes.part($0.fileRange)?.hashValue }
    }
  }

  var isWhole: Bool { !samples.joined().contains(nil) }
}
