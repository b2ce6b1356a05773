import HEIF
import Testing

@testable import Codecs

extension PlanarImage {
  /// This picture in the form of a decoder's output.
  var tile: DecodedTile {
    var tile = DecodedTile(
      width: width, height: height, chroma: chroma, bitDepth: bitDepth)
    tile.planes = planes.compactMap { plane in
      unsafe plane.memory.baseAddress.map { base in
        unsafe DecodedTile.Plane(
          base: UnsafeRawPointer(base), stride: plane.stride, width: plane.width,
          height: plane.height)
      }
    }
    return tile
  }

  /// The visible part of this picture, cut into tiles and joined in bands.
  ///
  /// - Parameters:
  ///   - tileSide: nil for a single tile.
  ///   - bandHeight: even.
  ///   - siting: the siting of chroma that is interpolated where it cannot stay unchanged.
  func shown(
    _ transforms: [ImagePlan.Transform], tileSide: Int? = nil, bandHeight: Int = 128,
    siting: ChromaSiting? = nil
  ) throws -> PlanarImage {
    var plan = ImagePlan()
    plan.canvas = ImagePlan.Size(width: width, height: height)
    plan.transforms = transforms
    plan.tileSize = tileSide.map { ImagePlan.Size(width: $0, height: $0) } ?? plan.canvas
    plan.columns = (width + plan.tileSize.width - 1) / plan.tileSize.width
    plan.rows = (height + plan.tileSize.height - 1) / plan.tileSize.height
    plan.configurations = [ImagePlan.DecoderConfiguration()]
    plan.tiles = Array(repeating: ImagePlan.CodedImage(), count: plan.columns * plan.rows)
    // Bands with rows around them, and without.
    let pipelines = try [false, siting == nil].map {
      try BandPipeline(plan, threads: 1, budget: 1 << 24, keepsChroma: $0)
    }
    let placement = pipelines[0].placement

    // Tiles reach over the edges of the picture.
    let padded = PlanarImage(
      width: plan.columns * plan.tileSize.width, height: plan.rows * plan.tileSize.height,
      chroma: chroma, bitDepth: bitDepth)
    padded.fill { plane, x, y in
      x < planes[plane].width && y < planes[plane].height ? planes[plane][x, y] : 77
    }
    let store = TileStore(plan, budget: 1 << 24)
    for index in plan.tiles.indices {
      let (x, y) = (index % plan.columns, index / plan.columns)
      let part = padded.part(
        x: x * plan.tileSize.width..<(x + 1) * plan.tileSize.width,
        y: y * plan.tileSize.height..<(y + 1) * plan.tileSize.height)
      try store.keep(part.tile, at: index)
      withExtendedLifetime(part) {}
    }
    var result: PlanarImage?
    for top in stride(from: 0, to: placement.height, by: bandHeight) {
      let rows = top..<min(top + bandHeight, placement.height)
      let reach = pipelines[top / bandHeight % 2].reach(of: rows)
      let band = try #require(store.band(rows, from: reach, placement, nil, siting))
      let image =
        result
        ?? PlanarImage(
          width: placement.width, height: placement.height, chroma: band.image.chroma,
          bitDepth: bitDepth)
      image.take(band)
      result = image
    }
    return try #require(result)
  }
}
