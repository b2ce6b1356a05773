import FieldCoding
import HEIF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CPNG) && canImport(CDe265)
  @Suite struct PNGFileTests {
    private func points(_ matrix: UInt16) -> CodingIndependentCodePoints {
      var points = CodingIndependentCodePoints()
      points.colourPrimaries = 9
      points.transferCharacteristics = 13
      points.matrixCoefficients = matrix
      points.isFullRange = true
      return points
    }

    /// Writes `image` in bands, in any order.
    private func write(_ image: PlanarImage, _ png: PNGFile, bitDepth: Int) throws -> [UInt8] {
      let file = try OpenFile()
      var plan = ImagePlan()
      plan.colour = points(9)
      let conversion = try PixelConversion(plan, mapsTones: false)
      let bandHeight = 16
      let writer = try PNGWriter(
        png, width: image.width, height: image.height, bandHeight: bandHeight,
        to: file.descriptor)
      for top in stride(from: 0, to: image.height, by: bandHeight).shuffled() {
        let rows = top..<min(top + bandHeight, image.height)
        let reach = max(0, rows.lowerBound - 2)..<min(image.height, rows.upperBound + 2)
        let band = Band(
          rows: rows, image: image.part(x: 0..<image.width, y: reach),
          start: rows.lowerBound - reach.lowerBound)
        try writer.write(conversion.rows(band, bitDepth: bitDepth), at: top, plan.colour)
      }
      let (byteCount, warning) = try writer.finish()
      let bytes = try file.bytes()
      #expect(bytes.count == byteCount && warning.isEmpty)
      return bytes
    }

    /// ffmpeg reads the colours of the whole picture.
    @Test(
      .needs("ffmpeg"),
      arguments: Pictures.formats, [8, 10])
    func samplesAreReadByFFmpeg(format: ChromaSampling, bitDepth: Int) throws {
      let image = Pictures.noise(37, 53, format, bitDepth: bitDepth)
      let whole = Band(rows: 0..<53, image: image, start: 0)
      var plan = ImagePlan()
      plan.colour = points(9)
      let conversion = try PixelConversion(plan, mapsTones: false)
      let gray = format == .monochrome
      for (depth, pixels) in [(8, gray ? "gray" : "rgb24"), (16, gray ? "gray16be" : "rgb48be")] {
        let file = try write(image, PNGFile(), bitDepth: depth)
        let seen = Programs.output(
          "ffmpeg -loglevel error -f png_pipe -i - -f rawvideo -pix_fmt \(pixels) -", file)
        #expect(try seen == conversion.rows(whole, bitDepth: depth).bytes)
        #expect(seen.count == 37 * 53 * (gray ? 1 : 3) * depth / 8)
      }
    }

    /// 16 bits are 257 times 8 bits, except for the precision of 8 bits.
    @Test func bothDepthsAgree() throws {
      let image = Pictures.noise(31, 17, .yuv420, bitDepth: 10)
      let band = Band(rows: 0..<17, image: image, start: 0)
      var plan = ImagePlan()
      plan.colour = points(1)
      let conversion = try PixelConversion(plan, mapsTones: false)
      let eight = try conversion.rows(band, bitDepth: 8).bytes
      let sixteen = try conversion.rows(band, bitDepth: 16).bytes
      #expect(sixteen.count == eight.count * 2)
      for (index, byte) in eight.enumerated() {
        let wide = Int(sixteen[index * 2]) << 8 | Int(sixteen[index * 2 + 1])
        #expect(abs(wide - Int(byte) * 257) <= 129)
      }
    }

    @Test func metadataIsInItsChunks() throws {
      var png = PNGFile()
      png.exif = Bytes(Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
      png.xmp = Bytes(Array("<x:xmpmeta/>".utf8))
      let file = try write(Pictures.smooth(20, 20, .yuv420), png, bitDepth: 8)
      var chunks: [String: [UInt8]] = [:]
      var position = 8
      while position + 8 <= file.count {
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let name = String(decoding: file[position + 4..<position + 8], as: UTF8.self)
        chunks[name, default: []] += file[position + 8..<position + 8 + length]
        position += 12 + length
      }
      #expect(chunks["eXIf"] == Array(png.exif))
      #expect(
        chunks["iTXt"] == Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + Array(png.xmp))
      #expect(chunks["cICP"] == [9, 13, 0, 1])
      #expect(chunks["IEND"] == [])
    }

    /// A text ends at its first zero.
    @Test func textsHaveNoZeros() throws {
      var png = PNGFile()
      for (xmp, kept, sentences) in [
        ("<a/>", "<a/>", 0), ("<a/>\0\0", "<a/>", 0), ("<\0a/>", "", 1), ("", "", 0), ("\0", "", 0),
      ] {
        png.xmp = Bytes(Array(xmp.utf8))
        var lost: [String] = []
        #expect(Array(png.withPlainText(&lost).xmp) == Array(kept.utf8))
        #expect(lost.count == sentences)
      }
    }

    @Test func reportsAFileThatCannotBeWritten() throws {
      let writer = try PNGWriter(PNGFile(), width: 1, height: 1, bandHeight: 16, to: -1)
      let row = SampleRows(width: 1, height: 1, channels: 1, bitDepth: 8, bytes: [0])
      #expect {
        try writer.write(row, at: 0, nil)
        _ = try writer.finish()
      } throws: {
        "\($0)" == "the file cannot be written: Bad file descriptor"
      }
    }
  }
#endif
