import FieldCoding
import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

extension Opacity {
  /// - Parameter values: row by row.
  convenience init(width: Int, values: [UInt16], isPremultiplied: Bool) {
    let picture = PlanarImage(
      width: width, height: values.count / width, chroma: .monochrome, bitDepth: 16)
    picture.fill { _, x, y in values[y * width + x] }
    self.init(picture, isPremultiplied: isPremultiplied)
  }
}

@Suite struct OpacityTests {
  private let opacity = Opacity(
    width: 3, values: [0, 0, 0, 0, 0x8000, 0xFFFF], isPremultiplied: true)

  private func rows(_ bitDepth: Int, _ bytes: [UInt8]) -> SampleRows {
    SampleRows(width: 3, height: 1, channels: 1, bitDepth: bitDepth, bytes: bytes)
  }

  /// Hidden pixels are black; impossible values are as bright as possible.
  @Test func multipliedColoursAreDivided() {
    #expect(opacity.unmultiplied(rows(8, [9, 60, 60]), at: 1).bytes == [0, 120, 60])
    #expect(opacity.unmultiplied(rows(8, [9, 200, 200]), at: 1).bytes == [0, 255, 200])
    #expect(
      opacity.unmultiplied(rows(16, [9, 9, 0x20, 0, 0x20, 0]), at: 1).bytes
        == [0, 0, 0x40, 0, 0x20, 0])
    let plain = Opacity(width: 3, values: [0, 0x8000, 0xFFFF], isPremultiplied: false)
    #expect(plain.unmultiplied(rows(8, [9, 60, 60]), at: 0).bytes == [9, 60, 60])
  }

  @Test func coloursAreSeenOverWhite() {
    #expect(opacity.overWhite(rows(8, [9, 60, 60]), at: 1).bytes == [255, 157, 60])
    let colours = SampleRows(width: 3, height: 1, channels: 3, bitDepth: 8, bytes: Array(1...9))
    #expect(opacity.overWhite(colours, at: 1).bytes == [255, 255, 255, 129, 130, 130, 7, 8, 9])
  }

  @Test func opacityIsTheLastChannel() {
    let colours = SampleRows(width: 3, height: 1, channels: 3, bitDepth: 8, bytes: Array(1...9))
    let added = opacity.added(to: colours, at: 1)
    #expect(added.channels == 4)
    #expect(added.bytes == [1, 2, 3, 0, 4, 5, 6, 128, 7, 8, 9, 255])
    #expect(
      opacity.added(to: rows(16, [1, 2, 3, 4, 5, 6]), at: 1).bytes
        == [1, 2, 0, 0, 3, 4, 0x80, 0, 5, 6, 255, 255])
  }
}

#if canImport(CPNG) && canImport(CDe265)
  @Suite(.needs(encoders: "libx265"))
  struct TransparentPictureTests {
    private static func fullRange(_ matrix: UInt16) -> CodingIndependentCodePoints {
      var points = CodingIndependentCodePoints()
      points.matrixCoefficients = matrix
      points.isFullRange = true
      return points
    }

    /// The samples that ffmpeg reads from the PNG are those that it decodes from the two streams; those from the JPEG
    /// are nearly those over white.
    @Test func transparencyIsKept() throws {
      let colours = try #require(CodedPicture(format: "gbrp", width: 64, height: 48))
      let gray = try #require(CodedPicture(format: "gray", width: 64, height: 48))
      var plan = colours.plan
      plan.colour = Self.fullRange(0)
      var alpha = AlphaJob()
      alpha.plan = gray.plan
      alpha.plan.colour = Self.fullRange(2)
      let end = colours.data.count
      alpha.plan.tiles[0].extents = [end..<end + gray.data.count]
      let reader = MemoryReader(bytes: colours.data + gray.data)

      func decoded(_ stream: [UInt8], _ input: String, _ format: String) -> [UInt8] {
        Programs.output(
          "ffmpeg -v error -f \(input) -i - -f rawvideo -pix_fmt \(format) -", stream)
      }
      let seen = decoded(colours.stream, "hevc", "gbrp")
      let opacity = decoded(gray.stream, "hevc", "gray")
      try #require(seen.count == 64 * 48 * 3 && opacity.count == 64 * 48)
      var (pixels, white): ([UInt8], [UInt8]) = ([], [])
      for index in 0..<64 * 48 {
        let share = Double(opacity[index]) / 255
        for plane in [2, 0, 1] {
          let value = seen[plane * 64 * 48 + index]
          pixels.append(value)
          white.append(UInt8((Double(value) * share + 255 * (1 - share)).rounded()))
        }
        pixels.append(opacity[index])
      }

      var file = try OpenFile()
      var converter = PlanConverter(plan, .png(PNGFile()))
      converter.alpha = alpha
      var result = try converter.convert(from: reader, to: file.descriptor)
      #expect(!result.isBlended)
      #expect(decoded(try file.bytes(), "png_pipe", "rgba") == pixels)

      file = try OpenFile()
      var jpeg = JPEGFile()
      jpeg.quality = 100
      converter.format = .jpeg(jpeg)
      result = try converter.convert(from: reader, to: file.descriptor)
      #expect(result.isBlended)
      #expect(Pictures.psnr(decoded(try file.bytes(), "jpeg_pipe", "rgb24"), white) > 35)
    }
  }
#endif
