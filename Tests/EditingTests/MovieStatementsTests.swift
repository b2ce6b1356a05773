import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Editing

/// What a movie says beside its media is named wherever another file does not have it.
struct MovieStatementsTests {
  private static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let size = UInt32(payload.count + 8)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + payload
  }

  /// Boxes of which nobody knows anything.
  private func added(_ value: UInt8) throws -> Box {
    try #require(BoxFile(Bytes(Self.box("zzzz", [value, 1, 2, 3]))).boxes.first)
  }

  /// A movie with an unknown box in a container.
  private func movie(_ path: [FourCC], _ value: UInt8 = 7) throws -> BoxFile {
    var edit = try Edit(sample: "clip-hevc.mov")
    let box = try added(value)
    guard !path.isEmpty else {
      edit.file.boxes.append(box)
      return BoxFile(try edit.bytes())
    }
    edit.editMovie { moov in
      func add(_ parent: inout Box, _ path: ArraySlice<FourCC>) {
        guard let next = path.first else { return parent.children.append(box) }
        var children = parent.children
        if !children.contains(where: { $0.type == next }) {
          children += BoxFile(Bytes(Self.box("\(next)", []))).boxes
        }
        guard let index = children.firstIndex(where: { $0.type == next }) else { return }
        add(&children[index], path.dropFirst())
        parent.children = children
      }
      add(&moov, path.dropFirst())
    }
    return BoxFile(try edit.bytes())
  }

  private static let paths: [[FourCC]] = [
    [], ["moov"], ["moov", "udta"], ["moov", "meta"], ["moov", "trak"], ["moov", "trak", "udta"],
    ["moov", "trak", "mdia"],
  ]

  @Test(arguments: paths) func unknownBoxesAreNamedEverywhere(_ path: [FourCC]) throws {
    let file = try movie(path)
    #expect(file.all(type: "zzzz") == 1)
    let said = MovieDeclarations(file)
    for container in ForeignContainer.allCases {
      let left = said.leftOut(in: container)
      #expect(left.contains { $0.contains("'zzzz'") }, "\(container): \(left)")
    }
    // The same movie without it, and with another one, do not have it.
    for other in [BoxFile(try SampleFile.bytes("clip-hevc.mov")), try movie(path, 8)] {
      let missing = said.missing(in: [MovieDeclarations(other)]).phrases
      #expect(missing.count == 1 && missing[0].contains("'zzzz'"), "\(missing)")
    }
    #expect(said.missing(in: [said]).phrases.isEmpty)
  }

  /// A program can add user data in another box.
  @Test func allUserDataIsRead() throws {
    let text: [UInt8] = [0, 4, 0x55, 0xC4] + Array("Park".utf8)
    let name = [0, 0, 0, 16, 0xA9] + Array("nam".utf8) + text
    var edit = try Edit(sample: "clip-h264.mp4")
    let size = [0, 0, 0, UInt8(name.count + 20)]
    let bytes = size + Array("udta".utf8) + name + Self.box("zzzz", [1, 2, 3, 4])
    let added = try #require(BoxFile(Bytes(bytes)).boxes.first)
    edit.editMovie { $0.children.append(added) }
    let file = BoxFile(try edit.bytes())
    #expect(MovieFile(file)?.metadata.contains { $0.key == "©nam" && $0.value == "Park" } == true)
    let left = MovieDeclarations(file).leftOut(in: .matroska)
    #expect(left.contains("the user data 'zzzz'"), "\(left)")
    // A change makes one of them, with all that they had.
    var other = Edit(file.bytes)
    try other.setChapters([Chapter(start: 0, title: "A")])
    let moov = try #require(BoxFile(try other.bytes()).boxes.first("moov"))
    #expect(moov.children.all("udta").count == 1)
    let types = Set(moov.children.userData.map(\.type))
    #expect(types.isSuperset(of: ["meta", "©nam", "zzzz", "chpl"]), "\(types)")
  }

  /// A sample of a phone says nothing that no list has.
  @Test func containersWithTextsKeepKeysAndDates() throws {
    let said = MovieDeclarations(BoxFile(try SampleFile.bytes("clip-hevc.mov")))
    let stream = said.leftOut(in: .transportStream)
    #expect(stream.contains("the date of the movie"), "\(stream)")
    #expect(stream.contains { $0.contains("'com.apple.quicktime.make'") }, "\(stream)")
    for container in [ForeignContainer.matroska, .webm, .flash] {
      let left = said.leftOut(in: container)
      #expect(!left.contains { $0.contains("date") || $0.contains(".make'") }, "\(left)")
    }
  }

  /// Of chapters, a container has all or none.
  @Test func chaptersAndCoversAreCounted() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.setChapters([Chapter(start: 0, title: "A"), Chapter(start: 1, title: "B")])
    let said = MovieDeclarations(BoxFile(try edit.bytes()))
    #expect(said.leftOut(in: .transportStream).contains("2 chapters"))
    #expect(!said.leftOut(in: .matroska).contains { $0.contains("chapter") })
    #expect(!said.withoutChapters().leftOut(in: .flash).contains { $0.contains("chapter") })
  }

  /// The first movie's metadata stays, and what others say beside is named.
  @Test func joinNamesWhatOnlyOtherMoviesSay() throws {
    let first = try SampleFile.bytes("clip-hevc.mov")
    var edit = Edit(first)
    try edit.join([("same.mov", first)])
    #expect(!edit.notes.contains { $0.contains("not carried over") }, "\(edit.notes)")
    edit = Edit(first)
    try edit.join([("other.mov", try movie(["moov", "udta"]).bytes)])
    #expect(edit.notes.contains("other.mov: not carried over: the user data 'zzzz'"))
  }
}

extension BoxFile {
  fileprivate func all(type: FourCC) -> Int {
    func count(_ boxes: [Box]) -> Int {
      boxes.reduce(0) { $0 + ($1.type == type ? 1 : 0) + count($1.children) }
    }
    return count(boxes)
  }
}
