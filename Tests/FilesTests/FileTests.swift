import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

/// Files that are read, moved, compared and changed in place.
@Suite struct FileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func path(_ name: String) -> BytePath { BytePath(Array(folder.path(name).utf8)) }

  // MARK: - Names

  /// A slash is always a slash, with any mark next to it.
  @Test(
    arguments: [
      ("a/b.jpg", "a/", "b.jpg", "a/b", ".jpg"), ("b", "", "b", "b", ""),
      ("a.b/c", "a.b/", "c", "a.b/c", ""), ("a/.hidden", "a/", ".hidden", "a/.hidden", ""),
      ("a/.hidden.x", "a/", ".hidden.x", "a/.hidden", ".x"), ("/", "/", "", "/", ""),
      ("a/\u{301}b.x", "a/", "\u{301}b.x", "a/\u{301}b", ".x"), ("x.", "", "x.", "x", "."),
    ])
  func partsOfPaths(path: String, folder: String, name: String, stem: String, ending: String) {
    #expect(path.splitAtName == (folder, name))
    #expect(path.splitAtExtension == (stem, ending))
  }

  @Test func morePartsOfPaths() {
    #expect("//a//b/".pathNames == ["a", "b"] && "//a//b/".lastPathName == "b")
    #expect("a//".withoutLastSlashes == "a" && "//".withoutLastSlashes == "/")
    #expect("".withoutLastSlashes == "")
    #expect("a/b/c".path(below: "a") == "b/c" && "a/b".path(below: "a/") == "b")
    #expect("ab/c".path(below: "a") == nil && "a".path(below: "a") == nil)
    #expect("a.b/c.HEIC".fileExtension == "HEIC" && ".jpg".fileExtension == "")
    // A dot and a mark are one character, but two in the name of a file.
    #expect("a.\u{301}jpg".fileExtension == "\u{301}jpg")
    #expect(".jpg".inCase(of: ".HEIC") == ".JPG" && ".jpg".inCase(of: ".Heic") == ".jpg")
    #expect(".jpg".inCase(of: "") == ".jpg")
    // Never half of a character.
    #expect("a🇩🇪b".prefix(ofBytes: 8) == "a" && "a🇩🇪b".prefix(ofBytes: 9) == "a🇩🇪")
  }

  /// Names that are not UTF-8 are names.
  @Test func namesAreBytes() throws {
    let name = BytePath(path("").bytes + Array("/".utf8) + [0x47, 0xFC, 0x74])
    try name.makeFolder()
    #expect(try name.status()?.kind == .folder)
    #expect(try path("").contents().map(\.name) == [[0x47, 0xFC, 0x74]])
    name.removeEmptyFolder()
    #expect(try name.status() == nil)
  }

  /// Jobs that write at the same time make the same folders.
  @Test func foldersThatOthersMake() async throws {
    let paths = (0..<200).flatMap { [path("\($0)/b/c/d/x"), path("\($0)/b/c/d/y")] }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in paths { group.addTask { try path.makeFolders() } }
      try await group.waitForAll()
    }
    #expect(try paths.allSatisfy { try $0.status()?.kind == .folder })
  }

  @Test func foldersAreMadeOnce() throws {
    try path("a/b/c").makeFolders()
    #expect(try path("a/b/c").status()?.kind == .folder)
    try path("a/b/c").makeFolders()
    try makeFolder(of: folder.path("a/d/file"))
    #expect(try PathKind(folder.path("a/d")) == .folder)
    #expect(try PathKind(folder.path("a/d/file")) == .nothing)
    // A file in the way is an error.
    _ = try folder.write(Data(), to: "f")
    #expect(throws: SystemError.self) { try path("f/x").makeFolders() }
    #expect(throws: SystemError.self) { try makeFolder(of: folder.path("f/x/y")) }
    // A folder that is not empty stays.
    path("a").removeEmptyFolder()
    #expect(try PathKind(folder.path("a")) == .folder)
  }

  // MARK: - Links

  @Test func linksAreTold() throws {
    _ = try folder.write(Data("abc".utf8), to: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("nowhere"), withDestinationPath: "no")
    #expect(try path("link").status()?.kind == .link && path("nowhere").status()?.kind == .link)
    #expect(try path("a").status()?.kind == .file && path("a").status()?.size == 3)
    #expect(try isSameFile(folder.path("a"), folder.path("link")))
    #expect(try !isSameFile(folder.path("a"), folder.path("nowhere")))
    // A file has as many names as hard links, and each at as many paths as lead there.
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path("other"), withDestinationPath: ".")
    #expect(try isSameName(folder.path("a"), folder.path("other/a")))
    #expect(try !isSameName(folder.path("a"), folder.path("nowhere")))
    try manager.linkItem(atPath: folder.path("a"), toPath: folder.path("hard"))
    #expect(try !isSameName(folder.path("a"), folder.path("hard")))
    #expect(try isSameName(folder.path("a"), folder.path("other/a")))
    #expect(throws: SystemError.self) {
      try Files.link(folder.path("a"), as: folder.path("other/a"), replacing: true)
    }
    #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "abc")
    // Two spellings of one name may have two numbers.
    _ = try folder.write(Data("abc".utf8), to: "A")
    for (name, seconds) in [("a", 1e9), ("A", 2e9), ("A", 1e9)] {
      try manager.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)],
        ofItemAtPath: folder.path(name))
      #expect(try isSameFile(folder.path("a"), folder.path("A")) == (name == "A" && seconds == 1e9))
    }
    #expect(try pathWithoutLinks(folder.path("link")) == pathWithoutLinks(folder.path("a")))
    #expect(try pathWithoutLinks(folder.path("nowhere")) == nil)
    #expect(try FileStamp(folder.path("link")) == FileStamp(folder.path("a")))
    #expect(try FileStamp(folder.path("nowhere")) == nil && FileStamp(folder.url.path) == nil)
    // Links are not followed where a path has to be a file itself.
    #expect(throws: SystemError.self) { _ = try path("link").reading() }
    #expect(throws: SystemError.self) { try AppendFile(folder.path("link")) }
  }

  #if os(Linux)
    /// An overlay shows the files of its upper folder, as files of another device.
    @Test(.needs("overlays") { try Overlay.isPossible() }) func aFileOfTwoFileSystemsIsKnown()
      throws
    {
      let overlay = try Overlay(folder)
      _ = try folder.write(Data("abc".utf8), to: "upper/a")
      _ = try folder.write(Data("abc".utf8), to: "lower/b")
      _ = try folder.write(Data("abc".utf8), to: "a")
      #expect(try !isSameFile(folder.path("upper/a"), folder.path("seen/a")))
      for (a, b, isSame) in [
        ("upper/a", "seen/a", true), ("seen/a", "upper/a", true), ("a", "seen/a", false),
        ("a", "upper/a", false), ("upper/a", "upper/none", false),
      ] {
        #expect(try isSameName(folder.path(a), folder.path(b)) == isSame, "\(a) and \(b)")
      }
      #expect(throws: SystemError.self) {
        try OutputPath.check(
          folder.path("seen/a"), of: [folder.path("upper/a")], isReplacing: true)
      }
      for name in ["upper", "seen", "lower", "."] {
        #expect(Folder.names(folder.path(name)).allSatisfy { !$0.hasPrefix(".") })
      }
      withExtendedLifetime(overlay) {}
    }

    /// A folder `seen` that shows the files of `upper` and `lower`.
    private final class Overlay {
      private let mountPoint: String

      init(_ folder: Folder) throws {
        mountPoint = folder.path("seen")
        for name in ["upper", "lower", "work", "seen"] {
          try FileManager.default.createDirectory(
            atPath: folder.path(name), withIntermediateDirectories: true)
        }
        let options = ["upper", "lower", "work"].map { "\($0)dir=\(folder.path($0))" }
        let mount = Process()
        mount.executableURL = URL(fileURLWithPath: "/usr/bin/mount")
        mount.arguments = [
          "-t", "overlay", "overlay", "-o", options.joined(separator: ","), mountPoint,
        ]
        mount.standardError = FileHandle.nullDevice
        try mount.run()
        mount.waitUntilExit()
        guard mount.terminationStatus == 0 else { throw SystemError(what: "mount", code: 0) }
      }

      deinit { unsafe umount2(mountPoint, 2) }

      static func isPossible() throws -> Bool {
        guard let folder = try? Folder() else { return false }
        return (try? Overlay(folder)) != nil
      }
    }
  #endif

  /// A path that cannot be checked may exist: it is not treated as missing.
  @Test func whatTheSystemDoesNotTellIsAnError() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: "loop")
    for unknown in [folder.path("loop"), folder.path(String(repeating: "n", count: 300))] {
      #expect(throws: SystemError.self) { try PathKind(unknown) }
      #expect(throws: SystemError.self) { try FileStamp(unknown) }
      #expect(throws: SystemError.self) { try pathWithoutLinks(unknown) }
      #expect(throws: SystemError.self) { try isSameFile(folder.url.path, unknown) }
      #expect(throws: SystemError.self) { try isOpenForWriting(unknown) }
    }
    #expect(throws: SystemError.self) { try isOpenForWriting(folder.path("nothing")) }
  }

  @Test func aSecondName() throws {
    _ = try folder.write(Data("abc".utf8), to: "a")
    try link(folder.path("a"), as: folder.path("b"))
    #expect(try isSameFile(folder.path("a"), folder.path("b")))
    #expect(try OpenFile.reading(folder.path("a")).nameCount() == 2)
    let error = #expect(throws: SystemError.self) {
      try link(folder.path("a"), as: folder.path("b"))
    }
    #expect(error?.code == EEXIST)
    try remove(folder.path("a"))
    #expect(folder.names == ["b"])
  }

  // MARK: - Moving

  @Test func nothingIsOverwrittenByAMove() throws {
    _ = try folder.write(Data("a".utf8), to: "a")
    _ = try folder.write(Data("b".utf8), to: "b")
    for move in [
      { try path("a").move(to: path("b")) }, { try path("a").moveAcross(to: path("b")) },
      { try rename(folder.path("a"), to: folder.path("b")) },
    ] {
      let error = #expect(throws: SystemError.self) { try move() }
      #expect(error?.code == EEXIST)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("b"))) == Data("b".utf8))
    try path("a").move(to: path("c"))
    #expect(folder.names == ["b", "c"])
  }

  /// The same as to another file system: a copy with the same times, and then the original is removed.
  @Test func aMoveThatCopies() throws {
    let old = try folder.write(Data(repeating: 3, count: 100_000), to: "a")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000.25)], ofItemAtPath: old)
    let stamp = try FileStamp(old)
    try path("a").moveAcross(to: path("b"))
    #expect(folder.names == ["b"])
    #expect(try FileStamp(folder.path("b")) == stamp && stamp?.size == 100_000)
    // Folders and missing files are not moved.
    try path("sub").makeFolder()
    for name in ["sub", "nothing"] {
      #expect(throws: SystemError.self) { try path(name).moveAcross(to: path("c")) }
    }
    #expect(folder.names == ["b", "sub"])
  }

  // MARK: - Changes in place

  /// Within one block of 4096 bytes, or not so.
  @Test(
    arguments: [
      ([(10, [1, 2])], 10, 2), ([(4095, [1])], 4095, 1), ([(4095, [1, 1])], nil, 0),
      ([(0, [1]), (4095, [1])], 0, 4096), ([(0, [1]), (4096, [1])], nil, 0),
      ([(9999, [1])], 9999, 1), ([(10_000, [1])], nil, 0), ([(-1, [1])], nil, 0),
      // Unchanged bytes are not counted.
      ([(10, [0, 5, 0])], 11, 1), ([(4000, [0, 0]), (8000, [7])], 8000, 1), ([(10, [0])], nil, 0),
    ] as [([(Int, [UInt8])], Int?, Int)])
  func patches(changes: [(Int, [UInt8])], offset: Int?, count: Int) throws {
    let original = Bytes([UInt8](repeating: 0, count: 10_000))
    let patch = AtomicFilePatch(changes.map { (offset: $0.0, bytes: $0.1) }, of: original)
    #expect(patch?.offset == offset && (patch?.bytes.count ?? 0) == count)
    guard let patch else { return }
    let name = try folder.write(Data(count: 10_000), to: "a")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: name)
    let stamp = try #require(try FileStamp(name))
    let file = try OpenFile.reading(name)
    var expected = [UInt8](repeating: 0, count: 10_000)
    for (start, bytes) in changes {
      expected.replaceSubrange(start..<start + bytes.count, with: bytes)
    }
    // First the patch is viewed, and the file is unchanged.
    #expect(try Array(patch.view(file, name).bytes) == expected)
    #expect(try Array(ByteSource(mapping: name).bytes) == Array(original))
    try patch.apply(to: name, name, readAs: file, file.state())
    #expect(try Array(ByteSource(mapping: name).bytes) == expected)
    #expect(try FileStamp(name) == stamp)
  }

  /// Another file at its path, and a file that was written since.
  @Test(arguments: [true, false]) func whatHasChangedIsLeft(isOther: Bool) throws {
    let name = try folder.write(Data(count: 100), to: "a")
    let file = try OpenFile.reading(name)
    let state = try file.state()
    let patch = try #require(
      AtomicFilePatch([(5, [1])], of: Bytes([UInt8](repeating: 0, count: 100))))
    if isOther { try remove(name) }
    _ = try folder.write(Data(count: isOther ? 100 : 101), to: "a")
    #expect(throws: SystemError.self) { try patch.apply(to: name, name, readAs: file, state) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: name)).allSatisfy { $0 == 0 })
  }

  // MARK: - Comparing

  @Test func partsOfFiles() throws {
    // More than is compared at a time.
    var bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let first = try OpenFile.reading(folder.write(bytes, to: "a"))
    bytes.insert(contentsOf: [1, 2, 3], at: 0)
    let second = try OpenFile.reading(folder.write(bytes, to: "b"))
    bytes[2_900_003] ^= 1
    let third = try OpenFile.reading(folder.write(bytes, to: "c"))
    let whole = OpenFilePart(of: first)
    #expect(try whole.isSame(as: OpenFilePart(of: second, at: 3), count: 3_000_000))
    #expect(try !whole.isSame(as: OpenFilePart(of: third, at: 3), count: 3_000_000))
    #expect(try whole.isSame(as: OpenFilePart(of: third, at: 3), count: 2_900_000))
    #expect(try !whole.isSame(as: OpenFilePart(of: second, at: 3), count: 3_000_001), "too short")
    #expect(try whole.isSame(as: OpenFilePart(of: third), count: 0))
    #expect(try OpenFilePart(of: second).has(Bytes([1, 2, 3, 0]), at: 0))
    #expect(try !OpenFilePart(of: second).has(Bytes([1, 2, 3, 4]), at: 0))
    #expect(try !OpenFilePart(of: second).has(Bytes([0]), at: 3_000_003))
    #expect(try OpenFilePart(of: second).has(Bytes(), at: 3_000_003))
  }

  // MARK: - Lines, locks and times

  @Test func linesAreAppended() throws {
    let file = try AppendFile(folder.path("log"))
    try file.endLine()
    #expect(file.size == 0)
    try file.append(Array("one".utf8))
    try file.endLine()
    try file.endLine()
    try file.append(Array((String(repeating: "x", count: 5000) + "\n").utf8))
    #expect(file.size == 5005)
    #expect(try file.line(at: 0) == Array("one".utf8))
    #expect(try file.line(at: 3) == [])
    #expect(try file.line(at: 4).count == 5000)
    #expect(try file.line(at: 5005) == [])
  }

  /// Each line stays whole when several threads write.
  @Test func linesOfSeveralThreads() throws {
    let file = try AppendFile(folder.path("log"))
    Threads.run(4) { thread in
      for _ in 0..<200 {
        try? file.append(Array((String(repeating: "\(thread)", count: 300) + "\n").utf8))
      }
    }
    let lines = try String(contentsOfFile: folder.path("log"), encoding: .utf8).split(
      separator: "\n")
    #expect(lines.count == 800)
    #expect(lines.allSatisfy { $0.count == 300 && Set($0).count == 1 })
  }

  @Test func oneHasTheLock() throws {
    do {
      let first = try AppendFile(folder.path("log"))
      let second = try AppendFile(folder.path("log"))
      #expect(try first.lock())
      #expect(try first.lock())
      #expect(try !second.lock())
    }
    let third = try AppendFile(folder.path("log"))
    try remove(folder.path("log"))
    #expect(try !third.lock(), "nobody else would see it")
  }

  #if os(Linux)
    /// A process that is just being made has a copy of all open files.
    @Test func aLockGoesWithItsFile() throws {
      let path = folder.path("log")
      var file: AppendFile? = try AppendFile(path)
      #expect(try file?.lock() == true)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      let copy = dup(try #require(open.flatMap { Int32($0) }))
      defer { close(copy) }
      #expect(try !AppendFile(path).lock())
      withExtendedLifetime(file) {}
      file = nil
      #expect(try AppendFile(path).lock())
    }
  #endif

  @Test(arguments: [0, 1, -1, 999_999_999, -1_000_000_001, 1_600_000_000_123_456_789])
  func nanoseconds(time: Int64) throws {
    #expect(FileTimes(nanoseconds: time).nanoseconds == time)
    #expect((0..<1_000_000_000).contains(FileTimes(nanoseconds: time).modification.tv_nsec))
    let name = try folder.write(Data(), to: "a")
    let file = try OpenFile.reading(name)
    try FileTimes(nanoseconds: time).set(file.descriptor, name)
    #expect(try file.times().nanoseconds == time)
    #expect(try FileStamp(name)?.modified == time && path("a").status()?.modified == time)
  }

  // MARK: - Reading

  @Test(.needs("mkfifo")) func whatIsNoFile() throws {
    #expect(try InstalledProgram.run("mkfifo", [folder.path("pipe")]).code == 0)
    // No process writes to the pipe, and opening it must not wait for one.
    for name in ["pipe", ""] {
      let file = try OpenFile.reading(folder.path(name))
      #expect(throws: ByteSourceError.self) { try file.source(folder.path(name)) }
    }
    #expect(throws: SystemError.self) { _ = try OpenFile.reading(folder.path("nothing")) }
    #expect(try PathKind(folder.path("pipe")) == .file && path("pipe").status()?.kind == .other)
    _ = try folder.write(Data(), to: "empty")
    #expect(try OpenFile.reading(folder.path("empty")).source("empty").bytes.isEmpty)
  }

  @Test func holesAreKnown() throws {
    let name = try folder.write(Data(repeating: 1, count: 4096), to: "a")
    let handle = try #require(FileHandle(forWritingAtPath: name))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    let source = try OpenFile.reading(name).source(name)
    #expect(source.count == 1 << 40 && source.bytes[0] == 1 && source.bytes[1 << 39] == 0)
    // If the file system does not support it, no holes are known.
    #expect(source.holes.isEmpty || source.holes == [4096..<1 << 40])
  }

  #if os(Linux)
    @Test func whoHasAFileOpenForWritingIsSeen() throws {
      let name = try folder.write(Data(), to: "a")
      #expect(try !isOpenForWriting(name))
      let handle = try #require(FileHandle(forWritingAtPath: name))
      #expect(try isOpenForWriting(name))
      try handle.close()
      #expect(try !isOpenForWriting(name))
    }
  #endif

  // MARK: - Compressed data

  /// RFC 1950: two bytes of a header, a block that is stored, and the sum of Adler.
  private static let stream: [UInt8] = [
    0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0x68, 0x65, 0x6C, 0x6C, 0x6F,  // hello
    0x06, 0x2C, 0x02, 0x15,
  ]

  @Test(.needs("zlib") { Zlib.inflate(stream, upTo: 5) != nil }) func compressedData() {
    let stream = Self.stream
    #expect(Zlib.inflate(stream, upTo: 5) == Array("hello".utf8))
    #expect(Zlib.inflate(stream, upTo: 4) == nil, "more than the limit")
    #expect(Zlib.inflate(stream, upTo: 100) == Array("hello".utf8))
    #expect(Zlib.inflate(stream, upTo: 0) == nil && Zlib.inflate([], upTo: 5) == nil)
    for offset in stream.indices where offset != 2 {
      var damaged = stream
      damaged[offset] ^= 0x10
      #expect(Zlib.inflate(damaged, upTo: 5) != Array("hello".utf8), "byte \(offset)")
    }
    #expect(Zlib.inflate(Array(stream.dropLast()), upTo: 5) == nil)
    // Without the header and the checksum of zlib.
    let raw = Array(stream.dropFirst(2).dropLast(4))
    #expect(Zlib.inflateRaw(raw, upTo: 5) == Array("hello".utf8))
    #expect(Zlib.inflateRaw(raw, upTo: 4) == nil && Zlib.inflateRaw(stream, upTo: 5) == nil)
  }

  /// Streams that zlib wrote: with the fixed code, without compression, with codes of their own, and an empty one.
  @Test(
    .needs("zlib") { Zlib.problem == nil },
    arguments: [
      "78014b54284a4d51c8c82f2d4ed55148c4e42427160100d1fb0bab",
      "7801010b00f4ff612072656420686f757365168a0401",
      """
      78da2d8dc11104410802636b50cc3fa363b6eea302026695bd1d730a0348878c61115c4402760107f9a6f0ccff454fe971\
      ae6df6318de896f629abeb7b24b97c3d7e2957d89ec67b137d992d6e8d7e8af42717
      """,
      "789c030000000001",
    ])
  func endsOfCompressedData(_ text: String) {
    let stream = Array(hex(text))
    #expect(Zlib.sizes(of: stream)?.stream == stream.count)
    #expect(Zlib.sizes(of: stream + Array("of Jane Doe".utf8))?.stream == stream.count)
    for count in stream.indices { #expect(Zlib.sizes(of: Array(stream.prefix(count))) == nil) }
  }

  /// A stream that inflates to more than is inflated at once.
  @Test(.needs("zlib") { Zlib.problem == nil }) func endsOfLongData() {
    let block: [UInt8] = [0, 0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0, count: 0xFFFF)
    var stream: [UInt8] = [0x78, 1]
    stream += block
    stream.append(1)
    stream += block.dropFirst()
    // The sum (RFC 1950 §8.2): 131,070 modulo 65,521, and 1.
    stream += [0, 28, 0, 1]
    #expect(Zlib.sizes(of: stream + [1, 2, 3])?.stream == stream.count)
  }

  @Test(.needs("zlib") { Zlib.problem == nil }) func damagedStreamsHaveNoEnd() {
    // No such kind of block; a length that its inverse contradicts; no zlib stream.
    for stream in ["789c0700000000", "7801010b00f5ff6120726564", "ffd8ffe000104a464946"] {
      #expect(Zlib.sizes(of: Array(hex(stream))) == nil)
    }
  }

  /// A block that is not compressed (RFC 7932 §9.2).
  @Test(.needs("libbrotlidec") { Brotli.problem == nil }) func compressedByBrotli() {
    let stream: [UInt8] = [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03]
    #expect(Brotli.decompress(stream, upTo: 5) == Array("hello".utf8))
    #expect(Brotli.decompress(stream, upTo: 100) == Array("hello".utf8))
    #expect(Brotli.decompress(stream, upTo: 4) == nil, "more than the limit")
    #expect(Brotli.decompress(Array(stream.dropLast()), upTo: 5) == nil)
    #expect(Brotli.decompress([], upTo: 5) == nil)
  }
}
