import Testing

@testable import ISOBMFF

@Suite struct MobileBoxTests {
  @Test func codecs() throws {
    let rate = try decoded(H263BitrateBox.self, "0000FA00 0001F400")
    #expect(rate.averageBitrate == 64000 && rate.maximumBitrate == 128000)
    let video = try decoded(
      H263SpecificBox.self, "'FFMP' 01 0A 03 00000010 'bitr' 00000001 00000002")
    #expect(video.decoderVersion == 1 && video.level == 10 && video.profile == 3)
    #expect(video.children.first(H263BitrateBox.self)?.maximumBitrate == 2)
    let wide = try decoded(AMRWBPlusSpecificBox.self, "'3GPP' 05")
    #expect(wide.vendor == "3GPP" && wide.decoderVersion == 5)
    let voice = try decoded(VoiceSpecificBox.self, "'QUAL' 01 0A")
    #expect(voice.vendor == "QUAL" && voice.decoderVersion == 1 && voice.framesPerSample == 10)
  }

  @Test func adjustments() throws {
    let short = try decoded(
      TrackFragmentMediaAdjustmentBox.self, "00000000 00000001 00000001 FFFFFFFE 0003 0004")
    #expect(rows(short.entries) == [[1, -2, 3, 4]])
    let long = try decoded(
      TrackFragmentMediaAdjustmentBox.self,
      "01000000 00000001 0000000100000001 FFFFFFFFFFFFFFFE 0003 0004")
    #expect(rows(long.entries) == [[0x1_0000_0001, -2, 3, 4]])
  }
}
