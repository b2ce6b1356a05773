import HEIF
import Synchronization
import WorkerProtocol

/// Makes the image that is shown, band by band.
///
/// Several threads decode tiles, in the order in which the image needs them. As soon as the tiles of a band are
/// decoded, it is passed on, and tiles that no other band needs are dropped: only a few rows of tiles are in memory at
/// a time, even if the image is rotated.
struct BandPipeline: Sendable {
  /// Rows of a band. A multiple of the rows of an MCU of JPEG, and small enough to stay in the cache.
  static let usualBandHeight = 128

  let plan: ImagePlan
  let placement: PixelPlacement
  let threads: Int
  let budget: Int
  let engine: EngineChoice
  /// If set, bands are those of a smaller image.
  let scaling: Scaling?
  /// Rows around a band that it comes with.
  private let margin: Int
  /// The position of chroma samples for interpolation; nil if they are repeated.
  private let siting: ChromaSiting?
  /// The content of the bands of an overlay.
  let overlayContent: OverlayContent

  /// - Parameters:
  ///   - budget: the bytes of the tiles that may be in memory.
  ///   - size: the size of the image that the bands make up; nil for its own.
  ///   - keepsChroma: whether chroma keeps its resolution. Otherwise it gets the resolution of luma if the image is
  ///     scaled; if not, bands also have the rows for interpolation.
  ///   - opacity: the alpha of the image in its own size; nil if it is opaque.
  init(
    _ plan: ImagePlan, threads: Int, budget: Int, engine: EngineChoice = EngineChoice(),
    size: ImagePlan.Size? = nil, keepsChroma: Bool = true, opacity: Opacity? = nil,
    overlayContent: OverlayContent = .colours
  ) throws(CodecError) {
    try plan.check()
    self.overlayContent = overlayContent
    self.plan = plan
    self.threads = max(1, threads)
    self.budget = budget
    self.engine = engine
    placement = PixelPlacement(plan)
    scaling = Scaling(
      placement, size, ChromaSiting(plan.codec), keepsChroma: keepsChroma, opacity: opacity)
    margin = keepsChroma ? 0 : 2
    siting = keepsChroma && scaling == nil ? nil : ChromaSiting(plan.codec)
  }

  /// The size of the image that the bands make up.
  var size: ImagePlan.Size {
    scaling?.target ?? ImagePlan.Size(width: placement.width, height: placement.height)
  }

  /// Rows of all bands but the last.
  var bandHeight: Int { scaling?.bandHeight ?? BandPipeline.usualBandHeight }

  /// The rows of all bands, from the top.
  var bands: [Range<Int>] {
    stride(from: 0, to: size.height, by: bandHeight).map {
      $0..<min($0 + bandHeight, size.height)
    }
  }

  /// The rows of the whole image that a band is computed from.
  func reach(of rows: Range<Int>) -> Range<Int> {
    scaling?.reach(of: rows)
      ?? max(0, rows.lowerBound - margin)..<min(placement.height, rows.upperBound + margin)
  }

  /// The work on a band, by one of several threads and in any order.
  typealias Body = @Sendable (Band) throws(CodecError) -> Void

  /// Other work, which one of the threads does.
  typealias Work = @Sendable () throws(CodecError) -> Void

  /// Decodes the image.
  ///
  /// - Parameter other: done first by one of the threads, while the others decode.
  func run(
    from file: some ExtentReader, alongside other: @escaping Work = {}, _ body: @escaping Body
  ) throws(CodecError) {
    if let overlay = plan.overlay {
      try other()
      return try run(overlay, from: file, body)
    }
    try run(from: file, .bands(other, body))
  }

  /// Decodes all tiles, and says which of them are lost.
  func survey(from file: some ExtentReader) throws(CodecError) -> TileSurvey {
    guard plan.overlay == nil else { throw CodecError("the image is an overlay") }
    let survey = TileSurvey(plan)
    try run(from: file, .survey(survey))
    return survey
  }

