import FieldCoding
import ISOBMFF
import TestSupport
import Testing

@testable import Movie

/// The first bytes of frames that encoders wrote, and what ffprobe says of them.
@Suite struct SoundFrameHeaderTests {
  private func header(_ type: FourCC, _ bytes: String, zeros count: Int = 0) -> [Int]? {
    let entry = Box(type: type, AudioSampleEntry())
    let sample = Bytes(Array(hex(bytes)) + [UInt8](repeating: 0, count: count))
    return AudioFrameHeader(entry, sample: sample).map {
      [$0.main, $0.lfe, $0.top, $0.samplesPerSecond]
    }
  }

  @Test func mpegAudio() {
    #expect(header(".mp3", "fffb50c4 00000a2c") == [1, 0, 0, 44_100])
    #expect(header(".mp3", "fffb9064 00000a2c") == [2, 0, 0, 44_100])
    // MPEG-2, 22,050 Hz, and MPEG 2.5, 8,000 Hz.
    #expect(header(".mp3", "fff380c4 00000a2c") == [1, 0, 0, 22_050])
    #expect(header(".mp3", "ffe388c4 00000a2c") == [1, 0, 0, 8000])
    #expect(header(".mp3", "00000000 00000000") == nil)
  }

  @Test func dolbyDigital() {
    #expect(header("ac-3", "0b7752e3 1c40e1ff fdcd") == [5, 1, 0, 48_000])
    #expect(header("ec-3", "0b7702ff 3f87c000 20f0") == [5, 1, 0, 48_000])
  }

  /// ETSI TS 102 366 §4.4.2: what comes before the bit for low frequencies depends on the mode.
  @Test(arguments: 0..<8, [0, 1])
  func modesOfDolbyDigital(mode: Int, lfe: Int) {
    // Levels of the centre, of the surround channels, and Dolby Surround: all bits are unlike `lfe`.
    let levels = [0: 0, 1: 0, 2: 2, 3: 2, 4: 2, 5: 4, 6: 2, 7: 4][mode] ?? 0
    var bits = [Int](repeating: lfe ^ 1, count: 16)
    for index in 0..<3 { bits[index] = mode >> (2 - index) & 1 }
    bits[3 + levels] = lfe
    let number = bits.reduce(0) { $0 << 1 | $1 }
    let bytes = [0x0B, 0x77, 0, 0, 0x1C, 8 << 3, number >> 8, number & 0xFF].map { UInt8($0) }
    let found = AudioFrameHeader(
      Box(type: "ac-3", AudioSampleEntry()), sample: Bytes(bytes + [0, 0, 0, 0]))
    #expect(found?.main == [2, 1, 2, 3, 3, 4, 4, 5][mode] && found?.lfe == lfe)
    #expect(found?.samplesPerSecond == 48_000)
  }

  /// A dependent substream of 3/2 whose map adds two loudspeakers in front and above, or behind.
  @Test func dependentSubstreams() {
    let independent = "0b770003 3f87ffe1"
    #expect(header("ec-3", independent + "0b774003 3a87fffa 0100") == [7, 1, 2, 48_000])
    #expect(header("ec-3", independent + "0b774003 3c87fff1 a000") == [7, 1, 0, 48_000])
    // Another programme adds nothing.
    #expect(header("ec-3", independent + "0b770803 3f87ffe1") == [5, 1, 0, 48_000])
    #expect(header("ec-3", "0b774003 3a87fffa 0100") == nil)
  }

  @Test func otherBytes() {
    for type: FourCC in ["ec-3", "ac-3", ".mp3"] {
      #expect(header(type, "") == nil && header(type, "0102 0304 0506") == nil)
    }
    #expect(header("mp4a", "fffb50c4 00000a2c") == nil)
  }
}
