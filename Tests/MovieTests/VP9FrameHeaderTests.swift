import ISOBMFF
import TestSupport
import Testing

@testable import Movie

/// What a VP9 frame says of its format, which decoders follow.
@Suite struct VP9FrameHeaderTests {
  /// The first bytes of a movie from Google Photos: profile 0, though its configuration says profile 1 and 4:4:4.
  private let frame = hex("82498342 4059f043")

  @Test func framesCorrectTheConfiguration() throws {
    var record = VPCodecConfigurationBox()
    (record.profile, record.level, record.chromaSubsampling) = (1, 40, 3)
    var coding = CodecDescription("vp09", [Box(record)])
    #expect(coding.codec == "vp09.01.40.08.03.02.02.02.00")
    coding.correct(try #require(VP9FrameHeader(frame)), [Box(record)])
    #expect(coding.codec == "vp09.00.40.08.01.02.02.02.00")
    #expect(coding.chroma == "4:2:0" && coding.profile == "0")
  }

  @Test func profiles() throws {
    // 2 as the mark, the profile with its lower bit first, a key frame, the mark, and 10 bit in BT.709.
    let deep = try #require(VP9FrameHeader(hex("92498342 1000")))
    #expect(deep.profile == 2 && deep.bitDepth == 10)
    let full = try #require(VP9FrameHeader(hex("a2498342 4000")))
    #expect(full.profile == 1 && full.isSubsampled == (false, false))
    #expect(VP9FrameHeader(hex("86498342 4059")) == nil)
    #expect(VP9FrameHeader(hex("8249")) == nil && VP9FrameHeader(hex("00000000 0000")) == nil)
  }
}
