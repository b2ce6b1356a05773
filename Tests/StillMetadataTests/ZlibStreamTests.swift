import FieldCoding
import StillMetadata
import TestSupport
import Testing

/// Streams that zlib wrote: with the fixed code, without compression, with codes of their own, and an empty one.
@Suite struct ZlibStreamTests {
  private static let streams = [
    "78014b54284a4d51c8c82f2d4ed55148c4e42427160100d1fb0bab",
    "7801010b00f4ff612072656420686f757365168a0401",
    """
    78da2d8dc11104410802636b50cc3fa363b6eea302026695bd1d730a0348878c61115c4402760107f9a6f0ccff454fe971\
    ae6df6318de896f629abeb7b24b97c3d7e2957d89ec67b137d992d6e8d7e8af42717
    """,
    "789c030000000001",
  ]

  @Test(arguments: streams) func theEndIsFound(stream: String) {
    let bytes = Array(hex(stream))
    #expect(ZlibStream.end(of: bytes) == bytes.count)
    #expect(ZlibStream.end(of: bytes + Array("of Jane Doe".utf8)) == bytes.count)
    for count in bytes.indices { #expect(ZlibStream.end(of: Array(bytes.prefix(count))) == nil) }
  }

  @Test func damageIsNoticed() {
    // No such kind of block; a length that its inverse contradicts; no zlib stream.
    for stream in ["789c0700000000", "7801010b00f5ff6120726564", "ffd8ffe000104a464946"] {
      #expect(ZlibStream.end(of: Array(hex(stream))) == nil)
    }
  }

  @Test func bytesAreStored() {
    #expect(Array(hex(Self.streams[1])) == ZlibStream.stored(Array("a red house".utf8)))
    let long = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let stream = ZlibStream.stored(long)
    // Two blocks, each with five bytes before it.
    #expect(stream.count == 2 + 10 + long.count + 4 && stream[2] == 0 && stream[65_542] == 1)
    #expect(ZlibStream.end(of: stream) == stream.count)
  }
}
