import FieldCoding
import TestSupport
import Testing

@testable import Movie

/// The first bytes of frames that DTS encoders wrote, and what ffprobe says of them.
@Suite struct DTSStreamTests {
  private static let core =
    Array(hex("7ffe8001 fc3c7db2 77000d3b 8009ef7b dedef7bd")) + [UInt8](repeating: 0, count: 1992)
  private static let lossless =
    "64582025 0003e00e 78008080 14c1c05f 01ee84b0 040200a7 80000000 2000a5bd 41a29547 00c35311"
  private static let express =
    "64582025 000361ff fb808083 f8c1005f 0169e08f e3800000 000094d5 0a801921 020c0f00"

  @Test func masterAudio() throws {
    let stream = try #require(
      DTSStream(Bytes(DTSStreamTests.core + Array(hex(DTSStreamTests.lossless)))))
    #expect(stream.name == "DTS-HD Master Audio")
    #expect(stream.layout == ChannelLayoutName(main: 7, lfe: 1))
    #expect(stream.samplesPerSecond == nil)
  }

  @Test func onlyTheCore() throws {
    let stream = try #require(DTSStream(Bytes(DTSStreamTests.core)))
    #expect(stream.name == "DTS" && stream.layout?.channels == 6)
    #expect(stream.samplesPerSecond == 48_000)
    // Two channels at half of this rate.
    let slow = Array(hex("7ffe8001 fc3c1ff0 b0c00138 0003ef7f"))
    #expect(DTSStream(Bytes(slow))?.samplesPerSecond == 24_000)
  }

  @Test func express() throws {
    let stream = try #require(DTSStream(hex(DTSStreamTests.express)))
    #expect(stream.name == "DTS Express")
    #expect(stream.layout == ChannelLayoutName(main: 5, lfe: 1))
    let stereo =
      "64582025 000360ff fb808081 f8c1003f 0070810f c7000000 00008c9c 0a801921 020c0200 01081422"
    #expect(DTSStream(hex(stereo))?.layout?.name == "stereo")
  }

  @Test func otherBytes() {
    #expect(DTSStream(Bytes()) == nil && DTSStream(Bytes([1, 2, 3, 4, 5])) == nil)
    let whole = DTSStreamTests.core + Array(hex(DTSStreamTests.lossless))
    for count in whole.indices { _ = DTSStream(Bytes(whole[..<count])) }
  }
}
