import CodecJob
import FieldCoding
import HEIF
import ISOBMFF
import TestSupport
import Testing

@testable import ImageCodecs

#if canImport(CDe265)
  /// Photos of real devices, decoded by both engines.
  @Suite(
    .enabled(if: MediaFolder.path != nil, "no media: set BOXWALK_MEDIA or add ../shared/media"),
    .enabled(if: DecoderTests.engines.contains(.libav), "libavcodec is not installed"))
  struct EngineCorpusTests {
    /// A part of a file.
    private struct Reader: ExtentReader {
      var bytes: Bytes

      func read(_ extent: Range<Int>, into result: inout [UInt8]) throws(CodecError) {
        guard let part = bytes.part(extent) else { throw CodecError("beyond the end") }
        result += Array(part)
      }
    }

    @Test func enginesAgreeOnEverySample() throws {
      var (agreed, failed) = (0, 0)
      for path in MediaFolder.files where !path.contains("/malformed/") {
        guard
          ["heic", "heif", "hif"].contains(path.split(separator: ".").last?.lowercased() ?? ""),
          let source = try? ByteSource(mapping: path),
          let file = HEIFFile(BoxFile(source.bytes)), let primary = file.primaryItem,
          var plan = try? file.plan(for: primary.id)
        else { continue }
        // Of each photo a few tiles, so that it does not take minutes.
        if plan.tiles.count > 4 {
          plan.tiles = Array(plan.tiles.prefix(2) + plan.tiles.suffix(2))
          (plan.columns, plan.rows, plan.transforms) = (2, 2, [])
          plan.canvas = ImagePlan.Size(
            width: plan.tileSize.width * 2, height: plan.tileSize.height * 2)
        }
        let reader = Reader(bytes: source.bytes)
        func decode(_ choice: EngineChoice) throws(CodecError) {
          _ = try plan.decode(from: reader, threads: 2, budget: 1 << 30, engine: choice)
        }
        do throws(CodecError) {
          try decode(EngineChoice(.auto, isCrossChecked: true))
          agreed += 1
        } catch {
          failed += 1
          #expect(!error.message.contains("disagree"), "\(path): \(error)")
          // What one engine decodes the other decodes, too.
          for engine in [Engine.de265, .libav] {
            #expect(throws: CodecError.self, "\(path)") { try decode(EngineChoice(engine)) }
          }
        }
      }
      #expect(agreed > 100 && failed < 5, "\(agreed) agreed, \(failed) failed")
    }
  }
#endif
