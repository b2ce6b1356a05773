import FieldCoding
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  @Suite struct JPEGFileTests {
    /// A file of one band.
    private func write(
      _ jpeg: JPEGFile, _ pixels: JPEGFile.Pixels, to descriptor: Int32
    ) throws -> Int {
      let (width, height) =
        switch pixels {
        case .planes(let image): (image.width, image.height)
        case .rgb(let image, _): (image.width, image.height)
        }
      let writer = try JPEGWriter(
        jpeg, width: width, height: height, bandHeight: 1 << 16, to: CodecFileWriter(descriptor))
      try writer.begin(jpeg)
      try writer.write(pixels, at: 0)
      return try writer.finish()
    }

    private func write(_ jpeg: JPEGFile, _ pixels: JPEGFile.Pixels) throws -> [UInt8] {
      let file = try OpenFile()
      let count = try write(jpeg, pixels, to: file.descriptor)
      let bytes = try file.bytes()
      #expect(bytes.count == count)
      return bytes
    }

    /// Bands in any order make the picture that one band makes.
    @Test(.needs("djpeg"), arguments: Pictures.formats)
    func bandsMakeOnePicture(format: ChromaSampling) throws {
      for (width, height, bandHeight) in [(131, 77, 16), (40, 400, 32), (17, 33, 32)] {
        let image = Pictures.smooth(width, height, format)
        let file = try OpenFile()
        let writer = try JPEGWriter(
          fine, width: width, height: height, bandHeight: bandHeight,
          to: CodecFileWriter(file.descriptor))
        let tops = Array(stride(from: 0, to: height, by: bandHeight)).shuffled()
        // The first part is known at any time.
        let first = Int.random(in: 0...tops.count)
        for (index, top) in tops.enumerated() {
          if index == first { try writer.begin(fine) }
          if index > 0 { #expect(throws: CodecError.self) { try writer.finish() } }
          let rows = top..<min(top + bandHeight, height)
          try writer.write(.planes(image.part(x: 0..<width, y: rows)), at: top)
        }
        if first == tops.count { try writer.begin(fine) }
        #expect(try writer.finish() == file.bytes().count)
        let channels = image.planes.count
        let seen = decoded(try file.bytes(), width, height, channels: channels)
        let whole = try write(fine, .planes(image))
        #expect(!seen.isEmpty)
        #expect(seen == decoded(whole, width, height, channels: channels))
      }
    }

    private var fine: JPEGFile {
      var jpeg = JPEGFile()
      jpeg.quality = 98
      return jpeg
    }

    /// The result of another decoder for the file: samples, without the header of PNM.
    private func decoded(_ file: [UInt8], _ width: Int, _ height: Int, channels: Int) -> [UInt8] {
      let output = Programs.output("djpeg -pnm", file)
      let header = Array("P\(channels == 1 ? 5 : 6)\n\(width) \(height)\n255\n".utf8)
      guard output.starts(with: header) else { return [] }
      return Array(output.dropFirst(header.count))
    }

    /// Red, green and blue of each sample, or only grey.
    private func colours(_ image: PlanarImage) -> [UInt8] {
      let reference = ColourReference(matrixCoefficients: 5, isFullRange: true, bitDepth: 8)
      return (0..<image.height).flatMap { y in
        (0..<image.width).flatMap { x -> [UInt8] in
          if image.chroma == .monochrome { return [UInt8(image.planes[0][x, y])] }
          return reference.colour(
            (
              Double(image.sample(0, x, y)), Double(image.sample(1, x, y)),
              Double(image.sample(2, x, y))
            )
          ).map { UInt8($0.rounded()) }
        }
      }
    }

    static let cases = Pictures.formats.flatMap { format in
      [(1, 1), (17, 9), (16, 16), (15, 33), (131, 77)].map { (format, $0, $1) }
    }

    @Test(.needs("djpeg"), arguments: cases)
    func planesAreReadByDjpeg(format: ChromaSampling, width: Int, height: Int) throws {
      let image = Pictures.smooth(width, height, format)
      let file = try write(fine, .planes(image))
      let seen = decoded(file, width, height, channels: image.planes.count)
      #expect(Pictures.psnr(seen, colours(image)) > 40)
      let (horizontal, vertical) = format.subsampling
      let luma = UInt8(horizontal << 4 | vertical)
      #expect(JPEGMarkers(file).sampling == Array([luma, 0x11, 0x11][..<image.planes.count]))
    }

    @Test(
      .needs("djpeg"),
      arguments: cases.filter { $0.0 != .monochrome })
    func rgbIsReadByDjpeg(format: ChromaSampling, width: Int, height: Int) throws {
      let colours = colours(Pictures.smooth(width, height, .yuv444))
      let image = RGBImage(width: width, height: height, samples: colours)
      let file = try write(fine, .rgb(image, format))
      #expect(Pictures.psnr(decoded(file, width, height, channels: 3), colours) > 40)
      let (horizontal, vertical) = format.subsampling
      #expect(
        JPEGMarkers(file).sampling == [UInt8(horizontal << 4 | vertical), 0x11, 0x11])
    }

    @Test func metadataComesFirstAndInOrder() throws {
      var jpeg = fine
      let payloads: [[UInt8]] = [
        Array("Exif\0\0".utf8) + [1, 2, 3], Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8),
        [UInt8](repeating: 7, count: 65_533), [],
      ]
      jpeg.app1 = payloads.map { Bytes($0) }
      jpeg.iccProfile = Bytes([UInt8](repeating: 9, count: 500))
      let markers = JPEGMarkers(try write(jpeg, .planes(Pictures.smooth(8, 8, .yuv420))))
      #expect(markers.isComplete)
      #expect(markers.segments.prefix(5).map(\.marker) == [0xE1, 0xE1, 0xE1, 0xE1, 0xE2])
      #expect(markers.segments.prefix(4).map(\.payload) == payloads)
      #expect(!markers.segments.contains { $0.marker == 0xE0 })
    }

    @Test func withoutMetadataThereIsJFIF() throws {
      let markers = JPEGMarkers(try write(fine, .planes(Pictures.smooth(8, 8, .yuv420))))
      #expect(markers.segments.first?.marker == 0xE0)
      #expect(markers.segments.first?.payload.starts(with: Array("JFIF\0".utf8)) == true)
    }

    @Test func withoutExifThereIsJFIF() throws {
      var jpeg = fine
      jpeg.app1 = [Bytes(Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))]
      let markers = JPEGMarkers(try write(jpeg, .planes(Pictures.smooth(8, 8, .yuv420))))
      #expect(markers.segments.prefix(2).map(\.marker) == [0xE0, 0xE1])
    }

    @Test(arguments: [(1, 1), (65_519, 1), (65_520, 2), (200_000, 4)])
    func profileIsCutIntoChunks(count: Int, chunks: Int) throws {
      var jpeg = fine
      let profile = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      jpeg.iccProfile = Bytes(profile)
      let markers = JPEGMarkers(try write(jpeg, .planes(Pictures.smooth(8, 8, .monochrome))))
      let found = markers.segments.filter { $0.marker == 0xE2 }.map(\.payload)
      #expect(found.count == chunks)
      for (index, chunk) in found.enumerated() {
        #expect(
          chunk.starts(with: Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(chunks)]))
      }
      #expect(found.flatMap { $0.dropFirst(14) } == profile)
    }

    @Test func refusesWhatDoesNotFit() throws {
      let picture = JPEGFile.Pixels.planes(Pictures.smooth(8, 8, .yuv420))
      var jpeg = JPEGFile()
      jpeg.app1 = [Bytes([UInt8](repeating: 0, count: 65_534))]
      let file = try OpenFile()
      #expect(throws: CodecError.self) { try write(jpeg, picture, to: file.descriptor) }
      jpeg.app1 = []
      jpeg.iccProfile = Bytes([UInt8](repeating: 0, count: 255 * 65_519 + 1))
      #expect(throws: CodecError.self) { try write(jpeg, picture, to: file.descriptor) }
      #expect(try file.bytes().isEmpty)
      let wide = JPEGFile.Pixels.planes(Pictures.smooth(70_000, 1, .monochrome))
      #expect(throws: CodecError.self) { try write(JPEGFile(), wide, to: file.descriptor) }
    }

    /// The message contains that of the system.
    @Test func reportsAFileThatCannotBeWritten() {
      let picture = JPEGFile.Pixels.planes(Pictures.smooth(8, 8, .yuv420))
      #expect {
        try write(JPEGFile(), picture, to: -1)
      } throws: {
        "\($0)" == "the file cannot be written: is closed"
      }
    }
  }
#endif
