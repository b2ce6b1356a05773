import FieldCoding
import HEIF
import WorkerProtocol

extension PlanConverter {
  /// Writes a HEIC or AVIF file.
  func writeHEIF(
    _ given: HEIFPictureFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CDe265)
      var settings = given
      var lost: [String] = []
      if let thumbnail = madeThumbnail(from: file, threads: threadCount, &lost),
        let exif = thumbnail.added(to: given.exif, &lost)
      {
        settings.exif = Bytes(exif)
      }
      settings.isPremultiplied = isPremultiplied
      let size = size(of: plan)
      let samples = try HEIFEncoderSamples(
        plan, bitDepth: settings.bitDepth, mapsTones: mapsTones,
        alternate: alternatePicture(from: file), colours: ColourConverter(colourChange),
        isScaled: size != plan.displaySize)
      // Opacity counts for colours that are not multiplied yet.
      let weighs = size != plan.displaySize && !isPremultiplied
      let opacity = weighs ? try opacity(from: file) : nil
      let pipeline = try BandPipeline(
        plan, threads: threadCount, budget: planeBudget, engine: engine, size: size,
        keepsChroma: samples.keepsPlanes, opacity: opacity, overlayContent: overlayContent)
      let second = try opacityPipeline(size: size)
      let writer = try HEIFPictureWriter(
        settings, width: size.width, height: size.height, hasAlpha: second != nil,
        budget: planeBudget)
      let values = lumaValues
      try pipeline.run(from: file) { (band) throws(CodecError) in
        let image = try samples(band).mapped(by: values)
        try writer.write(image, at: band.rows.lowerBound, samples.points)
      }
      if let (second, matrix) = second {
        guard let bitDepth = writer.bitDepth else { throw CodecError("nothing was decoded") }
        try second.run(from: file) { (band) throws(CodecError) in
          try writer.write(
            alpha: HEIFEncoderSamples.alpha(band, matrix, bitDepth: bitDepth),
            at: band.rows.lowerBound)
        }
      }
      try writer.finish(to: descriptor, threads: threadCount, samples.siting)
      return Result(width: size.width, height: size.height, notes: lost)
    #else
      throw CodecError("this build has no encoder; build it with the trait Codecs")
    #endif
  }
}
