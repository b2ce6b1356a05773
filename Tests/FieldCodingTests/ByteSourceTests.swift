import FieldCoding
import Foundation
import Testing

@Suite struct ByteSourceTests {
  @Test func mapsAFile() throws {
    let path = NSTemporaryDirectory() + "boxwalk-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([1, 2, 3, 4, 5]).write(to: URL(fileURLWithPath: path))
    let source = try ByteSource(mapping: path)
    #expect(Array(source.bytes) == [1, 2, 3, 4, 5])
    #expect(source.bytes.part(1..<3).map(Array.init) == [2, 3])
    #expect(source.bytes.part(3..<6) == nil)
  }

  @Test func anEmptyFileIsEmpty() throws {
    let path = NSTemporaryDirectory() + "boxwalk-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(try ByteSource(mapping: path).bytes.isEmpty)
  }

  @Test func saysWhyAFileCannotBeOpened() {
    #expect(throws: ByteSourceError(.open(errno: ENOENT), path: "/no/such/file")) {
      try ByteSource(mapping: "/no/such/file")
    }
    #expect(throws: ByteSourceError(.isDirectory, path: "/")) { try ByteSource(mapping: "/") }
    #expect(throws: ByteSourceError(.notAFile, path: "/dev/null")) {
      try ByteSource(mapping: "/dev/null")
    }
  }

  /// Bytes that were gathered from several ranges know where each of them came from.
  @Test func piecesMapToTheFile() {
    let source = ByteSource(
      [1, 2, 3, 4, 5],
      pieces: [.init(start: 0, fileOffset: 100), .init(start: 2, fileOffset: 205)])
    #expect((0..<5).map(source.fileOffset(of:)) == [100, 101, 205, 206, 207])
  }
}
