import FieldCoding
import Foundation
import SystemAccess
import Testing

/// Files that somebody else makes shorter.
@Suite struct ShrinkingFileTests {
  /// Without care, a look at what is gone ends the program.
  @Test func whatIsGoneIsZeros() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-shrinking-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(repeating: 7, count: 1 << 20).write(to: url)
    ShrinkingFiles.readAsZeros()
    let bytes = try ByteSource(mapping: url.path).bytes
    #expect(bytes.last == 7)
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 10)
    #expect(bytes.first == 7 && bytes[9] == 7)
    #expect([10, 5000, 500_000, 1 << 20 - 1].allSatisfy { bytes[$0] == 0 })
    #expect(bytes.reduce(0) { $0 + Int($1) } == 70)
  }
}
