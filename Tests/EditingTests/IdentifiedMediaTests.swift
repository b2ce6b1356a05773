import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing
import Verification

/// Movies whose media data has a number (`imda`, ISO/IEC 14496-12 §8.1.4).
@Suite struct IdentifiedMediaTests {
  private let folder: Folder
  private let source = PackageFolder.sample("clip-h264.mp4")

  init() throws { folder = try Folder() }

  /// A movie in which `imda` is before `moov`, and chunks count from the first byte after its number.
  private func movie(identifier: UInt32 = 7) throws -> String {
    var file = BoxFile(try ByteSource(mapping: source).bytes)
    let media = try #require(file.boxes.firstIndex { $0.type == "mdat" })
    let data = try #require(file.boxes[media].sourcePayload)
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    var children = file.boxes[moov].children
    for index in children.indices where children[index].type == "trak" {
      change(&children[index], ["mdia", "minf", "dinf", "dref"]) { box in
        var reference = DataEntryImdaBox()
        reference.imdaRefIdentifier = 7
        box.children = [Box(reference)]
      }
      change(&children[index], ["mdia", "minf", "stbl", "stco"]) { box in
        guard let old = box[ChunkOffsetBox.self]?.chunkOffsets else { return }
        var values: [Int64] = []
        old.forEachRow { _, row in values.append(row[0] - Int64(data.fileOffset)) }
        box[ChunkOffsetBox.self]?.chunkOffsets = FieldTable(
          columns: ChunkOffsetBox.columns, values: values)
      }
    }
    file.boxes[moov].children = children
    var made = IdentifiedMediaDataBox()
    made.imdaIdentifier = identifier
    made.data = Bytes(Array(data))
    let box = Box(made)
    let type = file.boxes[0]
    file.boxes = [type, box, file.boxes[moov]]
    return try folder.write(Data(try file.encoded().bytes), to: "made-\(identifier).mp4")
  }

  private func change(_ box: inout Box, _ path: [FourCC], _ body: (inout Box) -> Void) {
    guard let type = path.first else { return body(&box) }
    var children = box.children
    for index in children.indices where children[index].type == type {
      change(&children[index], Array(path.dropFirst()), body)
    }
    box.children = children
  }

  private func samples(_ path: String) throws -> [[Bytes]] {
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    let movie = try #require(MovieFile(file))
    return try movie.tracks.map { track in
      try track.samples.map { sample in
        #expect(sample.location == .file(0))
        return try #require(file.bytes.part(sample.fileRange))
      }
    }
  }

  @Test func samplesAreFound() throws {
    let made = try movie()
    #expect(try samples(made) == samples(source))
    let found = try findings(made)
    #expect(found.allSatisfy { $0.severity < .error }, "\(found)")
  }

  @Test func missingDataHasNoOffset() throws {
    let path = try movie(identifier: 8)
    let movie = try #require(MovieFile(BoxFile(try ByteSource(mapping: path).bytes)))
    for track in movie.tracks { #expect(track.samples.location == .elsewhere(nil)) }
    let error = #expect(throws: EditError.self) {
      var edit = Edit(try ByteSource(mapping: path).bytes)
      _ = try edit.gatherSamples()
      try edit.remux(to: .mov)
    }
    #expect(error.map { "\($0)".contains("not in the file") } == true, "\(error.debugDescription)")
  }

  /// An edit, and the extension of the file that it makes.
  struct Change: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var kind = "mp4"
    var apply: @Sendable (inout Edit) throws(EditError) -> Void
  }

  private static let changes = [
    Change(testDescription: "to QuickTime", kind: "mov") { edit throws(EditError) in
      try edit.remux(to: .mov)
    },
    Change(testDescription: "fragments") { edit throws(EditError) in
      try edit.fragment(every: .seconds(1))
    },
    Change(testDescription: "faststart") { edit throws(EditError) in
      try edit.moveMovie(to: .first)
    },
    Change(testDescription: "language") { edit throws(EditError) in
      try edit.setLanguage(ofTrack: 2, "deu")
    },
    Change(testDescription: "part") { edit throws(EditError) in try edit.trim(from: 0, to: 60) },
  ]

  /// Other programs do not support `imda`, and can read the converted file.
  @Test(.needs("ffmpeg"), arguments: changes)
  func editsKeepTheSamples(_ change: Change) throws {
    let output = try folder.edited(try movie(), as: "new." + change.kind, change.apply)
    #expect(try samples(output) == samples(source))
    guard ["to QuickTime", "fragments"].contains(change.testDescription) else { return }
    func frames(_ path: String) throws -> String {
      let decoded = try InstalledProgram.run(
        "ffmpeg", ["-v", "error", "-i", path, "-map", "0:v", "-f", "md5", "-"])
      #expect(decoded.errors.isEmpty, "\(decoded.errors)")
      return decoded.output
    }
    #expect(try frames(output) == frames(source))
  }
}
