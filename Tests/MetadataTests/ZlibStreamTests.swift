import FieldCoding
import Metadata
import TestSupport
import Testing

@Suite struct ZlibStreamTests {
  @Test func bytesAreStored() {
    // As zlib stores them.
    let stored = "7801010b00f4ff612072656420686f757365168a0401"
    #expect(Array(hex(stored)) == ZlibStream.stored(Array("a red house".utf8)))
    let long = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let stream = ZlibStream.stored(long)
    // Two blocks, each with five bytes before it.
    #expect(stream.count == 2 + 10 + long.count + 4 && stream[2] == 0 && stream[65_542] == 1)
  }
}
