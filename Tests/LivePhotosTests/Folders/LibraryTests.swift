import FieldCoding
import Files
import Foundation
import LivePhotos
import Metadata
import Synchronization
import TestSupport
import Testing

/// Folders that are read through the library.
@Suite struct LibraryTests {
  private let still: [UInt8]
  private let movie: [UInt8]

  init() throws {
    let identifier = ContentIdentifier("5B0C7A1E-3D52-4F7C-9E36-B0A1C0DE2024")
    let photo = try ByteSource(mapping: PackageFolder.sample("landscape-tiled.heic")).bytes
    let clip = try ByteSource(mapping: PackageFolder.sample("clip-h264.mp4")).bytes
    still = try LiveStill(photo, identifier: identifier).written.bytes
    movie = try LiveMovie(clip, LiveMovieOptions(identifier)).written.bytes
  }

  private func group(of library: LivePhotoLibrary) async throws -> LivePhotoLibrary.Group? {
    for try await group in library { return group }
    return nil
  }

  @Test func groupsHaveTheirFiles() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "a/b/IMG_1")
    try folder.write(Array("plist".utf8), to: "a/b/IMG_1.AAE")
    try folder.write(still, to: ".hidden/IMG_2.HEIC")
    try folder.write(Array("text".utf8), to: "notes.txt")
    let group = try #require(await group(of: LivePhotoLibrary(folder.path)))
    #expect(group.members.map(\.role) == [.adjustments, .still, .movie])
    #expect(group.conflicts.isEmpty)
    let pair = try #require(group.pairs.first)
    #expect(pair.identifier?.text == "5B0C7A1E-3D52-4F7C-9E36-B0A1C0DE2024")
    #expect(pair.still.path == LibraryPath(folder.path + "/a/b/IMG_1.HEIC"))
    #expect(pair.still.size == still.count)
    #expect(pair.movie.facts.duration.map { abs($0 - 2.5) < 0.1 } == true)
    let contents = try await LivePhotoLibrary(folder.path).contents()
    #expect(Array(contents.groups) == [group])
  }

  /// A folder limits what may be named, and a folder between is exchanged with a link after it was checked.
  @Test(arguments: ["a/b", "a/b/IMG_1.HEIC"]) func nothingOutsideOfTheLimitIsRead(
    name: String
  ) async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "root/a/b/IMG_1")
    try folder.write((still, movie), "elsewhere/b/IMG_1")
    let root = folder.path + "/root"
    ListedFolders.add("\(root)/\(name)".utf8, below: root.utf8)
    let library = LivePhotoLibrary("\(root)/\(name)")
    #expect(try await library.contents().pairing.files.first?.facts.identifier != nil)
    try FileManager.default.moveItem(atPath: root + "/a", toPath: root + "/before")
    try FileManager.default.createSymbolicLink(
      atPath: root + "/a", withDestinationPath: folder.path + "/elsewhere")
    let contents = try? await library.contents()
    let files = contents?.pairing.files ?? []
    #expect(files.allSatisfy { $0.facts.identifier == nil }, "\(files)")
    // A file that became a link itself is not followed, either.
    try FileManager.default.removeItem(atPath: root + "/a")
    try FileManager.default.moveItem(atPath: root + "/before", toPath: root + "/a")
    try FileManager.default.moveItem(atPath: "\(root)/\(name)", toPath: root + "/gone")
    try FileManager.default.createSymbolicLink(
      atPath: "\(root)/\(name)",
      withDestinationPath: folder.path + "/elsewhere/" + name.dropFirst(2))
    let linked = try? await library.contents()
    #expect((linked?.pairing.files ?? []).allSatisfy { $0.facts.identifier == nil })
  }

  @Test func conflictsHaveTheirFiles() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "IMG_1")
    try folder.write(movie, to: "again/IMG_1.MOV")
    let group = try #require(await group(of: LivePhotoLibrary(folder.path)))
    let conflict = try #require(group.conflicts.first)
    #expect(conflict.kind == .identifierShared)
    #expect(
      conflict.files.map { "\($0.path)".dropFirst(folder.path.count) } == [
        "/IMG_1.HEIC", "/IMG_1.MOV", "/again/IMG_1.MOV",
      ])
  }

  @Test func anEmptyFolderHasNoGroups() async throws {
    let folder = try LibraryFolder()
    #expect(try await group(of: LivePhotoLibrary(folder.path)) == nil)
    var groups = LivePhotoLibrary(folder.path).makeAsyncIterator()
    #expect(try await groups.next() == nil)
    #expect(try await groups.next() == nil)
  }

  @Test func aFolderThatIsMissingIsAnError() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "IMG_1")
    let missing = LibraryPath(folder.path + "/no")
    let library = LivePhotoLibrary([LibraryPath(folder.path), missing])
    var groups = library.makeAsyncIterator()
    let error = try #require(
      await #expect(throws: LibraryError.self) { _ = try await library.contents() })
    #expect(error.path == missing)
    #expect(error.reason == .missing)
    #expect("\(error)" == "\(missing): there is no such file or folder")
    await #expect(throws: LibraryError.self) { _ = try await groups.next() }
    #expect(try await groups.next() == nil)
    let device = await #expect(throws: LibraryError.self) {
      _ = try await LivePhotoLibrary("/dev/null").contents()
    }
    #expect(device?.reason == .notAFile)
  }

  /// A folder in it that may not be listed, and a file that may not be read, unless the user is root.
  @Test func whatCannotBeReadIsToldAndEndsNothing() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "IMG_1")
    try folder.write(still, to: "locked/IMG_2.HEIC")
    let manager = FileManager.default
    // A file that is too big to be mapped is refused for root, too.
    try folder.write([], to: "IMG_3.HEIC")
    let huge = try #require(FileHandle(forWritingAtPath: folder.path + "/IMG_3.HEIC"))
    try huge.truncate(atOffset: 1 << 40)
    try huge.close()
    try manager.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path + "/locked")
    defer {
      try? manager.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder.path + "/locked")
    }
    let told = Mutex<[LibraryError]>([])
    var library = LivePhotoLibrary(folder.path)
    library.onProblem = { error in told.withLock { $0.append(error) } }
    let contents = try await library.contents()
    #expect(contents.pairing.groups.contains { $0.pairs.count == 1 })
    #expect(contents.problems == told.withLock { $0 })
    if getuid() != 0 {
      #expect(contents.problems.map(\.reason).contains(.system(EACCES)))
    } else {
      #expect(contents.pairing.files.count == 4)
    }
  }

  /// A file of a folder about which the system tells nothing is a problem, and no failure of the whole.
  @Test func whatIsNotKnownOfAFileEndsNothing() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "IMG_1")
    let told = Mutex<[LibraryError]>([])
    var library = LivePhotoLibrary(folder.path)
    library.onProblem = { error in told.withLock { $0.append(error) } }
    library.isLeftOut = { path in
      path.bytes.suffix(4).elementsEqual(".MOV".utf8)
        ? .failure(SystemError(what: "\(path)", code: EIO)) : .success(false)
    }
    let contents = try await library.contents()
    #expect(contents.pairing.files.map(\.facts.kind) == [.still])
    #expect(contents.problems.map(\.reason) == [.system(EIO)])
    #expect(contents.problems == told.withLock { $0 })
  }

  @Test func damageIsAFactOfTheFile() async throws {
    let folder = try LibraryFolder()
    try folder.write([], to: "IMG_1.HEIC")
    try folder.write(Array(movie.prefix(20)), to: "IMG_2.MOV")
    try folder.write(Array(movie.prefix(60)), to: "IMG_3.MOV")
    let contents = try await LivePhotoLibrary(folder.path).contents()
    #expect(contents.problems.isEmpty)
    let problems = contents.pairing.files.map { $0.facts.problem ?? "" }
    #expect(problems[0] == "is empty (0 bytes)")
    #expect(problems[1] == "has no moov box: it was truncated, or is not a movie")
    #expect(problems[2].hasPrefix("is truncated, or damaged: "))
  }

  /// A WebP picture with Exif metadata, with and without what JPEG files have before it.
  @Test(arguments: [[], Array("Exif\0\0".utf8)])
  func webPPicturesAreHalves(head: [UInt8]) throws {
    let identifier = ContentIdentifier("7A1C5B2E-0B8F-4D54-9F3B-1C0B6E2F9D11")
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
      return Array(type.utf8) + size + data + (data.count % 2 == 0 ? [] : [0])
    }
    let exif = head + (try ExifEditor.tiff(contentIdentifier: identifier.text))
    let picture = chunk(
      "RIFF",
      Array("WEBP".utf8) + chunk("VP8X", [8, 0, 0, 0, 9, 0, 0, 9, 0, 0])
        + chunk("VP8L", [1, 2, 3]) + chunk("EXIF", exif))
    let facts = MediaFacts(reading: Bytes(picture), namedAs: .still)
    #expect(facts.identifier == identifier)
    #expect(facts.problem == nil)
    for count in picture.indices {
      let cut = MediaFacts(reading: Bytes(Array(picture.prefix(count))), namedAs: .still)
      #expect(count < 12 || cut.kind == .still)
    }
  }

  /// The values are those of exiftool 12.57.
  @Test(.needsMedia) func canonRawPhotosSayWhenTheyWereTaken() throws {
    let path = "\(MediaFolder.path ?? "")/cr3/fixture.cr3"
    let facts = MediaFacts(reading: try ByteSource(mapping: path).bytes, namedAs: .raw)
    #expect(facts.kind == .raw)
    #expect(facts.captureTime?.description == "2019-12-05T13:32:49.540+08:00")
    #expect(facts.model == "Canon EOS R")
  }

  @Test func theCacheIsWhereItIsWantedAlone() async throws {
    let folder = try LibraryFolder()
    let cache = try LibraryFolder()
    try folder.write((still, movie), "IMG_1")
    let count = Mutex(0)
    func read(_ cacheFolder: LibraryPath?) async throws -> (Pairing, Int) {
      count.withLock { $0 = 0 }
      let library = LivePhotoLibrary(
        [LibraryPath(folder.path)], cacheFolder: cacheFolder,
        onProgress: { progress in count.withLock { $0 = progress.total } })
      return (try await library.contents().pairing, count.withLock { $0 })
    }
    let fresh = try await read(nil)
    #expect(fresh.1 == 2)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: cache.path).isEmpty)
    let path = LibraryPath(cache.path + "/deep/er")
    #expect(try await read(path).1 == 2)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: cache.path + "/deep/er").count == 1)
    let cached = try await read(path)
    #expect(cached.1 == 0)
    #expect(cached.0.files == fresh.0.files)
    #expect(cached.0.groups == fresh.0.groups)
    // A file that changes is read again.
    try folder.write(Array(movie.dropLast(4)), to: "IMG_1.MOV")
    #expect(try await read(path).1 == 1)
    #expect(try await read(path).1 == 0)
    // What is known already is not written again.
    let names = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
    let name = try #require(names.first { $0.hasSuffix(".cache") })
    let before = try FileManager.default.attributesOfItem(atPath: cache.path + "/" + name)
    #expect(try await read(path).1 == 0)
    let after = try FileManager.default.attributesOfItem(atPath: cache.path + "/" + name)
    #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
    // If no cache can be written, all files are read.
    try folder.write([1], to: "file")
    #expect(try await read(LibraryPath(folder.path + "/file")).1 == 2)
  }

  @Test func cancellingEndsTheReading() async throws {
    let folder = try LibraryFolder()
    for number in 0..<600 { try folder.write(Array(movie.prefix(64)), to: "IMG_\(number).MOV") }
    let path = folder.path
    let handle = Mutex<Task<Void, any Error>?>(nil)
    let last = Mutex(0)
    let task = Task {
      while handle.withLock({ $0 == nil }) { await Task.yield() }
      let library = LivePhotoLibrary(
        [LibraryPath(path)],
        onProgress: { progress in
          last.withLock { $0 = progress.read }
          handle.withLock { $0?.cancel() }
        })
      for try await _ in library {}
    }
    handle.withLock { $0 = task }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(last.withLock { $0 } > 0)
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await LivePhotoLibrary(path).contents()
    }
    early.cancel()
    await #expect(throws: CancellationError.self) { _ = try await early.value }
  }

  /// Files that are named themselves are taken once, whether their folder is named, too; folders and other files are not
  /// taken for them.
  @Test func filesThatAreNamed() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "a/IMG_1")
    try folder.write(Array("text".utf8), to: "a/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.MOV", withDestinationPath: "a/IMG_1.MOV")
    func files(_ names: String...) async throws -> [String] {
      let roots = names.map { LibraryPath(folder.path + "/" + $0) }
      return try await LivePhotoLibrary(roots).contents().pairing.files.map {
        "\($0.path)".split(separator: "/").last.map(String.init) ?? ""
      }
    }
    #expect(try await files("a/IMG_1.HEIC") == ["IMG_1.HEIC"])
    #expect(try await files("a/IMG_1.HEIC", "link.MOV") == ["IMG_1.HEIC", "IMG_1.MOV"])
    #expect(try await files("a", "a/IMG_1.HEIC", "link.MOV") == ["IMG_1.HEIC", "IMG_1.MOV"])
    let error = await #expect(throws: LibraryError.self) { _ = try await files("a/notes.txt") }
    #expect(error?.reason == .notMedia)
  }

  @Test func linksArePassedOverUnlessTheyAreNamed() async throws {
    let folder = try LibraryFolder()
    try folder.write((still, movie), "real/IMG_1")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: folder.path + "/real")
    try manager.createSymbolicLink(
      atPath: folder.path + "/loop", withDestinationPath: folder.path)
    #expect(try await LivePhotoLibrary(folder.path).contents().pairing.files.count == 2)
    let linked = try await LivePhotoLibrary(folder.path + "/link").contents()
    #expect(linked.pairing.files.count == 2)
    // Both names of one folder are one folder.
    let both = LivePhotoLibrary([
      LibraryPath(folder.path + "/link"), LibraryPath(folder.path + "/real"),
    ])
    #expect(try await both.contents().pairing.files.count == 2)
  }
}
