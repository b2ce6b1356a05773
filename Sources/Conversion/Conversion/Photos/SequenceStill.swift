import HEIF
package import ISOBMFF
package import Movie
import WorkerClient

/// An image of an image sequence (ISO/IEC 23008-12 §7) that can be decoded by itself.
struct SequenceStill {
  private let boxes: BoxFile
  private let track: Track
  /// The alpha track of the images, if there is one.
  private let alpha: Track?
  private let isPremultiplied: Bool

  /// Finds an image of a sequence. Nil if the file has no image sequence.
  init?(_ boxes: BoxFile) {
    guard let movie = MovieFile(boxes),
      let track = movie.tracks.first(where: { $0.handlerType == "pict" && !$0.isAuxiliary })
    else { return nil }
    self.boxes = boxes
    self.track = track
    alpha = movie.alpha(of: track)
    isPremultiplied = alpha.map { movie.isPremultiplied(track, by: $0) } ?? false
  }

  /// Whether the file is first of all the sequence, whose transparency its still image lacks.
  func isMoreTransparent(than still: UInt32, of file: HEIFFile) -> Bool {
    let brand = boxes.boxes.first(FileTypeBox.self)?.majorBrand
    return alpha != nil && ["avis", "msf1", "hevc", "hevx"].contains(brand)
      && !file.auxiliaryImages(of: still).contains { $0.kind == .alpha }
  }

  /// The sample as an item that is shown, and its alpha.
  ///
  /// - Parameters:
  ///   - time: the seconds from the start of the track. It selects the sync sample that is shown then, or else the last
  ///     one before; nil selects the first one.
  ///   - still: the items of the file.
  func file(at time: Double?, beside still: HEIFFile? = nil) throws(ConversionError) -> HEIFFile {
    let index =
      track.samples.syncSample(upTo: time.map(sample) ?? 0)
      ?? track.samples.first { $0.isSync }?.index ?? 0
    guard let found = track.samples.sample(at: index) else {
      throw ConversionError(
        .input, "is an image sequence whose sample \(index + 1) cannot be found")
    }
    guard track.sampleEntries.indices.contains(found.descriptionIndex - 1) else {
      throw ConversionError(.input, "is an image sequence with a sample of an unknown kind")
    }
    let entry = track.sampleEntries[found.descriptionIndex - 1]
    guard let visual = entry[VisualSampleEntry.self] else {
      throw ConversionError(
        .input, "is an image sequence of \(entry.type), which cannot be decoded yet")
    }
    guard !found.fileRange.isEmpty, boxes.bytes.part(found.fileRange) != nil else {
      throw ConversionError(
        .input, "is an image sequence whose sample \(index + 1) is not in the file")
    }
    guard let orientation = track.matrix.orientation else {
      throw ConversionError(
        .input, "is an image sequence whose matrix does more than rotate or mirror frames")
    }
    let id = (still?.items.map(\.id).max() ?? 0).addingSaturating(1)
    let item = Item(
      // Uncompressed frames have the boxes of uncompressed images.
      id, entry.type == "uncv" ? "unci" : entry.type, data: found.fileRange,
      [visual.size] + entry.children + orientation)
    var items = [item]
    var references: [HEIFFile.Reference] = []
    if let alpha {
      let aux = opacity(alpha, at: found, as: id.addingSaturating(1), orientation)
      items.append(aux)
      references.append(HEIFFile.Reference(type: "auxl", from: aux.id, to: [id]))
      if isPremultiplied {
        references.append(HEIFFile.Reference(type: "prem", from: id, to: [aux.id]))
      }
    }
    return still?.showing(items, references)
      ?? HEIFFile(boxes, items: items, references: references, primaryItemID: id)
  }