  /// The purpose of decoding the tiles.
  private enum Purpose {
    case bands(Work, Body)
    case survey(TileSurvey)
  }

  private func run(from file: some ExtentReader, _ purpose: Purpose) throws(CodecError) {
    #if canImport(CDe265)
      switch plan.codec {
      case .hevc: try runHEVC(from: file, purpose)
      case .avc:
        try run(from: file, LibAVDecoder<AVCImageStream>.self, engine.avcDecoder(), purpose)
      case .av1: try runAV1(from: file, purpose)
      case .jpeg where plan.tiles.contains(where: \.isCut):
        try run(from: file, TruncatedJPEGImage.self, purpose)
      case .jpeg where plan.configurations.contains { $0.itemType == nil }:
        try run(from: file, JPEGDecoder.self, purpose)
      case .jpeg: try run(from: file, JPEGDecoder.self, engine.otherDecoder(.jpeg), purpose)
      case .png where plan.tiles.contains(where: \.isCut):
        try run(from: file, TruncatedPNGImage.self, purpose)
      case .png: try run(from: file, PNGDecoder.self, purpose)
      case .uncompressed:
        try run(from: file, UncompressedDecoder.self, engine.otherDecoder(nil), purpose)
      case .jpeg2000:
        let choice = try engine.otherDecoder(.jpeg2000) { () throws(CodecError) in
          _ = try OpenJPEGDecoder.usualLibrary()
        }
        try run(from: file, OpenJPEGDecoder.self, choice, purpose)
      case .other:
        guard engine.second == nil else {
          throw CodecError(
            "there is only one decoder of it, so that nothing can be compared", .unsupported)
        }
        try run(from: file, LibHEIFDecoder<OtherItem>.self, purpose)
      }
    #else
      throw CodecError("this build has no decoder; build it with the trait Codecs", .unsupported)
    #endif
  }

  #if canImport(CDe265)
    private func runHEVC(from file: some ExtentReader, _ purpose: Purpose) throws(CodecError) {
      if plan.configurations.contains(where: { $0.referenceCount > 0 }) {
        guard engine.second == nil else {
          throw CodecError(
            "there is only one decoder for images that are predicted from others, so that nothing can be compared",
            .unsupported)
        }
        return try run(from: file, De265Decoder.self, purpose)
      }
      if plan.tiles.contains(where: \.isCut) {
        return try run(from: file, TruncatedImageDecoder<TruncatedHEVCImage>.self, purpose)
      }
      let samples = plan.tileSize.width * plan.tileSize.height * plan.tiles.count
      switch try engine.decoder(samples: samples) {
      case .careful: try run(from: file, CarefulDecoder.self, purpose)
      case .de265: try run(from: file, De265Decoder.self, purpose)
      case .libav: try run(from: file, LibAVDecoder<HEVCImageStream>.self, purpose)
      case .libheif: try run(from: file, LibHEIFDecoder<HEVCItem>.self, purpose)
      case .libheifAndDe265:
        try run(
          from: file, TileCrossCheck<LibHEIFDecoder<HEVCItem>, De265Decoder>.self, purpose)
      case .libheifAndLibav:
        try run(
          from: file,
          TileCrossCheck<LibHEIFDecoder<HEVCItem>, LibAVDecoder<HEVCImageStream>>.self, purpose)
      case .libavAndDe265:
        try run(
          from: file, TileCrossCheck<LibAVDecoder<HEVCImageStream>, De265Decoder>.self, purpose)
      }
    }

