import CodecJob
import FieldCoding
import HEIF

extension StillConverter {
  /// Writes a HEIC or AVIF file.
  func convert(
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
      settings.isPremultiplied = alpha?.isPremultiplied == true
      let size = size(of: plan)
      let samples = try CodedSamples(
        plan, bitDepth: settings.bitDepth, mapsTones: mapsTones,
        colours: ColourConverter(colourChange), isScaled: size != plan.displaySize)
      let opacity = size != plan.displaySize ? try opacity(from: file) : nil
      let pipeline = try BandPipeline(
        plan, threads: threadCount, budget: planeBudget, engine: engine, size: size,
        keepsChroma: samples.keepsPlanes, opacity: opacity)
      let writer = try HEIFPictureWriter(
        settings, width: size.width, height: size.height, hasAlpha: alpha != nil,
        budget: planeBudget)
      try pipeline.run(from: file) { (band) throws(CodecError) in
        try writer.write(samples(band), at: band.rows.lowerBound, samples.points)
      }
      if let alpha {
        guard let bitDepth = writer.bitDepth else { throw CodecError("nothing was decoded") }
        let second = try BandPipeline(
          alpha.plan, threads: threadCount, budget: planeBudget, engine: engine, size: size)
        try second.run(from: file) { (band) throws(CodecError) in
          try writer.write(
            alpha: CodedSamples.alpha(band, alpha.plan, bitDepth: bitDepth),
            at: band.rows.lowerBound)
        }
      }
      let byteCount = try writer.finish(to: descriptor, threads: threadCount, samples.siting)
      return Result(width: size.width, height: size.height, byteCount: byteCount, notes: lost)
    #else
      throw CodecError("this build has no encoder; build it with the trait Codecs")
    #endif
  }
}
