import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  /// Images that are coded as pictures which need those of other items.
  @Suite(.needsMedia, .needs("ffmpeg")) struct PredictedImageTests {
    private func file() throws -> HEIFFile {
      let path = "\(MediaFolder.path ?? "")/heif-conformance/C044.heic"
      return try #require(HEIFFile(BoxFile(ByteSource(mapping: path).bytes)))
    }

    private func data(_ plan: ImagePlan, of file: HEIFFile) -> [UInt8] {
      plan.tiles[0].extents.flatMap { Array(file.boxes.bytes.part($0) ?? Bytes()) }
    }

    private func samples(_ plan: ImagePlan, _ data: [UInt8]) throws -> [UInt8] {
      var decoder = try De265Decoder(plan.configurations[0], size: plan.canvas, budget: 1 << 28)
      var bytes: [UInt8] = []
      try decoder.decode(data) { (tile) throws(CodecError) in
        #expect(bytes.isEmpty)
        for plane in PlanarImage(borrowing: tile).planes {
          for y in 0..<plane.height { bytes += unsafe Array(plane.row(y)) }
        }
      }
      return bytes
    }

    /// FFmpeg is given the stream of both, and its second picture is the one.
    @Test func everySampleIsThatOfFFmpeg() throws {
      let (file, folder) = (try file(), try Folder())
      let plan = try file.plan(for: 1004)
      #expect(plan.configurations[0].referenceCount == 1 && plan.tiles[0].extents.count == 2)
      let data = data(plan, of: file)
      let units =
        plan.configurations[0].parameterSets
        + (try NALUnitRanges.ranges(in: data, lengthSize: plan.configurations[0].lengthSize))
        .map { Array(data[$0]) }
      let stream = Data(units.flatMap { [0, 0, 0, 1] + $0 })
      let (input, output) = (try folder.write(stream, to: "a.hevc"), folder.path("a.yuv"))
      let result = try InstalledProgram.run(
        "ffmpeg",
        ["-v", "error", "-i", input, "-f", "rawvideo", "-pix_fmt", "yuv420p", output])
      #expect(result.code == 0, "\(result.errors)")
      let frames = Array(try Data(contentsOf: URL(fileURLWithPath: output)))
      let size = 1280 * 720 * 3 / 2
      try #require(frames.count == 2 * size)
      #expect(try samples(plan, data) == Array(frames[size...]))
      // The reference image is the same without the predicted one.
      let reference = try file.plan(for: 1002)
      #expect(try samples(reference, self.data(reference, of: file)) == Array(frames[..<size]))
    }

    /// Without the other picture, with a damaged one, or with one too many, nothing is shown.
    @Test func whatLacksItsReferenceFails() throws {
      let file = try file()
      let plan = try file.plan(for: 1004)
      let (first, own) = (plan.tiles[0].extents[0], plan.tiles[0].extents[1])
      for extents in [[own], [own, own], [first, own, own], [first]] {
        var other = plan
        other.tiles[0].extents = extents
        #expect(throws: CodecError.self, "\(extents)") {
          try samples(other, data(other, of: file))
        }
      }
      var damaged = data(plan, of: file)
      for offset in stride(from: 40_000, to: 90_000, by: 1_000) { damaged[offset] ^= 0x5A }
      #expect(throws: CodecError.self) { try samples(plan, damaged) }
    }
  }
#endif