    private func runAV1(from file: some ExtentReader, _ purpose: Purpose) throws(CodecError) {
      if plan.tiles.contains(where: \.isCut) {
        return try run(from: file, TruncatedImageDecoder<TruncatedAV1Image>.self, purpose)
      }
      typealias ByDav1d = LibAVDecoder<AV1ImageStream<Dav1d>>
      typealias ByAom = LibAVDecoder<AV1ImageStream<Aom>>
      switch try engine.av1Decoder() {
      case .dav1d: try run(from: file, ByDav1d.self, purpose)
      case .aom: try run(from: file, ByAom.self, purpose)
      case .libheif: try run(from: file, LibHEIFDecoder<AV1Item>.self, purpose)
      case .dav1dAndAom: try run(from: file, TileCrossCheck<ByDav1d, ByAom>.self, purpose)
      case .libheifAndDav1d:
        try run(from: file, TileCrossCheck<LibHEIFDecoder<AV1Item>, ByDav1d>.self, purpose)
      case .libheifAndAom:
        try run(from: file, TileCrossCheck<LibHEIFDecoder<AV1Item>, ByAom>.self, purpose)
      }
    }

    /// - Parameter own: the decoder besides libheif.
    private func run<Decoder: TileDecoder & ~Copyable>(
      from file: some ExtentReader, _ own: Decoder.Type, _ choice: EngineChoice.OtherDecoder,
      _ purpose: Purpose
    ) throws(CodecError) {
      switch choice {
      case .own: try run(from: file, own, purpose)
      case .libheif: try run(from: file, LibHEIFDecoder<OtherItem>.self, purpose)
      case .both:
        try run(from: file, TileCrossCheck<LibHEIFDecoder<OtherItem>, Decoder>.self, purpose)
      }
    }
  #endif

  private func run<Decoder: TileDecoder & ~Copyable>(
    from file: some ExtentReader, _ decoder: Decoder.Type, _ purpose: Purpose
  ) throws(CodecError) {
    switch purpose {
    case .bands(let other, let body): try run(from: file, decoder, other, body)
    case .survey(let survey):
      try survey.decode(plan, decoder, threads: threads, budget: budget, from: file)
    }
  }

  private func run<Decoder: TileDecoder & ~Copyable>(
    from file: some ExtentReader, _: Decoder.Type, _ other: @escaping Work, _ body: @escaping Body
  ) throws(CodecError) {
    let tiles = TileStore(plan, budget: budget)
    PictureDecodingTime.beginPipeline()
    defer { PictureDecodingTime.endPipeline() }
    let gray = try grayTile(from: file, Decoder.self)
    let hand = { @Sendable (rows: Range<Int>) throws(CodecError) in
      try PictureDecodingTime.bands { () throws(CodecError) in
        guard let band = tiles.band(rows, from: reach(of: rows), placement, scaling, siting)
        else {
          throw CodecError("nothing was decoded")
        }
        try body(band)
      }
    }
    let queue = TileJobQueue<TileDecoders<Decoder>>()
    queue.add { (_) throws(CodecError) in try other() }
    if plan.tiles.count == 1 {
      queue.add { (decoders) throws(CodecError) in
        // The decoder holds the whole image, and a copy would be a second one.
        try decoders.decode(0, from: file) { (tile) throws(CodecError) in
          try tiles.keep(tile, at: 0, copies: false)
          defer { tiles.drop(0) }
          let queue = TileJobQueue<Nothing>()
          for rows in bands { queue.add { (_) throws(CodecError) in try hand(rows) } }
          try queue.run(threads: threads) { () throws(CodecError) in Nothing() }
        }
      }
      return try run(queue)
    }
    let needs = TileNeeds(
      bands.map { tiles.tiles(under: placement.part(rows: reach(of: $0))) })
    for index in needs.order {
      queue.add { (decoders) throws(CodecError) in
        if plan.tiles[index].isLost, let gray {
          try withExtendedLifetime(gray) { () throws(CodecError) in
            try tiles.keep(DecodedTile(gray), at: index)
          }
        } else {
          try decoders.decode(index, from: file) { (tile) throws(CodecError) in
            try tiles.keep(tile, at: index)
          }
        }
        for band in needs.bandsComplete(with: index) {
          queue.addUrgently { (_) throws(CodecError) in
            try hand(bands[band])
            for tile in needs.tilesDone(with: band) { tiles.drop(tile) }
          }
        }
      }
    }
    try run(queue)
  }

