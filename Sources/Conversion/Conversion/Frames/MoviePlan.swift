import HEIF
public import ISOBMFF
public import Movie
public import WorkerClient

/// How the frames of a video track are decoded.
public struct MoviePlan: Sendable {
  /// One tile for each sample, in decoding order.
  let plan: ImagePlan
  /// The tiles that are shown, in the order in which they are.
  let shown: [UInt32]
  /// The size of a frame in square pixels, before it is rotated.
  let frameSize: ImagePlan.Size

  /// The most frames that are decoded: phones have 24 to 240 a second for three seconds.
  static let mostFrames = 3_000

  /// A plan for decoding the frames of a track.
  ///
  /// Throws if the track shows no frames or too many, if some are not in the file, or if they cannot be decoded
  /// together.
  ///
  /// - Parameters:
  ///   - samples: the indices of samples that are shown, in presentation order. Only these are decoded, and samples to
  ///     which they may refer.
  ///   - file: the file with the track.
  public init(
    _ track: Track, of file: BoxFile, samples: [Int]
  ) throws(ConversionError) {
    guard let first = samples.min(), let last = samples.max() else {
      throw ConversionError(.input, "shows no frame")
    }
    let start = MoviePlan.start(track, samples, first)
    guard samples.count <= MoviePlan.mostFrames, last - start < MoviePlan.mostFrames else {
      throw ConversionError(
        .input,
        "has \(samples.count) frames, and no more than \(MoviePlan.mostFrames) are compared with the still"
      )
    }
    let found = Array(track.samples.from(start).prefix(last - start + 1))
    guard found.count == last - start + 1,
      found.allSatisfy({ file.bytes.part($0.fileRange) != nil })
    else { throw ConversionError(.input, "has frames that are not in the file") }

    var plan: ImagePlan?
    var configurations: [Int: Int] = [:]
    for sample in found {
      if configurations[sample.descriptionIndex] != nil { continue }
      let own = try MoviePlan.plan(of: sample.descriptionIndex, track, file)
      if let common = plan {
        guard common.codec == own.codec, common.canvas == own.canvas else {
          throw ConversionError(.input, "has frames of several kinds, which are not compared yet")
        }
      }
      configurations[sample.descriptionIndex] = plan?.configurations.count ?? 0
      plan = plan ?? own
      if configurations.count > 1 { plan?.configurations += own.configurations }
    }
    guard var plan else { throw ConversionError(.input, "shows no frame") }
    plan.tiles = found.map { sample in
      var tile = ImagePlan.CodedImage()
      tile.configuration = configurations[sample.descriptionIndex] ?? 0
      tile.extents = sample.fileRange.isEmpty ? [] : [sample.fileRange]
      return tile
    }
    plan.columns = plan.tiles.count
    shown = samples.map { UInt32(clamping: $0 - start) }
    frameSize = MoviePlan.squarePixels(plan.canvas, track, found[0].descriptionIndex)
    self.plan = plan
  }

  /// The index where decoding starts: a sample that needs no earlier sample, and neither do the samples that are shown.
  private static func start(_ track: Track, _ samples: [Int], _ first: Int) -> Int {
    let start = track.samples.syncSample(upTo: first) ?? 0
    // Frames that are decoded after it and shown before it may need earlier samples.
    guard start > 0, let index = samples.firstIndex(of: start), index > 0,
      samples[..<index].contains(where: { $0 > start })
    else { return start }
    return track.samples.syncSample(upTo: start - 1) ?? 0
  }

  /// The plan of a sample entry, whose number counts from 1, like the plan of a photo.
  private static func plan(
    of index: Int, _ track: Track, _ file: BoxFile
  ) throws(ConversionError) -> ImagePlan {
    guard track.sampleEntries.indices.contains(index - 1) else {
      throw ConversionError(.input, "has frames of an unknown kind")
    }
    let entry = track.sampleEntries[index - 1]
    let parts = entry.children
    // Types of the same codec differ in the location of parameter sets, and in further layers.
    let type: FourCC? =
      parts.first("hvcC") != nil ? "hvc1" : parts.first("avcC") != nil ? "avc1" : nil
    guard let type, let visual = entry[VisualSampleEntry.self] else {
      throw ConversionError(.input, "has frames of '\(entry.type)', which are not compared yet")
    }
    guard let orientation = track.matrix.orientation else {
      throw ConversionError(.input, "has a matrix that does more than rotate or mirror its frames")
    }
    var size = ImageSpatialExtentsProperty()
    size.width = UInt32(visual.width)
    size.height = UInt32(visual.height)
    // Samples outside the clean aperture are also a part of the photo.
    let own = parts.filter { ["hvcC", "avcC", "colr"].contains($0.type) }
    let item = Item(1, type, data: 0..<1, [Box(size)] + own + orientation)
    do throws(FieldError) {
      return try HEIFFile(file, items: [item], primaryItemID: 1).plan(for: 1)
    } catch {
      throw ConversionError(.input, "cannot be decoded: \(error)")
    }
  }

  private static func squarePixels(
    _ size: ImagePlan.Size, _ track: Track, _ index: Int
  ) -> ImagePlan.Size {
    let shape = track.pixelShape(of: track.sampleEntries[index - 1])
    let width = Double(size.width) * Double(shape.hSpacing) / Double(shape.vSpacing)
    guard (1...65_535).contains(width.rounded()) else { return size }
    return ImagePlan.Size(width: Int(width.rounded()), height: size.height)
  }
}
