import Editing
import FieldCoding
import Files
import Foundation
import TestSupport
import Testing

/// Originals with a page that the system could not read once.
struct UnreadableOriginalTests: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "boxwalk-\(UUID().uuidString)")
  private var file: URL { folder.appendingPathComponent("a.mp4") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sample = try #require(MediaFolder.samples.first { $0.hasSuffix("/clip-h264.mp4") })
    try Data(contentsOf: URL(filePath: sample)).write(to: file)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Makes the first reading of the page at `offset` fail; after that, the file is as it was.
  private static func failOnce(
    at offset: Int, of file: URL, _ original: borrowing OriginalFile
  ) throws {
    let data = try Data(contentsOf: file)
    let times = try original.file.times()
    let handle = try FileHandle(forUpdating: file)
    try handle.truncate(atOffset: UInt64(offset))
    #expect(original.bytes[offset] == 0)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: data)
    try times.set(handle.fileDescriptor, file.path)
  }

  /// Wherever the page is: in what was changed, in what was copied, or where nobody looked.
  @Test(arguments: 0..<8)
  func neitherEditIsWritten(number: Int) throws {
    let isShort = number.isMultiple(of: 2)
    let old = try Data(contentsOf: file)
    let offset = old.count * number / 8 / 4096 * 4096
    let original = try OriginalFile(file.path)
    let edited = isShort ? try original.flipped() : try original.longer()
    try UnreadableOriginalTests.failOnce(at: offset, of: file, original)
    let new = folder.appendingPathComponent("b.mp4").path
    for error in [
      #expect(throws: EditError.self) { try edited.replace(original) },
      #expect(throws: EditError.self) { try edited.write(to: new, from: original) },
    ] {
      #expect(error?.message == "cannot be read at byte \(offset): the disk reports an error")
    }
    #expect(try Data(contentsOf: file) == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.mp4"])
  }

  /// A page that fails while the new file is proved counts as much as one before.
  @Test(arguments: [true, false])
  func nothingIsWrittenAfterAProofWithoutThePage(isShort: Bool) throws {
    let old = try Data(contentsOf: file)
    let original = try OriginalFile(file.path)
    let edited = isShort ? try original.flipped() : try original.longer()
    let file = file
    let error = #expect(throws: EditError.self) {
      try edited.replace(
        original,
        check: { (_) throws(EditError) in
          do throws(any Error) {
            try UnreadableOriginalTests.failOnce(at: 4096, of: file, original)
          } catch {
            throw EditError(any: error)
          }
        })
    }
    #expect(error?.message.contains("byte 4096") == true)
    #expect(try Data(contentsOf: file) == old)
  }

  /// Of two edits that replace a file, the second does not begin before the first has ended.
  @Test func oneEditAtATime() throws {
    do {
      let first = try OriginalFile(file.path, isReplaced: true)
      let error = #expect(throws: EditError.self) {
        _ = try OriginalFile(file.path, isReplaced: true)
      }
      #expect(error?.kind == .fileChanged)
      _ = try OriginalFile(file.path)
      try first.flipped().replace(first)
    }
    let second = try OriginalFile(file.path, isReplaced: true)
    try second.longer().replace(second)
    _ = try OriginalFile(file.path, isReplaced: true)
  }
}
