import FieldCoding
import Foundation
import HEIF
import LivePhotos
import Metadata
import TestSupport
import Testing

/// The examples of LivePhotos.docc, compiled and run. Their lines are the same here and there.
@Suite struct ExamplesTests {
  private let photo: Bytes
  private let clip: Bytes

  init() throws {
    photo = try ByteSource(mapping: PackageFolder.sample("landscape-tiled.heic")).bytes
    clip = try ByteSource(mapping: PackageFolder.sample("clip-h264.mp4")).bytes
  }

  @Test func identifiers() {
    let identifier = ContentIdentifier(still: photo)
    let isPair = identifier != nil && identifier == ContentIdentifier(movie: clip)
    #expect(!isPair)
  }

  @Test func groupsOfAFolder() async throws {
    let temporary = try LibraryFolder()
    let folder = temporary.path
    try temporary.write(made(), "b/IMG_1")
    var found: [String] = []
    func print(_ words: Any...) { found += words.map { "\($0)" } }
    for try await group in LivePhotoLibrary(folder) {
      for pair in group.pairs { print(pair.still.path, pair.movie.path, pair.confidence) }
      for conflict in group.conflicts { print(conflict.kind, conflict.files.map(\.path)) }
    }
    #expect(found == ["\(folder)/b/IMG_1.HEIC", "\(folder)/b/IMG_1.MOV", "certain"])
  }

  @Test func pairsOfAFolder() async throws {
    let temporary = try LibraryFolder()
    let folder = temporary.path
    try temporary.write(made(), "IMG_1")
    try temporary.write(made(), "IMG_2")
    try temporary.write((photo.map { $0 }, clip.map { $0 }), "IMG_3")
    var count = 0
    for try await pair in LivePhotoLibrary(folder).pairs where pair.confidence == .certain {
      count += 1
    }
    #expect(count == 2)
  }

  @Test func contents() async throws {
    let temporary = try LibraryFolder()
    let folder = temporary.path
    let cacheFolder = temporary.path + "/.cache"
    let half = try made()
    try temporary.write((half.still, []), "IMG_1")
    @Sendable func print(_ words: Any...) {}
    let library = LivePhotoLibrary(
      [LibraryPath(folder)], cacheFolder: LibraryPath(cacheFolder),
      onProblem: { error in print("cannot be read:", error.path, error.text) })
    let contents = try await library.contents()
    for index in contents.pairing.unpaired { print("alone:", contents.pairing.files[index].path) }
    #expect(
      contents.pairing.unpaired.map { contents.pairing.files[$0].path.text } == [
        folder + "/IMG_1.HEIC"
      ])
    #expect(contents.problems.isEmpty)
  }

  @Test func values() {
    func print(_ confidence: Pairing.Confidence) { #expect(confidence == .possible) }
    let pairing = Pairing([
      LibraryFile(path: "a/IMG_1234.HEIC"), LibraryFile(path: "a/IMG_1234_HEVC.MOV"),
    ])
    print(pairing.groups[0].pairs[0].confidence)  // possible: only the names say so
  }

  @Test func checking() {
    var count = 0
    func print(_ words: Any...) { count += 1 }
    let check = LiveCheck(still: photo, named: "IMG_1.HEIC", movie: clip, named: "IMG_1.MOV")
    for finding in check.findings { print(finding.severity, finding.part, finding.message) }
    #expect(count >= 2)
    #expect(check.worst == .error)
  }

  @Test func making() throws {
    let made = try made()
    let check = LiveCheck(
      still: Bytes(made.still), named: "A.HEIC", movie: Bytes(made.movie), named: "A.MOV")
    #expect(check.isPaired)
    #expect(check.worst == nil)
    #expect(try #require(check.movie.stillFrame).time == 1.2)
  }

  @Test func motionPhotos() throws {
    var printed: [String] = []
    func print(_ words: Any...) { printed += words.map { "\($0)" } }
    let part = try MotionPhotoMovie(clip, time: 1.5)
    let made = try MotionPhotoFile(still: photo, movie: part, style: .google)

    let motion = MotionPhoto(Bytes(made.written.bytes))
    guard let motion else { return }
    print(motion.movieRange, motion.declarations, motion.xmp.presentationTime ?? -1)
    let stillAlone = try MotionPhotoStill(motion)

    let identifier = ContentIdentifier.random()
    let liveStill = try LiveStill(motion, identifier: identifier)
    let liveMovie = try LiveMovie(motion, LiveMovieOptions(identifier))

    #expect(printed.last == "1500000")
    #expect(motion.movie == clip)
    #expect(stillAlone.written.bytes.elementsEqual(photo))
    let check = LiveCheck(
      still: Bytes(liveStill.written.bytes), named: "A.HEIC",
      movie: Bytes(liveMovie.written.bytes), named: "A.MOV")
    #expect(check.isPaired && check.movie.stillFrame?.time == 1.5)
  }

  private func made() throws -> (still: [UInt8], movie: [UInt8]) {
    let identifier = ContentIdentifier.random()
    let still = try LiveStill(photo, identifier: identifier)
    var options = LiveMovieOptions(identifier)
    options.time = 1.2
    options.still = LiveStillFacts(photo: photo)
    let movie = try LiveMovie(clip, options)
    let files = [still.written.bytes, movie.written.bytes]
    return (files[0], files[1])
  }

  /// Every line of code of the page, and of `Documentation/package.md` on this library, is a line of this file.
  @Test func theDocumentationSaysTheSame() throws {
    let here = Set(lines(try String(contentsOfFile: #filePath, encoding: .utf8)))
    let page = code(
      in: try PackageFolder.text("Sources/System/LivePhotos/LivePhotos.docc/LivePhotos.md"))
    #expect(page.count > 25)
    let package = try PackageFolder.text("Documentation/package.md").components(
      separatedBy: "import LivePhotos\n")
    try #require(package.count == 2)
    let example = code(in: "```swift\n" + package[1].replacing("\"Pictures\"", with: "folder"))
    #expect(example.count == 4)
    for line in page + example { #expect(here.contains(line)) }
  }

  private func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func code(in text: String) -> [String] {
    var isCode = false
    return lines(text).filter { line in
      if line.hasPrefix("```") { isCode = line == "```swift" }
      return isCode && !line.isEmpty && !line.hasPrefix("```")
    }
  }
}
