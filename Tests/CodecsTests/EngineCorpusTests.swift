import FieldCoding
import HEIF
import ISOBMFF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  /// Photos of real devices, decoded by both engines.
  @Suite(
    .needsMedia,
    .needs("libavcodec") { Available.hasLibAV })
  struct EngineCorpusTests {
    /// A part of a file.
    private struct Reader: ExtentReader {
      var bytes: Bytes

      func read(_ extent: Range<Int>, into result: inout [UInt8]) throws(CodecError) {
        guard let part = bytes.part(extent) else { throw CodecError("beyond the end") }
        result += Array(part)
      }
    }

    /// Uncompressed images are given to libheif as they are in the file. Old versions know none of them, and say so.
    @Test(.needs("libheif") { (try? LibHEIFLibrary.usual.get()) != nil })
    func libheifMayKnowOtherCodings() throws {
      var count = 0
      for path in MediaFolder.files where path.contains("/heif-uncompressed/") {
        guard let source = try? ByteSource(mapping: path),
          let file = HEIFFile(BoxFile(source.bytes)), let primary = file.primaryItem,
          let plan = try? file.plan(for: primary.id), plan.codec == .uncompressed
        else { continue }
        count += 1
        do throws(CodecError) {
          _ = try plan.decode(
            from: Reader(bytes: source.bytes), threads: 1, budget: 1 << 30,
            engine: EngineChoice(.libheif, comparedWith: .auto))
        } catch {
          #expect(!error.message.contains("disagree: plane"), "\(path): \(error)")
          #expect(error.message.contains("only the first reports"), "\(path): \(error)")
        }
      }
      #expect(count > 20)
    }

    @Test func enginesAgreeOnEverySample() throws {
      var (agreed, failed) = (0, 0)
      for path in MediaFolder.files where !path.contains("/malformed/") {
        guard
          ["heic", "heif", "hif"].contains(path.split(separator: ".").last?.lowercased() ?? ""),
          let source = try? ByteSource(mapping: path),
          let file = HEIFFile(BoxFile(source.bytes)), let primary = file.primaryItem,
          var plan = try? file.plan(for: primary.id), plan.codec == .hevc,
          // Only one engine decodes images that are predicted from other images.
          plan.configurations.allSatisfy({ $0.referenceCount == 0 })
        else { continue }
        // A few tiles of each photo, so that it does not take minutes.
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
          try decode(EngineChoice(.auto, comparedWith: .auto))
          agreed += 1
        } catch {
          failed += 1
          #expect(!error.message.contains("disagree"), "\(path): \(error)")
          // Pictures that one engine decodes are decoded by the other, too.
          for engine in [Engine.de265, .libav] {
            #expect(throws: CodecError.self, "\(path)") { try decode(EngineChoice(engine)) }
          }
        }
      }
      #expect(agreed > 100 && failed < 5, "\(agreed) agreed, \(failed) failed")
    }

    /// AVIF pictures, decoded by libdav1d and libaom.
    @Test(.needs("libavcodec with libdav1d and libaom") { Available.hasBothOfAV1 })
    func decodersOfAV1Agree() throws {
      /// Other programs refuse these, too.
      let odd = ["hdr-mdcv.avif", "color_grid_alpha_grid_tile_shared_in_dimg.avif"]
      var agreed = 0
      for path in MediaFolder.files
      where path.hasSuffix(".avif") && !path.contains("/malformed/") {
        guard let source = try? ByteSource(mapping: path),
          let file = HEIFFile(BoxFile(source.bytes)), let primary = file.primaryItem,
          let plan = try? file.plan(for: primary.id), plan.codec == .av1, plan.overlay == nil
        else { continue }
        do throws(CodecError) {
          _ = try plan.decode(
            from: Reader(bytes: source.bytes), threads: 2, budget: 1 << 30,
            engine: EngineChoice(.auto, comparedWith: .auto))
          agreed += 1
        } catch {
          #expect(odd.contains { path.hasSuffix($0) }, "\(path): \(error)")
        }
      }
      #expect(agreed > 60, "\(agreed) agreed")
    }

    /// The first layer of a picture is what FFmpeg decodes if it has nothing else.
    @Test(.needs("libavcodec with libdav1d and libaom") { Available.hasBothOfAV1 })
    func layersOfAV1() throws {
      let path = try #require(MediaFolder.files.first { $0.hasSuffix("multilayer_a1lx.avif") })
      let source = try ByteSource(mapping: path)
      let file = HEIFFile(BoxFile(source.bytes))
      var plan = try #require(file).plan(for: try #require(file?.primaryItem).id)
      let reader = Reader(bytes: source.bytes)
      func decode(_ layer: Int?) throws(CodecError) -> [UInt8] {
        plan.configurations[0].layer = layer
        // The first layer has half of the size.
        plan.tileSize = ImagePlan.Size(
          width: layer == 0 ? 1024 : 2048, height: layer == 0 ? 768 : 1536)
        plan.canvas = plan.tileSize
        return try plan.decode(
          from: reader, threads: 1, budget: 1 << 30,
          engine: EngineChoice(.auto, comparedWith: .auto)
        ).image.rawBytes
      }
      // The layers are the extents; FFmpeg wants a temporal delimiter before them.
      var data: [UInt8] = [0x12, 0]
      try reader.read(plan.tiles[0].extents[0], into: &data)
      let first = Programs.output("ffmpeg -v error -f obu -i - -f rawvideo -", data)
      #expect(try !first.isEmpty && decode(0) == first)
      #expect(try decode(nil) == decode(1))
      #expect(try decode(nil) != first)
      #expect(throws: CodecError.self) { try decode(2) }
    }
  }
#endif
