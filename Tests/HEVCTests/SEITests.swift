import FieldCoding
import HEVC
import Testing

struct SEITests {
  @Test func messages() throws {
    let unit = hex(
      """
      4E 01           // PREFIX_SEI_NUT
      90 04           // payloadType 144, payloadSize 4
      03 E8 01 90
      FF 01 03        // payloadType 256, payloadSize 3
      AA BB CC
      80
      """)
    let sei = try SupplementalEnhancementInformation(nalUnit: unit)
    #expect(sei.messages.map(\.payloadType) == [144, 256])
    #expect(sei.messages.map(\.payload) == [hex("03E80190"), hex("AABBCC")])
    #expect(try sei.nalUnit() == unit)
    for count in 0..<unit.count where ![2 + 6 + 1].contains(count) {
      let prefix = try #require(unit.part(0..<count))
      #expect((try? SupplementalEnhancementInformation(nalUnit: prefix)) != sei)
    }
  }

  @Test func aPayloadOf255BytesHasTwoSizeBytes() throws {
    let sei = make(SupplementalEnhancementInformation()) { sei in
      sei.messages = [
        make(SEIMessage()) {
          $0.payloadType = 5
          $0.payload = Bytes([UInt8](repeating: 9, count: 255))
        }
      ]
    }
    let written = try sei.nalUnit()
    #expect(Array(written.prefix(5)) == [0x4E, 1, 5, 255, 0])
    #expect(try SupplementalEnhancementInformation(nalUnit: written) == sei)
  }
}
