import HEIF

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
