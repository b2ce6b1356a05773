import FieldCoding
import HEIF
import Testing

@testable import StillConversion

@Suite struct GainMapTests {
  /// log2(1 + (H - 1) × light) / log2(H), computed by hand with the inverse curve of BT.709, for
  /// H = 2^1.8: light(128 / 255) = 0.26148, light(20 / 255) = 0.01743.
  @Test func valuesOfAppleBecomeLogarithms() {
    let values = AppleGainMap(stops: 1.8).values
    #expect(values.count == 256 && values[0] == 0 && values[255] == 255)
    #expect(values[128] == 102)
    #expect(values[20] == 9)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func metadataOfApple() throws {
    let metadata = AppleGainMap(stops: 1.423561).metadata
    #expect(
      try metadata.encoded() == [0, 0, 0, 0, 0x40]
        // 0/1, 1423561/1000000; 0/1, the same, 1/1, 0/1, 0/1.
        + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40]
        + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0x15, 0xB8, 0xC9, 0, 0x0F, 0x42, 0x40]
        + [0, 0, 0, 1, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test func numbersHaveNoExponent() {
    for (value, text) in [
      (0, "0"), (1, "1"), (-1.376, "-1.376"), (1e-5, "0.00001"), (1.423561, "1.423561"),
      (1 / 64.0, "0.015625"), (1 / 3.0, "0.333333333"), (-0.5e-9, "-0.000000001"), (1e300, "0"),
      (.nan, "0"), (100, "100"),
    ] {
      #expect(GainMapXMP.decimal(value) == text)
    }
  }

  @Test func channelsThatDifferAreLists() {
    var metadata = GainMapMetadata()
    metadata.isMultichannel = true
    metadata.channels = [Int32(1), 2, 3].map { number in
      var channel = GainMapMetadata.Channel()
      channel.gainMapMax.numerator = number
      return channel
    }
    let text = String(decoding: GainMapXMP.map(metadata), as: UTF8.self)
    #expect(
      text.contains(
        "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>"
      ))
    #expect(text.contains(#" hdrgm:Gamma="1" "#))
  }
}
