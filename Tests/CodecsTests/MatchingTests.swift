import FieldCoding
import HEIF
import Testing
import WorkerProtocol

@testable import Codecs

@Suite struct MatchingTests {
  /// A plane that has structure wherever one looks, of any size: `light` is called with coordinates from 0
  /// to 1 across the longer side.
  private func plane(
    _ width: Int, _ height: Int, bitDepth: Int = 8, _ light: (Double, Double) -> Double
  ) -> PlanarImage {
    let image = PlanarImage(width: width, height: height, chroma: .monochrome, bitDepth: bitDepth)
    let longer = Double(max(width, height))
    for y in 0..<height {
      for x in 0..<width {
        let value = light((Double(x) + 0.5) / longer, (Double(y) + 0.5) / longer)
        let top = Double((1 << bitDepth) - 1)
        image.planes[0].set(UInt16(min(max(value, 0), 1) * top), x, y)
      }
    }
    return image
  }

  /// Spots of light that do not repeat: their positions, squared sizes, and brightness.
  private static let spots: [(x: Double, y: Double, size: Double, light: Double)] = {
    var seed: UInt64 = 7
    func next() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 33) / Double(1 << 31)
    }
    return (0..<50).map { _ in
      let side = 0.06 + 0.09 * next()
      return (next(), next(), side * side, next() - 0.5)
    }
  }()

  private func scene(_ x: Double, _ y: Double) -> Double {
    var light = 0.3
    for spot in MatchingTests.spots {
      let (right, down) = (x - spot.x, y - spot.y)
      let distance = right * right + down * down
      if distance < spot.size { light += spot.light * (1 - distance / spot.size) }
    }
    return min(max(light, 0), 1)
  }

  private func small(_ image: PlanarImage) -> NormalisedPlane {
    NormalisedPlane(image.planes[0], bitDepth: image.bitDepth)
  }

  @Test func lightDoesNotMatter() throws {
    let picture = small(plane(64, 48, scene))
    let brighter = small(plane(64, 48) { 0.2 + 0.7 * scene($0, $1) })
    let deeper = small(plane(64, 48, bitDepth: 10, scene))
    let negative = small(plane(64, 48) { 1 - scene($0, $1) })
    let other = small(plane(64, 48) { scene(0.9 - $1, $0) })
    #expect(try #require(picture.likeness(of: picture, at: 0, 0)) > 0.9999)
    #expect(try #require(picture.likeness(of: brighter, at: 0, 0)) > 0.9)
    #expect(try #require(picture.likeness(of: deeper, at: 0, 0)) > 0.99)
    #expect(try #require(picture.likeness(of: negative, at: 0, 0)) < -0.9)
    #expect(abs(try #require(picture.likeness(of: other, at: 0, 0))) < 0.3)
    // A picture without details, and overlaps that are too small.
    #expect(picture.likeness(of: small(plane(64, 48) { _, _ in 0.5 }), at: 0, 0) == 0)
    #expect(picture.likeness(of: picture, at: 40, 30) == nil)
    #expect(picture.likeness(of: picture, at: 64, 48) == nil)
    #expect(picture.likeness(of: picture, at: -1_000, 0) == nil)
  }

  /// A frame of 128 × 96 shows a part of the still, which is 25 % larger, shifted by 4 to the right and 3 down: so the
  /// still is 160 wide in the frame's pixels, and starts as far to the left and up.
  @Test func aPartIsFound() {
    let still = StillSizes(plane(240, 180, scene))
    let scale = 128.0 / 160
    let frame = small(
      plane(128, 96) { x, y in
        scene((x - 0.5) * scale + 0.5 + 4.0 / 160, (y - 0.375) * scale + 0.375 + 3.0 / 160)
      })
    let found = frame.bestAlignment(of: still)
    #expect(abs(found.width - 160) <= 1)
    #expect(abs(found.x + 4) <= 1 && abs(found.y + 3) <= 1)
    #expect(found.score > 0.9)
  }

  @Test func shapesWithoutSenseAreNotCompared() {
    let frame = small(plane(64, 48, scene))
    for (width, height) in [(1, 300), (300, 1), (1, 1), (3, 2)] {
      _ = frame.bestAlignment(of: StillSizes(plane(width, height, scene)))
    }
    let line = small(plane(64, 1, scene))
    _ = line.bestAlignment(of: StillSizes(plane(96, 72, scene)))
    _ = small(plane(1, 1, scene)).bestAlignment(of: StillSizes(plane(96, 72, scene)))
  }

  // MARK: - Jobs

  private var job: MatchJob {
    var job = MatchJob()
    var image = ImagePlan.CodedImage()
    image.extents = [10..<20]
    job.still.codec = .jpeg
    job.still.configurations = [ImagePlan.DecoderConfiguration()]
    job.still.tiles = [image]
    job.still.tileSize = ImagePlan.Size(width: 8, height: 8)
    job.still.canvas = job.still.tileSize
    job.movie = job.still
    job.movie.codec = .avc
    job.movie.tiles = [image, image]
    job.movie.columns = 2
    job.shown = [1, 0]
    job.frameSize = ImagePlan.Size(width: 16, height: 8)
    job.threads = 3
    return job
  }

  @Test func theyGoToTheWorkerAndBack() throws {
    let again = try MatchJob(decoding: Bytes(job.encoded()))
    #expect(again.still == job.still && again.movie == job.movie)
    #expect(again.shown == [1, 0] && again.frameSize == job.frameSize && again.threads == 3)
    var reply = MatchReply()
    var finalist = MatchReply.Finalist()
    (finalist.frame, finalist.score) = (1, 2)
    (reply.finalists, reply.damagedCount) = ([finalist], 3)
    let answer = try MatchReply(decoding: Bytes(reply.encoded()))
    #expect(answer.finalists == [finalist] && answer.damagedCount == 3)
  }

  private struct Nothing: ExtentReader {
    func read(_ extent: Range<Int>, into bytes: inout [UInt8]) throws(CodecError) {
      throw CodecError("nothing is read")
    }
  }

  @Test func thoseWithoutSenseAreRefused() {
    func refusal(_ change: (inout MatchJob) -> Void) -> String {
      var job = job
      change(&job)
      do throws(CodecError) {
        _ = try FrameMatcher(job).match(still: Nothing(), movie: Nothing())
        return ""
      } catch {
        return error.message
      }
    }
    #expect(refusal { _ in }.contains("nothing is read"))
    #expect(refusal { $0.shown = [2] } == "shows no frame")
    #expect(refusal { $0.shown = [] } == "shows no frame")
    #expect(refusal { $0.movie.tiles = [] } == "shows no frame")
    #expect(refusal { $0.shown = Array(repeating: 0, count: 3_001) }.contains("more than 3000"))
    #expect(refusal { $0.movie.tiles[1].configuration = 1 }.contains("frames of"))
    #expect(refusal { $0.frameSize.height = 0 }.contains("frames of"))
    #expect(refusal { $0.movie.canvas.width = 1 << 40 }.contains("image"))
    #expect(refusal { $0.movie.transforms = [.rotate(quarterTurns: 9)] }.contains("quarter turns"))
    #expect(refusal { $0.still.tiles = [] }.contains("tiles"))
  }
}
