import Files
import Foundation
import TestSupport
import Testing

@testable import Library

/// Which files a run takes, and what they are called in its manifest.
@Suite struct RunFilesTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path(name + "/x.heic")))
    }
  }

  /// Two folders may have files of one name, and a file may be found twice.
  @Test func eachFileIsTakenOnceAndHasItsOwnName() throws {
    let (a, b) = (folder.path("a"), folder.path("b"))
    let run = RunFiles(
      .photos, [(a, ["x.heic"]), (b, ["x.heic"]), (a, ["x.heic"])], FileSelection(),
      extensions: ["png"], pairs: [:], lastCopies: [:])
    #expect(run.files.map(\.path) == [a + "/x.heic", b + "/x.heic"])
    #expect(run.files.map(\.input) == ["x.heic", b + "/x.heic"])
    #expect(Set(run.files.map(\.output)).count == 2)
  }

  /// Movies that belong to no photo are counted, if only photos are converted.
  @Test func moviesWithoutAPhotoAreCounted() throws {
    let root = folder.path("a")
    let run = RunFiles(
      .photos, [(root, ["x.heic", "x.mov", "y.mov", "z.mov"])], FileSelection(),
      extensions: ["png"], pairs: [root + "/x.heic": root + "/x.mov"], lastCopies: [:])
    #expect(run.files.map(\.movie?.path) == [root + "/x.mov"])
    #expect(run.otherMovieCount == 2)
  }

  /// A run that is killed between the note and the name of a file can still be undone.
  @Test func aJournalOfEditsKnowsFilesBeforeTheyHaveNames() throws {
    let root = folder.path("a")
    let input = try #require(try FileStamp(root + "/x.heic"))
    let output = FileStamp(size: 7, modified: 8)
    let journal = try EditJournal(of: root)
    try journal.begin(DerivedFile(input: "x.heic", input, output: "x-turned.heic", output))
    #expect(try EditJournal.outputs(in: root) == ["x-turned.heic": output])
    // Another run has a journal of its own.
    let other = try EditJournal(of: root)
    try other.begin(DerivedFile(input: "x.heic", input, output: "x-cut.heic", output))
    #expect(try EditJournal.numbers(in: root) == [1, 2])
    #expect(try Set(EditJournal.outputs(in: root).keys) == ["x-turned.heic", "x-cut.heic"])
  }
}
