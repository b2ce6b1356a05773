import FieldCoding
import Foundation
import NALUnits
import TestSupport
import Testing

/// NAL units behind start codes (ITU-T H.265 Annex B).
@Suite struct AnnexBTests {
  @Test func startCodesOfThreeAndFourBytes() throws {
    let stream = hex("00 00000001 4001 0C 00 000001 4201 00000001 00000001 4401 0000 03 0000")
    let units = try AnnexB.nalUnits(in: stream)
    #expect(units == [hex("4001 0C"), hex("4201"), hex("4401 0000 03")])
    #expect(units.map(\.fileOffset) == [5, 12, 22])
  }

  /// `leading_zero_8bits`, `trailing_zero_8bits`, and nothing else.
  @Test(arguments: ["", "00", "000000", "000001", "00000001", "000001 000000", "000001 000001"])
  func streamsWithoutUnits(stream: String) throws {
    #expect(try AnnexB.nalUnits(in: hex(stream)) == [])
  }

  /// Before the first start code, there are only zeros.
  @Test(arguments: [("02 000001 4001", 0), ("0000 02 000001 4001", 2), ("01", 0), ("0001", 1)])
  func bytesInFront(stream: String, offset: Int) {
    let error = #expect(throws: FieldError.self) { try AnnexB.nalUnits(in: hex(stream)) }
    #expect(error?.offset == offset)
  }

  /// Bytes that are similar to a start code are not one.
  @Test func otherZeros() throws {
    let unit = hex("4001 0001 0002 000002 000003 01 0000FF 01")
    #expect(try AnnexB.nalUnits(in: Bytes(AnnexB.joined([unit]))) == [unit])
    #expect(
      AnnexB.joined([unit, hex("4201")]) == [0, 0, 0, 1] + Array(unit) + [0, 0, 0, 1, 0x42, 1])
  }

  /// In a file, each sample has units with lengths, and FFmpeg makes a byte stream of them, and inserts the parameter
  /// sets.
  @Test(.needs("ffmpeg"), arguments: ["clip-h264.mp4", "clip-hevc.mov"])
  func streamsOfFFmpeg(name: String) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    let (format, sets) = name.contains("h264") ? ("h264", 7...8) : ("hevc", 32...34)
    func output(_ arguments: String...) throws -> Bytes {
      let result = try InstalledProgram.run(
        "ffmpeg", ["-v", "error", "-i", path, "-map", "0:v", "-c", "copy"] + arguments + ["-"])
      #expect(result.code == 0, "\(result.errors)")
      return Bytes(Array(result.data))
    }
    let prefixed = try LengthPrefixed.nalUnits(in: output("-f", "data"), lengthSize: 4)
    let stream = try AnnexB.nalUnits(
      in: output("-bsf:v", "\(format)_mp4toannexb", "-f", format)
    ).filter { unit in
      let first = Int(unit.first ?? 0)
      return !sets.contains(format == "h264" ? first & 0x1F : first >> 1 & 0x3F)
    }
    #expect(stream.count >= 75 && stream == prefixed)
  }
}
