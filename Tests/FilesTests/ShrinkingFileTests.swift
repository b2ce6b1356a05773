import FieldCoding
import Files
import Foundation
import Testing

/// Files that another program makes shorter, or that the system cannot read.
@Suite struct ShrinkingFileTests {
  /// Without protection, a read of removed bytes ends the program.
  @Test func whatIsGoneIsZeros() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-shrinking-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(repeating: 7, count: 1 << 20).write(to: url)
    let bytes = try ByteSource(mapping: url.path).bytes
    #expect(bytes.last == 7)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 10)
    #expect(bytes.first == 7 && bytes[9] == 7)
    #expect([10, 5000, 500_000, 1 << 20 - 1].allSatisfy { bytes[$0] == 0 })
    #expect(bytes.reduce(0) { $0 + Int($1) } == 70)
    #expect(bytes.source.problem != nil)
    #expect(MappedFiles.takeProblems().contains { $0.path == url.path })
  }

  /// The bytes of such a file are not written to another.
  @Test func whatIsGoneIsNotWritten() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-shrinking-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
    for count in [0, 10, 4096, 5000] {
      try Data(repeating: 7, count: 1 << 20).write(to: input)
      let file = try OpenFile.reading(input.path)
      let source = try file.source(input.path)
      var writer = ByteWriter()
      writer.write([1, 2, 3])
      writer.write(source.bytes)
      let whole = try OutputFile(output.path)
      try whole.write(writer, of: source, in: file)
      try FileHandle(forWritingTo: input).truncate(atOffset: UInt64(count))
      let first = try OutputFile(output.path)
      let second = try OutputFile(output.path)
      for error in [
        #expect(throws: SystemError.self) { try first.write(writer, of: source, in: file) },
        #expect(throws: SystemError.self) { try second.write(source.bytes) },
      ] {
        #expect(error?.description == "became shorter while it was read")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  /// A page that could not be read once is remembered, although the file is intact.
  @Test func aPageThatCouldNotBeReadIsRemembered() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-unreadable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
    try Data(repeating: 7, count: 1 << 20).write(to: input)
    let file = try OpenFile.reading(input.path)
    let (source, times) = try (file.source(input.path), file.times())
    let handle = try FileHandle(forUpdating: input)
    try handle.truncate(atOffset: 8192)
    #expect(source.bytes[10_000] == 0)
    try handle.truncate(atOffset: 1 << 20)
    try times.set(handle.fileDescriptor, input.path)
    let words = "cannot be read at byte 8192: the disk reports an error"
    #expect(source.problem == words)
    #expect(ByteSource(sharing: source).problem == words)
    #expect(MappedFiles.unreadable(of: [input.path])?.problem == words)
    #expect(MappedFiles.unreadable(of: [output.path]) == nil)
    // What was made of other files gets its name.
    let made = try OutputFile(output.path)
    try made.write(Bytes([1]))
    for inputs in [[input.path], [output.path, input.path]] {
      let error = #expect(throws: SystemError.self) {
        try made.commit(replacing: false, of: inputs)
      }
      #expect(error?.description.hasSuffix(words) == true)
    }
    #expect(!FileManager.default.fileExists(atPath: output.path))
    try made.commit(replacing: false, of: [output.path])
    #expect(FileManager.default.fileExists(atPath: output.path))
  }

  /// A call of the system that reads mapped memory fails without a signal.
  @Test func aCallThatCannotReadAPageNotesIt() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-unreadable-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(repeating: 7, count: 1 << 20).write(to: url)
    let file = try OpenFile.reading(url.path)
    let (source, times) = try (file.source(url.path), file.times())
    try FileHandle(forWritingTo: url).truncate(atOffset: 0)
    let made = try OutputFile.temporary()
    let part = try #require(source.bytes.part(4096..<8192))
    #expect(throws: SystemError.self) { try made.write(part) }
    let handle = try FileHandle(forUpdating: url)
    try handle.truncate(atOffset: 1 << 20)
    try times.set(handle.fileDescriptor, url.path)
    #expect(source.problem == "cannot be read at byte 4096: the disk reports an error")
  }

  /// No result counts that was made of a file that could not be read again.
  @Test func whatWasWrittenIsProvedByItsOwnBytes() throws {
    let file = try OutputFile.temporary()
    try file.write(Bytes([UInt8](repeating: 7, count: 1 << 14)))
    let sum = { (bytes: Bytes) in bytes.reduce(0) { $0 + Int($1) } }
    #expect(try file.withBytes { bytes in sum(bytes) }.get() == 7 << 14)
    // Nobody but this program can change the file, so that it stands for one that the disk does not read.
    let handle = FileHandle(fileDescriptor: file.descriptor)
    for isRefused in [false, true] {
      let error = #expect(throws: SystemError.self) {
        _ = try file.withBytes { (bytes) throws(SystemError) in
          try? handle.truncate(atOffset: 4096)
          _ = sum(bytes)
          if isRefused { throw SystemError(what: "is not what it should be", code: 0) }
        }
      }
      #expect(
        error?.description
          == "the file that was written cannot be read at byte 4096: the disk reports an error")
      try handle.truncate(atOffset: 1 << 14)
    }
  }

  /// Short pieces of another file are copied by themselves.
  @Test func shortPiecesOfAnotherFileAreNotZeros() throws {
    let scratch = try OutputFile.temporary()
    try scratch.write(Bytes([UInt8](repeating: 7, count: 1 << 14)))
    let other = try scratch.source().bytes
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-short-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(repeating: 1, count: 100).write(to: url)
    let file = try OpenFile.reading(url.path)
    let source = try file.source(url.path)
    let part = try #require(other.part(5000..<5004))
    for isRead in [true, false] {
      if !isRead { try FileHandle(fileDescriptor: scratch.descriptor).truncate(atOffset: 0) }
      var writer = ByteWriter()
      writer.write(source.bytes)
      writer.write(part)
      let one = try OutputFile.temporary()
      let other = try OutputFile.temporary()
      if isRead {
        try one.write(writer, of: source, in: file)
        try other.write(writer)
      } else {
        #expect(throws: SystemError.self) { try one.write(writer, of: source, in: file) }
        #expect(throws: SystemError.self) { try other.write(writer) }
      }
    }
  }
}
