import FieldCoding
import HEIF

extension PlanConverter {
  /// Writes a PNG file.
  func writePNG(
    _ given: PNGFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CPNG) && canImport(CDe265)
      var lost: [String] = []
      var changed = given.withPlainText(&lost)
      if let thumbnail = madeThumbnail(from: file, threads: threadCount, &lost),
        let exif = thumbnail.added(to: given.exif, &lost)
      {
        changed.exif = Bytes(exif)
      }
      let png = changed
      let decoding = try RowDecoding(self, bitDepth: png.bitDepth, from: file)
      let size = decoding.size
      let writer = try PNGWriter(
        png, width: size.width, height: size.height, bandHeight: decoding.bandHeight,
        to: descriptor)
      // Code points are shorter than a profile, but have to describe the colours.
      let colour = plan.sampleColour
      let isStated =
        colourChange == nil && colour.colourPrimaries != 2 && colour.transferCharacteristics != 2
      let stated = isStated && (png.iccProfile.isEmpty || colour.isHDR) ? colour : nil
      try decoding.run(from: file) { (rows, row, isMapped) throws(CodecError) in
        try writer.write(rows, at: row, isMapped ? nil : stated)
      }
      let warning = try writer.finish().warning
      let notes = warning.isEmpty ? lost : lost + ["libpng left something out: \(warning)"]
      return Result(width: size.width, height: size.height, notes: notes)
    #else
      throw CodecError("this build has no PNG encoder; build it with the trait Codecs")
    #endif
  }

  /// Writes the samples, row by row, and nothing else.
  func writeSamples(
    _ samples: SampleFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let decoding = try RowDecoding(self, bitDepth: samples.bitDepth, from: file)
    let writer = RowWriter(bandHeight: decoding.bandHeight, to: descriptor)
    try decoding.run(from: file) { (rows, row, _) throws(CodecError) in
      try writer.write(rows, at: row)
    }
    let form = try writer.finish()
    let size = decoding.size
    guard writer.byteCount == size.width * size.height * form.channels * form.bitDepth / 8 else {
      throw CodecError("the image is not complete")
    }
    var result = Result(width: size.width, height: size.height, notes: [])
    (result.channels, result.bitDepth) = (form.channels, form.bitDepth)
    return result
  }
}

/// The conversion of an image to rows of red, green and blue, or of grey, with alpha if it has some.
private struct RowDecoding {
  private let pipeline: BandPipeline
  private let bitDepth: Int?
  /// Samples of 16 bits keep the light of an HDR image; others are brought into that of a screen.
  private let mapped: PixelConversion
  private let kept: PixelConversion

  var size: ImagePlan.Size { pipeline.size }
  var bandHeight: Int { pipeline.bandHeight }

  /// - Parameter bitDepth: 8 or 16; nil for 16 if the image has more than 8 bits, or light that 8 bits would not hold.
  init(
    _ converter: PlanConverter, bitDepth: Int?, from file: some ExtentReader
  ) throws(CodecError) {
    let size = converter.size(of: converter.plan)
    let own = try converter.opacity(from: file)
    let opacity = own?.scaled(to: size)
    pipeline = try BandPipeline(
      converter.plan, threads: converter.threadCount, budget: converter.planeBudget,
      engine: converter.engine, size: size, keepsChroma: false, opacity: own,
      overlayContent: converter.overlayContent)
    let colours = try ColourConverter(converter.colourChange)
    mapped = try PixelConversion(
      converter.plan, mapsTones: converter.mapsTones,
      alternate: converter.alternatePicture(from: file), colours: colours, opacity: opacity)
    kept = try PixelConversion(
      converter.plan, mapsTones: false, colours: colours, opacity: opacity)
    self.bitDepth = bitDepth
  }

  /// - Parameter body: gets the rows of a band, the row of the image at which it starts, and whether its light was
  ///   mapped; bands come in any order, from several threads.
  func run(
    from file: some ExtentReader,
    _ body: @escaping @Sendable (SampleRows, Int, Bool) throws(CodecError) -> Void
  ) throws(CodecError) {
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let bitDepth = bitDepth ?? (kept.isDeep(band.image) || mapped.isMapped ? 16 : 8)
      let conversion = bitDepth == 8 ? mapped : kept
      let rows = try conversion.rows(band, bitDepth: bitDepth)
      try body(rows, band.rows.lowerBound, conversion.isMapped)
    }
  }
}
