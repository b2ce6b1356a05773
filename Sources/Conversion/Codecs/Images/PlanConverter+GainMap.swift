import FieldCoding
import HEIF
import Metadata
import WorkerProtocol

extension PlanConverter {
  /// The file with the gain map, and with the metadata of the image about the map.
  ///
  /// If the map cannot be made, the image is written without it: the file does not change then, and `lost` has the
  /// reason.
  ///
  /// - Parameters:
  ///   - thumbnail: the thumbnail that is added to the Exif metadata.
  ///   - lost: sentences about what is missing in the file.
  func adding(
    _ gainMap: GainMapJob?, to jpeg: JPEGFile, _ thumbnail: EncodedThumbnail?,
    from file: some ExtentReader, threads: Int, _ lost: inout [String]
  ) -> JPEGFile {
    var plain = jpeg
    plain.app1 = thumbnail?.added(to: jpeg.app1, &lost) ?? jpeg.app1
    guard let gainMap else { return plain }
    do throws(CodecError) {
      var changed = jpeg
      // First, because the image's metadata states the length of the map.
      changed.gainMap = try encoded(gainMap, quality: jpeg.quality, from: file, threads: threads)
      changed.app1 = gainMap.pictureAPP1.map { $0.stating(lengthOfGainMap: changed.gainMap.count) }
      var unsaid: [String] = []
      changed.app1 = thumbnail?.added(to: changed.app1, &unsaid) ?? changed.app1
      changed.app2 = gainMap.pictureAPP2
      _ = try changed.start(pictureSize: 0)
      return changed
    } catch {
      lost.append("the HDR gain map is lost: \(error.message)")
      return plain
    }
  }

  /// The map as a JPEG file.
  private func encoded(
    _ gainMap: GainMapJob, quality: Int, from file: some ExtentReader, threads: Int
  ) throws(CodecError) -> [UInt8] {
    let values = Array(gainMap.values)
    let conversion = try PixelConversion(gainMap.plan, mapsTones: false)
    var own = JPEGFile()
    own.quality = quality
    own.app1 = gainMap.mapAPP1
    own.app2 = gainMap.mapAPP2
    // It is enough that the map is as sharp as the image.
    return try encoded(
      gainMap.plan, as: own, size: size(of: gainMap.plan), conversion, from: file,
      threads: threads
    ) { (pixels) throws(CodecError) in try pixels.mapped(by: values) }
  }

  /// An image as a JPEG file in memory.
  ///
  /// - Parameter change: changes the pixels of each band.
  func encoded(
    _ plan: ImagePlan, as jpeg: JPEGFile, size: ImagePlan.Size, _ conversion: PixelConversion,
    from file: some ExtentReader, threads: Int,
    _ change: @escaping @Sendable (JPEGFile.Pixels) throws(CodecError) -> JPEGFile.Pixels = {
      (pixels) throws(CodecError) in pixels
    }
  ) throws(CodecError) -> [UInt8] {
    let pipeline = try BandPipeline(
      plan, threads: threads, budget: planeBudget, engine: engine, size: size,
      keepsChroma: conversion.keepsPlanes)
    let output = MemoryOutput()
    let writer = try JPEGWriter(
      jpeg, width: size.width, height: size.height, bandHeight: pipeline.bandHeight, to: output)
    try writer.begin(jpeg)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      try writer.write(change(conversion.pixels(band)), at: band.rows.lowerBound)
    }
    try writer.finish()
    return output.bytes
  }
}

extension JPEGFile.Pixels {
  /// Only the luma plane, with new values; the whole image, unchanged, if `values` is empty.
  func mapped(by values: [UInt8]) throws(CodecError) -> JPEGFile.Pixels {
    guard !values.isEmpty else { return self }
    guard case .planes(let image) = self else {
      throw CodecError("it is in colour, and should be grey")
    }
    return .planes(try image.mapped(by: values))
  }
}

extension PlanarImage {
  /// Only the luma plane, with new values; the whole image, unchanged, if `values` is empty.
  ///
  /// - Parameter values: for each value of 8 bits.
  func mapped(by values: [UInt8]) throws(CodecError) -> PlanarImage {
    guard !values.isEmpty else { return self }
    guard values.count == 256, bitDepth == 8 else {
      throw CodecError("\(values.count) values are not those of \(bitDepth) bits")
    }
    let result = PlanarImage(width: width, height: height, chroma: .monochrome, bitDepth: 8)
    for y in 0..<height { planes[0].lookUp(row: y, in: values, into: result.planes[0]) }
    return result
  }
}
