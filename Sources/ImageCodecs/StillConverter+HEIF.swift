import HEIF

extension StillConverter {
  /// Writes a HEIC or AVIF file.
  func convert(
    _ pipeline: BandPipeline, _ settings: HEIFPictureFile, from file: some ExtentReader,
    to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CDe265)
      let size = plan.displaySize
      let samples = try CodedSamples(plan, bitDepth: settings.bitDepth, mapsTones: mapsTones)
      let writer = try HEIFPictureWriter(
        settings, width: size.width, height: size.height, hasAlpha: alpha != nil,
        budget: planeBudget)
      try pipeline.run(from: file) { (band) throws(CodecError) in
        try writer.write(samples(band), at: band.rows.lowerBound, samples.points)
      }
      if let alpha {
        guard alpha.displaySize == size, let bitDepth = writer.bitDepth else {
          throw CodecError("the picture and its alpha have different sizes")
        }
        let second = try BandPipeline(
          alpha, threads: threadCount, budget: planeBudget, engine: engine)
        try second.run(from: file) { (band) throws(CodecError) in
          try writer.write(
            alpha: CodedSamples.alpha(band, alpha, bitDepth: bitDepth), at: band.rows.lowerBound)
        }
      }
      let byteCount = try writer.finish(to: descriptor, threads: threadCount, samples.siting)
      return Result(width: size.width, height: size.height, byteCount: byteCount, notes: [])
    #else
      throw CodecError("this build has no encoder; build it with the trait Codecs")
    #endif
  }
}
