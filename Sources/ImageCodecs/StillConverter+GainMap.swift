import CodecJob
import Exif
import FieldCoding
import HEIF

extension StillConverter {
  /// The file with the gain map, and with what the picture says of it.
  ///
  /// A lost map is no lost picture: if it cannot be made, the file stays as it is, and what went
  /// wrong is said.
  func adding(
    _ gainMap: GainMapJob?, to jpeg: JPEGFile, from file: some ExtentReader
  ) -> (jpeg: JPEGFile, lost: [String]) {
    guard let gainMap else { return (jpeg, []) }
    do throws(CodecError) {
      var changed = jpeg
      // First, because the picture's metadata states the length of the map.
      changed.gainMap = try encoded(gainMap, quality: jpeg.quality, from: file)
      changed.app1 = gainMap.pictureAPP1.map { $0.stating(length: changed.gainMap.count) }
      changed.app2 = gainMap.pictureAPP2
      _ = try changed.start(pictureSize: 0)
      return (changed, [])
    } catch {
      return (jpeg, ["the HDR gain map is lost: \(error.message)"])
    }
  }

  /// The map as a JPEG file.
  private func encoded(
    _ gainMap: GainMapJob, quality: Int, from file: some ExtentReader
  ) throws(CodecError) -> [UInt8] {
    let values = Array(gainMap.values)
    guard values.isEmpty || values.count == 256 else {
      throw CodecError("\(values.count) values are not those of 8 bits")
    }
    let conversion = try SampleConversion(gainMap.plan, mapsTones: false)
    // As sharp as the picture is enough.
    let pipeline = try BandPipeline(
      gainMap.plan, threads: threadCount, budget: planeBudget, engine: engine,
      size: size(of: gainMap.plan), keepsChroma: conversion.keepsPlanes)
    var own = JPEGFile()
    own.quality = quality
    own.app1 = gainMap.mapAPP1
    own.app2 = gainMap.mapAPP2
    let output = MemoryOutput()
    let writer = try JPEGWriter(
      own, width: pipeline.size.width, height: pipeline.size.height,
      bandHeight: pipeline.bandHeight, to: output)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      var pixels = try conversion.pixels(band)
      if !values.isEmpty {
        guard case .planes(let image) = pixels else {
          throw CodecError("it is in colour, and should be gray")
        }
        pixels = .planes(image.lumaMapped(by: values))
      }
      try writer.write(pixels, at: band.rows.lowerBound)
    }
    _ = try writer.finish()
    return output.bytes
  }
}

extension PlanarImage {
  /// Luma alone, with other values.
  ///
  /// - Parameter values: for each value of 8 bits.
  fileprivate func lumaMapped(by values: [UInt8]) -> PlanarImage {
    let result = PlanarImage(width: width, height: height, chroma: .monochrome, bitDepth: 8)
    for y in 0..<height { planes[0].lookUp(row: y, in: values, into: result.planes[0]) }
    return result
  }
}

extension Bytes {
  /// The payload of a segment with the length of the gain map in it, if it is XMP that has a place
  /// for it.
  fileprivate func stating(length: Int) -> Bytes {
    let token = Array(GainMapJob.lengthToken.utf8)
    var bytes = Array(self)
    guard bytes.starts(with: JPEGSegments.xmpIdentifier), count >= token.count,
      let place = (0...count - token.count).last(where: { bytes[$0...].starts(with: token) })
    else { return self }
    bytes.replaceSubrange(place..<place + token.count, with: Array("\(length)".utf8))
    return Bytes(bytes)
  }
}
