import Foundation
import HEIF
import TestSupport
import Testing

@testable import Codecs

#if canImport(CDe265)
  /// Pictures that opj_compress coded: every sample is the one that opj_decompress puts out.
  @Suite(
    .needs("opj_compress", "opj_decompress"),
    .needs("OpenJPEG") { (try? OpenJPEGLibrary.usual.get()) != nil })
  struct JPEG2000Tests {
    struct Kind: Sendable, CustomTestStringConvertible {
      var width = 203
      var height = 117
      var components = 3
      var bitDepth = 8
      /// The syntax of opj_compress.
      var sampling = ""
      var options: [String] = []
      var isRGB = false

      var testDescription: String { "\(components) × \(bitDepth) \(sampling) \(options)" }
    }

    static let kinds: [Kind] = [
      Kind(components: 1), Kind(components: 1, bitDepth: 12), Kind(components: 1, bitDepth: 16),
      Kind(), Kind(isRGB: true), Kind(bitDepth: 10), Kind(bitDepth: 16),
      Kind(width: 204, height: 118, sampling: "@1x1:2x2:2x2"),
      Kind(width: 204, height: 118, sampling: "@1x1:2x1:2x1"),
      Kind(width: 204, height: 118, bitDepth: 12, sampling: "@1x1:2x2:2x2"),
      // Lossy; in tiles; with the colour transform; with quality layers.
      Kind(options: ["-I", "-r", "20"]), Kind(options: ["-t", "64,48"]),
      Kind(options: ["-mct", "1"], isRGB: true), Kind(options: ["-r", "40,20,1"]),
      Kind(width: 1, height: 1, options: ["-n", "1"]),
    ]

    /// Samples with edges and gradients, as opj_compress reads them: planes of bytes, or of two bytes
    /// with the higher first.
    private func samples(_ kind: Kind) -> Data {
      var data = Data()
      for component in 0..<kind.components {
        let isHalf = component > 0 && !kind.sampling.isEmpty
        let width = isHalf ? (kind.width + 1) / 2 : kind.width
        let height = isHalf && kind.sampling.contains("2x2") ? (kind.height + 1) / 2 : kind.height
        for y in 0..<height {
          for x in 0..<width {
            let value = (x * 37 + y * 11 + component * 5 + (x / 9 ^ y / 7) * 1021)
            let sample = value % (1 << kind.bitDepth)
            if kind.bitDepth > 8 { data.append(UInt8(sample >> 8)) }
            data.append(UInt8(sample & 0xFF))
          }
        }
      }
      return data
    }

    private func coded(_ kind: Kind, in folder: Folder) throws -> [UInt8] {
      let raw = try folder.write(samples(kind), to: "in.raw")
      let output = folder.path("a.j2k")
      let format =
        "\(kind.width),\(kind.height),\(kind.components),\(kind.bitDepth),u\(kind.sampling)"
      let result = try InstalledProgram.run(
        "opj_compress", ["-i", raw, "-o", output, "-F", format] + kind.options)
      #expect(result.code == 0, "\(result.output)\(result.errors)")
      return Array(try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    private func decoder(_ kind: Kind, budget: Int = 1 << 28) throws -> OpenJPEGDecoder {
      var configuration = ImagePlan.DecoderConfiguration()
      configuration.isRGB = kind.isRGB
      return try OpenJPEGDecoder(
        configuration, size: ImagePlan.Size(width: kind.width, height: kind.height),
        budget: budget)
    }

    private func decoded(_ kind: Kind, _ data: [UInt8]) throws -> [UInt8] {
      var decoder = try decoder(kind)
      var bytes: [UInt8] = []
      try decoder.decode(data) { (tile) throws(CodecError) in
        let image = PlanarImage(borrowing: tile)
        let order = kind.isRGB ? [2, 0, 1] : Array(image.planes.indices)
        for plane in order.map({ image.planes[$0] }) {
          for y in 0..<plane.height {
            for x in 0..<plane.width {
              if kind.bitDepth > 8 { bytes.append(UInt8(plane[x, y] >> 8)) }
              bytes.append(UInt8(plane[x, y] & 0xFF))
            }
          }
        }
      }
      return bytes
    }

    @Test(arguments: kinds) func everySampleIsTheSame(kind: Kind) throws {
      let folder = try Folder()
      let data = try coded(kind, in: folder)
      let output = folder.path("out.raw")
      let result = try InstalledProgram.run(
        "opj_decompress", ["-i", folder.path("a.j2k"), "-o", output])
      #expect(result.code == 0, "\(result.output)\(result.errors)")
      var theirs = Array(try Data(contentsOf: URL(fileURLWithPath: output)))
      let ours = try decoded(kind, data)
      // It writes the lower byte first.
      if kind.bitDepth > 8 {
        for offset in stride(from: 0, to: theirs.count - 1, by: 2) {
          theirs.swapAt(offset, offset + 1)
        }
      }
      // It converts pictures with subsampled chroma to red, green and blue.
      if kind.sampling.isEmpty { #expect(ours.count == theirs.count && ours == theirs) }
      // Without loss, these are the samples that were coded.
      if !kind.options.contains("-r") { #expect(Data(ours) == samples(kind)) }
    }

    @Test func whatIsCutOffFails() throws {
      let folder = try Folder()
      let kind = Kind(options: ["-t", "64,48"])
      let data = try coded(kind, in: folder)
      for count in [0, 2, 30, 80, data.count / 2, data.count - 100, data.count - 1] {
        #expect(throws: CodecError.self) { try decoded(kind, Array(data.prefix(count))) }
        // With an end marker at a wrong offset.
        if count > 0 {
          #expect(throws: CodecError.self) {
            try decoded(kind, Array(data.prefix(count)) + [0xFF, 0xD9])
          }
        }
      }
    }

    /// With other bytes, it is decoded or refused; the sizes in the header do not use memory.
    @Test func damagedBytes() throws {
      let folder = try Folder()
      let kind = Kind(width: 64, height: 48)
      let data = try coded(kind, in: folder)
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      for _ in 0..<400 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var changed = data
        let offset = Int(state >> 33) % (state & 1 == 0 ? 120 : data.count)
        changed[offset] ^= UInt8(truncatingIfNeeded: state >> 20) | 1
        _ = try? decoded(kind, changed)
      }
    }

    @Test func othersAreRefused() throws {
      let folder = try Folder()
      func refusal(_ kind: Kind, as other: Kind? = nil, budget: Int = 1 << 28) throws -> String {
        let data = try coded(kind, in: folder)
        do {
          var decoder = try decoder(other ?? kind, budget: budget)
          try decoder.decode(data) { (_) throws(CodecError) in }
          return ""
        } catch let error as CodecError { return error.message }
      }
      #expect(try refusal(Kind(), as: Kind(width: 204)).contains("is coded as 203 × 117, but"))
      #expect(try refusal(Kind(components: 2)).contains("has 2 components of JPEG 2000"))
      #expect(try refusal(Kind(components: 1, bitDepth: 4)).contains("do not have 8 to 16 bits"))
      #expect(try refusal(Kind(), budget: 10_000).contains("bytes of memory, over the limit"))
    }
  }
#endif