  private func run<Decoder: TileDecoder & ~Copyable>(
    _ queue: TileJobQueue<TileDecoders<Decoder>>
  ) throws(CodecError) {
    try queue.run(threads: threads) { () throws(CodecError) in
      TileDecoders(plan, budget: budget, isTimed: true)
    }
  }
}

/// The input of jobs that need none.
private struct Nothing {}

/// The tiles that each band needs.
private final class TileNeeds: Sendable {
  private let tilesOfBand: [[Int]]
  private let bandsOfTile: [Int: [Int]]
  private struct Counts {
    /// Tiles that are not there yet, by band.
    var missing: [Int]
    /// Bands that are not done yet, by tile.
    var open: [Int: Int]
  }
  private let counts: Mutex<Counts>

  init(_ tilesOfBand: [[Int]]) {
    var bandsOfTile: [Int: [Int]] = [:]
    for (band, tiles) in tilesOfBand.enumerated() {
      for tile in tiles { bandsOfTile[tile, default: []].append(band) }
    }
    self.tilesOfBand = tilesOfBand
    self.bandsOfTile = bandsOfTile
    counts = Mutex(
      Counts(missing: tilesOfBand.map(\.count), open: bandsOfTile.mapValues(\.count)))
  }

  /// The tiles that are needed at all, those of the first bands first.
  var order: [Int] {
    bandsOfTile.sorted { ($0.value[0], $0.key) < ($1.value[0], $1.key) }.map(\.key)
  }

  /// The bands that this tile completes.
  func bandsComplete(with tile: Int) -> [Int] {
    counts.withLock { counts in
      (bandsOfTile[tile] ?? []).filter { band in
        counts.missing[band] -= 1
        return counts.missing[band] == 0
      }
    }
  }

  /// The tiles that nothing needs any more now that a band is done.
  func tilesDone(with band: Int) -> [Int] {
    counts.withLock { counts in
      tilesOfBand[band].filter { tile in
        counts.open[tile, default: 0] -= 1
        return counts.open[tile] == 0
      }
    }
  }
}

/// The result that is computed from the images of an overlay.
enum OverlayContent {
  /// Their colours over those of the canvas, however opaque that is.
  case colours
  /// The same, multiplied by the opacity of the whole.
  case multipliedColours
  /// The alpha of the result.
  case opacity
}

extension BandPipeline {
  /// Composes the images of an overlay, and passes the result on in bands.
  ///
  /// The canvas has red, green and blue of 8 bits, or alpha, and is in memory as a whole.
  func run(
    _ overlay: ImagePlan.Overlay, from file: some ExtentReader, _ body: @escaping Body
  ) throws(CodecError) {
    let canvas = try makePicture(
      of: plan.canvas, overlayContent == .opacity ? .monochrome : .yuv444)
    canvas.fill(overlay.fill, overlayContent)
    for (index, layer) in overlay.layers.enumerated() {
      do throws(CodecError) {
        if overlayContent == .opacity {
          try drawOpacity(of: layer, on: canvas, from: file)
        } else {
          try draw(layer, on: canvas, from: file)
        }
      } catch {
        throw CodecError(
          "image \(index + 1) of \(overlay.layers.count) of the overlay: \(error.message)")
      }
    }
    var whole = plan
    whole.tileSize = plan.canvas
    whole.tiles = [ImagePlan.CodedImage()]
    let store = TileStore(whole, budget: budget)
    store.keep(canvas)
    for rows in bands {
      guard let band = store.band(rows, from: reach(of: rows), placement, scaling) else {
        throw CodecError("nothing was decoded")
      }
      try body(band)
    }
  }

  private func makePicture(
    of size: ImagePlan.Size, _ chroma: ChromaSampling
  ) throws(CodecError) -> PlanarImage {
    let need = PlanarImage.byteCount(
      width: size.width, height: size.height, chroma: chroma, bitDepth: 8)
    if let excess = CodecError.excess(need, over: budget) { throw excess }
    return PlanarImage(width: size.width, height: size.height, chroma: chroma, bitDepth: 8)
  }

