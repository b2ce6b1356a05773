import HEIF
import Testing
import WorkerProtocol

/// The decoded pixels count, not the shown ones: a file of some kilobytes can name one image a thousand times.
@Suite struct DecodingCostTests {
  private func plan(_ width: Int, _ height: Int, tiles: Int = 1) -> ImagePlan {
    var plan = ImagePlan()
    plan.tileSize = ImagePlan.Size(width: width, height: height)
    plan.canvas = plan.tileSize
    plan.tiles = Array(repeating: ImagePlan.CodedImage(), count: tiles)
    return plan
  }

  @Test func tilesAndLayersAndAlphaCount() {
    var job = ConversionJob()
    job.plan = plan(1000, 1000, tiles: 12)
    #expect(job.decodedSampleCount == 12_000_000)
    #expect(job.leastProcessorTime == 0)
    var layer = ImagePlan.Layer()
    layer.plan = plan(1000, 1000)
    layer.alpha = plan(1000, 1000)
    var overlay = ImagePlan.Overlay()
    overlay.layers = Array(repeating: layer, count: 20_000)
    job.plan.overlay = overlay
    #expect(job.decodedSampleCount == 40_000_000_000)
    #expect(job.leastProcessorTime == 200)
    #expect(job.leastProcessorTime > job.limits.processorTime)
  }
}