  /// The sample of an auxiliary track that belongs to an image; it has no data if it cannot be decoded by itself.
  private func opacity(
    _ alpha: Track, at picture: Sample, as id: UInt32, _ orientation: [Box]
  ) -> Item {
    var type = AuxiliaryTypeProperty()
    type.auxType = Text(AuxiliaryKind.alphaURN)
    let (time, overflow) = picture.decodeTime.multipliedReportingOverflow(
      by: Int64(alpha.timescale))
    guard !overflow, track.timescale > 0,
      let found = alpha.samples.sample(decodedAt: time / Int64(track.timescale)), found.isSync,
      alpha.sampleEntries.indices.contains(found.descriptionIndex - 1),
      let visual = alpha.sampleEntries[found.descriptionIndex - 1][VisualSampleEntry.self]
    else { return Item(id, alpha.sampleEntries.first?.type ?? "auxv", data: 0..<0, [Box(type)]) }
    let entry = alpha.sampleEntries[found.descriptionIndex - 1]
    return Item(
      id, entry.type, data: found.fileRange,
      [visual.size, Box(type)] + entry.children + orientation)
  }

  /// The sample that is decoded at a time, from 0.
  private func sample(at time: Double) -> Int {
    let ticks = Int64(exactly: (time * Double(track.timescale)).rounded(.down)) ?? .max
    return track.samples.sample(decodedAt: ticks)?.index ?? 0
  }
}

extension Track {
  /// Whether its images are not shown, but belong to those of another track, with any handler.
  package var isAuxiliary: Bool { handlerType == "auxv" || !references("auxl").isEmpty }
}

extension MovieFile {
  /// The track whose samples are the alpha of another track (ISO/IEC 23008-12 §7.5.3); nil if there is none.
  package func alpha(of track: Track) -> Track? {
    tracks.first { alpha in
      alpha.references("auxl").contains(track.id)
        && alpha.sampleEntries.contains { entry in
          entry.children.first(AuxiliaryTypeInfoBox.self)
            .map { AuxiliaryKind(urn: $0.auxTrackType.string) } == .alpha
        }
    }
  }

  /// Whether the colours of a track are multiplied by the samples of its alpha (`prem`).
  package func isPremultiplied(_ track: Track, by alpha: Track) -> Bool {
    track.references("prem").contains(alpha.id)
  }
}

extension VisualSampleEntry {
  /// The size of the samples as a property of an item.
  fileprivate var size: Box {
    var size = ImageSpatialExtentsProperty()
    size.width = UInt32(width)
    size.height = UInt32(height)
    return Box(size)
  }
}

extension TransformationMatrix {
  /// How it rotates and mirrors images, as properties of an item, in the order in which they are applied; nil if it does
  /// more than that, and scale and move.
  package var orientation: [Box]? {
    guard let matrix = unscaled else { return nil }
    let one: Int32 = 0x1_0000
    switch (matrix.a, matrix.b, matrix.c, matrix.d) {
    case (-one, 0, 0, one): return [.mirror(axis: 1)]
    case (one, 0, 0, -one): return [.mirror(axis: 0)]
    // Rows become columns. The other case reverses them.
    case (0, one, one, 0): return [.mirror(axis: 1), .rotation(quarters: 1)]
    case (0, -one, -one, 0): return [.mirror(axis: 1), .rotation(quarters: 3)]
    default:
      guard let rotation else { return nil }
      let quarters = UInt8((360 - rotation) / 90 % 4)
      return quarters == 0 ? [] : [.rotation(quarters: quarters)]
    }
  }
}

extension Box {
  /// - Parameter axis: 1 to exchange left and right, 0 to exchange top and bottom.
  fileprivate static func mirror(axis: UInt8) -> Box {
    var mirror = ImageMirror()
    mirror.axis = axis
    return Box(mirror)
  }

  /// - Parameter quarters: counter-clockwise.
  fileprivate static func rotation(quarters: UInt8) -> Box {
    var rotation = ImageRotation()
    rotation.angle = quarters
    return Box(rotation)
  }
}