  private func draw(
    _ layer: ImagePlan.Layer, on canvas: PlanarImage, from file: some ExtentReader
  ) throws(CodecError) {
    let opacity = try opacity(of: layer, from: file)
    let matrix = try ColourMatrix(layer.plan.sampleColour)
    let chromaPlacement = ChromaPlacement(layer.plan)
    let (x, y, isPremultiplied) = (layer.x, layer.y, layer.isPremultiplied)
    let pipeline = try BandPipeline(
      layer.plan, threads: threads, budget: budget, engine: engine, keepsChroma: false)
    // Bands have their own rows, so each thread has its own part of the canvas.
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let rows = band.start..<band.start + band.rows.count
      let colours = band.image.rgb(matrix, rows: rows, nil, chromaPlacement)
      for row in 0..<colours.height
      where (0..<canvas.height).contains(y + band.rows.lowerBound + row) {
        for column in max(0, -x)..<max(max(0, -x), min(colours.width, canvas.width - x)) {
          let alpha =
            opacity.map { UInt32($0.planes[0][column, band.rows.lowerBound + row]) } ?? 255
          let start = (row * colours.width + column) * 3
          for (plane, channel) in zip(canvas.planes, [1, 2, 0]) {
            let point = (x + column, y + band.rows.lowerBound + row)
            let below = UInt32(plane[point.0, point.1]) * (255 - alpha)
            let above = UInt32(colours.samples[start + channel]) * (isPremultiplied ? 255 : alpha)
            plane.set(UInt16(min(255, (above + below + 127) / 255)), point.0, point.1)
          }
        }
      }
    }
  }

  /// The content behind a layer is visible as far as the layer is not opaque.
  private func drawOpacity(
    of layer: ImagePlan.Layer, on canvas: PlanarImage, from file: some ExtentReader
  ) throws(CodecError) {
    let opacity = try opacity(of: layer, from: file)
    let (size, plane) = (layer.plan.displaySize, canvas.planes[0])
    for y in max(0, layer.y)..<max(max(0, layer.y), min(plane.height, layer.y + size.height)) {
      for x in max(0, layer.x)..<max(max(0, layer.x), min(plane.width, layer.x + size.width)) {
        let own = opacity.map { UInt32($0.planes[0][x - layer.x, y - layer.y]) } ?? 255
        let behind = UInt32(plane[x, y]) * (255 - own)
        plane.set(UInt16(own + (behind + 127) / 255), x, y)
      }
    }
  }

  /// The alpha of a shown layer, with 8 bits; nil if it is opaque.
  private func opacity(
    of layer: ImagePlan.Layer, from file: some ExtentReader
  ) throws(CodecError) -> PlanarImage? {
    guard let alpha = layer.alpha else { return nil }
    let matrix = try ColourMatrix(alpha.sampleColour)
    let pipeline = try BandPipeline(alpha, threads: threads, budget: budget, engine: engine)
    let picture = try makePicture(of: alpha.displaySize, .monochrome)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let luma = band.core.with8BitFullRange(from: matrix).planes[0]
      picture.planes[0].part(0..<picture.width, band.rows).copy(luma)
    }
    return picture
  }
}

extension PlanarImage {
  /// - Parameter colour: red, green, blue and opacity; 65535 is the most.
  fileprivate func fill(_ colour: [UInt16], _ content: OverlayContent) {
    // Planes of the identity matrix are green, blue and red.
    for (plane, channel) in zip(planes, content == .opacity ? [3] : [1, 2, 0]) {
      var value = Double(colour[channel]) / 65_535
      if content == .multipliedColours { value *= Double(colour[3]) / 65_535 }
      let sample = UInt16((value * 255).rounded())
      for y in 0..<plane.height {
        for x in 0..<plane.width { plane.set(sample, x, y) }
      }
    }
  }
}
