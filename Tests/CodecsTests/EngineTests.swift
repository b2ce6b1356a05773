import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  @Suite struct EngineTests {
    private let missing = { () -> Result<LibAVImageLibrary, CodecError> in
      Result { () throws(CodecError) in try LibAVImageLibrary("/nowhere/libboxwalk-photos.so") }
    }

    private let missingLibHEIF = { () -> Result<LibHEIFLibrary, CodecError> in
      Result { () throws(CodecError) in try LibHEIFLibrary(["/nowhere/libheif.so.1"]) }
    }

    @Test func withoutLibheif() {
      let error = #expect(throws: CodecError.self) {
        try EngineChoice(.libheif).decoder(samples: 1, libheif: missingLibHEIF)
      }
      #expect(error?.message.contains("/nowhere/libheif.so.1") == true)
    }

    @Test func withoutLibavcodecTheOtherEngineServes() throws {
      #expect(throws: CodecError.self) { try missing().get() }
      #expect(try EngineChoice(.de265).decoder(samples: 12_000_000, library: missing) == .de265)
      #expect(throws: CodecError.self) {
        try EngineChoice(.libav).decoder(samples: 12_000_000, library: missing)
      }
      let error = #expect(throws: CodecError.self) {
        try EngineChoice(.auto, comparedWith: .auto)
          .decoder(samples: 12_000_000, library: missing, libheif: missingLibHEIF)
      }
      #expect(error?.message.contains("nothing can be compared") == true)

      var decoder = CarefulDecoder(
        DecoderSelfTest.hevc.configuration, size: ImagePlan.Size(width: 64, height: 64),
        budget: 1 << 20,
        library: missing())
      var width = 0
      try decoder.decode(DecoderSelfTest.hevc.data) { (tile) throws(CodecError) in
        width = tile.width
      }
      #expect(width == 64)
    }

    @Test(.needs("libavcodec") { Available.hasLibAV })
    func whatIsAskedForIsTaken() throws {
      #expect(try EngineChoice(.auto).decoder(samples: 1_000_000, isAtHand: false) == .de265)
      #expect(try EngineChoice(.auto).decoder(samples: 1_000_000, isAtHand: true) == .careful)
      #expect(try EngineChoice(.auto).decoder(samples: 12_000_000) == .careful)
      #expect(try EngineChoice(.libav).decoder(samples: 12_000_000) == .libav)
      for choice in [
        EngineChoice(.de265, comparedWith: .auto), EngineChoice(.libav, comparedWith: .de265),
      ] {
        #expect(try choice.decoder(samples: 12_000_000) == .libavAndDe265)
      }
      #expect(throws: CodecError.self) {
        try EngineChoice(.libav, comparedWith: .libav).decoder(samples: 12_000_000)
      }
    }

    /// A library other than libavcodec is refused.
    @Test func otherLibrariesAreRefused() throws {
      let other = try #require(RuntimeLibraryFile(function: "de265_get_version")).path
      let error = #expect(throws: CodecError.self) { try LibAVImageLibrary(other) }
      #expect(error?.message.contains("has no function boxwalk_photo_engine_of_module") == true)
    }

    @Test(arguments: [
      ("gray", ChromaSampling.monochrome, 8), ("gray12le", .monochrome, 12),
      ("yuv420p", .yuv420, 8),
      ("yuvj420p", .yuv420, 8), ("yuv420p10le", .yuv420, 10), ("yuv422p12le", .yuv422, 12),
      ("yuvj444p", .yuv444, 8), ("gbrp", .yuv444, 8), ("gbrp10le", .yuv444, 10),
      ("yuv440p", .yuv440, 8),
    ])
    func namesOfFormats(name: String, chroma: ChromaSampling, bitDepth: Int) {
      let format = LibAVPixelFormat(name)
      #expect(format?.chroma == chroma && format?.bitDepth == bitDepth)
    }

    @Test(arguments: [
      "", "nv12", "yuva420p", "gbrap", "grayf32le", "yuv420p10be", "yuv420ple", "p010le", "rgb24",
    ])
    func otherFormats(name: String) { #expect(LibAVPixelFormat(name) == nil) }
  }

  /// Counts the marks that show blocks which were never decoded.
  @Suite struct MarksTests {
    @Test(arguments: [8, 10, 12, 16]) func everySampleCounts(bitDepth: Int) {
      let marks = SentinelMarks(blocks: 40, bitDepth: bitDepth)
      let lane = bitDepth > 8 ? 16 : 8
      for index in 0..<40 {
        for y in 0..<40 {
          let word = marks.word(index, y)
          #expect(marks.same(word, index, y).nonzeroBitCount == 64 / lane)
          var samples = word
          for left in (0..<64 / lane).reversed() {
            // Marks must be samples of the picture, as decoders read them.
            #expect(samples & (1 << UInt64(lane) - 1) < 1 << UInt64(bitDepth))
            samples >>= UInt64(lane)
            // The samples change one after the other.
            let changed = word ^ (UInt64.max << UInt64(left * lane) & 0x0101_0101_0101_0101)
            #expect(marks.same(changed, index, y).nonzeroBitCount == left)
          }
        }
      }
    }

    /// Pictures of one value, which must not be mistaken for marks.
    @Test func noPictureLooksMarked() {
      let marks = SentinelMarks(blocks: 64, bitDepth: 8)
      for value in UInt64(0)...255 {
        let word = value * 0x0101_0101_0101_0101
        for index in 0..<64 {
          for top in stride(from: 0, to: 512, by: 8) {
            let count = (top..<top + 8).reduce(0) {
              $0 + marks.same(word, index, $1).nonzeroBitCount
            }
            #expect(count < 8)
          }
        }
      }
    }
  }

  /// Decoders that differ, to see that it is noticed.
  @Suite struct CrossCheckTests {
    /// Shows the coded data itself as a picture of 8-bit samples, 16 in a row; fails without data.
    private struct Honest: TileDecoder, ~Copyable {
      static let name = "honest"
      init(
        _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
      ) {}
      mutating func decode(
        _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
      ) throws(CodecError) {
        if data.isEmpty { throw CodecError("nothing there") }
        try show(data, body)
      }
    }

    /// It has one wrong sample if there are 16 × 5, and returns a picture where there is none.
    private struct Liar: TileDecoder, ~Copyable {
      static let name = "liar"
      init(
        _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
      ) {}
      mutating func decode(
        _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
      ) throws(CodecError) {
        var data = data.isEmpty ? [UInt8](repeating: 0, count: 16) : data
        if data.count == 80 { data[3 * 16 + 13] = 99 }
        try show(data, body)
      }
    }

    private static func show(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      var tile = DecodedTile(width: 16, height: data.count / 16, chroma: .monochrome, bitDepth: 8)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: data.count, alignment: 8)
      defer { unsafe memory.deallocate() }
      // The number of allocated bytes.
      unsafe data.withUnsafeBytes {
        unsafe memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count)
      }
      tile.planes = [
        unsafe DecodedTile.Plane(
          base: UnsafeRawPointer(memory), stride: 16, width: 16, height: data.count / 16)
      ]
      try body(tile)
    }

    private func message(_ count: Int, reversed: Bool = false) throws -> String {
      func run<Decoder: TileDecoder & ~Copyable>(_: Decoder.Type) throws -> String {
        var decoder = try Decoder(.init(), size: .init(), budget: 0)
        var reply = ""
        do throws(CodecError) {
          try decoder.decode((0..<count).map { UInt8($0) }) { _ in reply = "equal" }
        } catch { reply = error.message }
        return reply
      }
      return reversed
        ? try run(TileCrossCheck<Liar, Honest>.self) : try run(TileCrossCheck<Honest, Liar>.self)
    }

    @Test func equalPicturesPass() throws { #expect(try message(64) == "equal") }

    @Test func aSampleIsNamed() throws {
      #expect(try message(80) == "honest and liar disagree: plane 0 at 13, 3: 61 and 99")
    }

    @Test func oneAloneThatFails() throws {
      #expect(
        try message(0) == "honest and liar disagree: only the first reports: nothing there")
      #expect(
        try message(0, reversed: true)
          == "liar and honest disagree: only the second reports: nothing there")
    }
  }
#endif
