import HEIF
import ISOBMFF
import Movie
import WorkerClient

/// A picture of an image sequence (ISO/IEC 23008-12 §7): one that can be decoded by itself.
struct SequencePicture {
  private let boxes: BoxFile
  private let track: Track

  /// Finds a picture of a sequence. Nil if the file has no image sequence.
  init?(_ boxes: BoxFile) {
    guard let track = MovieFile(boxes)?.tracks.first(where: { $0.handlerType == "pict" }) else {
      return nil
    }
    self.boxes = boxes
    self.track = track
  }

  /// The sample as an item with the number 1.
  ///
  /// - Parameter time: seconds from the start of the track. The sync sample that is shown then, or
  ///   the last one before, is taken; the first one if it is nil.
  func file(at time: Double?) throws(ConversionError) -> HEIFFile {
    let index = track.samples.syncSample(upTo: time.map(sample) ?? 0) ?? 0
    guard let found = track.samples.sample(at: index) else {
      throw ConversionError(
        .input, "is an image sequence, of which sample \(index + 1) cannot be found")
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
        .input, "is an image sequence, of which sample \(index + 1) is not in the file")
    }
    var size = ImageSpatialExtentsProperty()
    size.width = UInt32(visual.width)
    size.height = UInt32(visual.height)
    guard let orientation = track.header.map(\.orientation) ?? [] else {
      throw ConversionError(
        .input, "is an image sequence whose matrix does more than turn or mirror pictures")
    }
    let item = Item(
      1, entry.type, data: found.fileRange, [Box(size)] + entry.children + orientation)
    return HEIFFile(boxes, items: [item], primaryItemID: 1)
  }

  /// The sample that is decoded at a time, from 0.
  private func sample(at time: Double) -> Int {
    let ticks = Int64(exactly: (time * Double(track.timescale)).rounded(.down)) ?? .max
    return track.samples.sample(decodedAt: ticks)?.index ?? 0
  }
}
