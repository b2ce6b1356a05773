import AVC
import HEVC
import ISOBMFF
import Movie

extension Edit {
  /// Corrects the offsets of all chunks if they are wrong by the same number of bytes, as after an edit by a program that
  /// does not adapt them. Lengths that lead from NAL unit to NAL unit, to the end of a sample, show where samples are.
  mutating func findShiftedChunks() {
    let bytes = original.bytes
    guard let movie = MovieFile(original), !file.boxes.contains(where: { $0.type == "moof" }),
      let place = file.boxes.firstIndex(where: { $0.type == "moov" }),
      let probe = movie.tracks.lazy.compactMap({ ChunkProbe($0, in: bytes) }).first,
      !probe.fits(shift: 0), let shift = probe.shift
    else { return }
    var children = file.boxes[place].children
    for index in children.indices where children[index].type == "trak" {
      children[index].change(["mdia", "minf", "stbl"]) { tables in
        tables.shiftChunks(by: Int64(shift))
        return true
      }
    }
    file.boxes[place].children = children
    changedTracks.formUnion(movie.tracks.map(\.id))
    notes.append(
      "the samples are \(counted(abs(shift), "byte")) \(shift > 0 ? "after" : "before") the offsets of their chunks, as those of track \(probe.trackID) show: all offsets are corrected"
    )
  }
}

/// Samples of a track by which its chunks are found.
private struct ChunkProbe {
  let trackID: UInt32
  private let bytes: Bytes
  private let lengthSize: Int
  private let samples: [Range<Int>]

  private static let mostLookedAt = 4096
  /// So many samples, from all of these, have to fit.
  private static let mostSamples = 16

  /// Nil if the samples of the track do not consist of NAL units.
  init?(_ track: Track, in bytes: Bytes) {
    guard let children = track.sampleEntries.first?.children,
      let size = children.first(HEVCConfigurationBox.self)?.record.lengthSize
        ?? children.first(AVCConfigurationBox.self)?.record.lengthSize
    else { return nil }
    var places: [Range<Int>] = []
    for sample in track.samples.withBytes {
      guard places.count < ChunkProbe.mostLookedAt else { break }
      let range = sample.fileRange
      if range.count > 64, range.upperBound < 1 << 60 { places.append(range) }
    }
    let step = max(1, places.count / ChunkProbe.mostSamples)
    samples = stride(from: 0, to: places.count, by: step).map { places[$0] }
    guard samples.count >= 4 else { return nil }
    trackID = track.id
    lengthSize = size
    self.bytes = bytes
  }

  /// Whether samples are at their offsets if so many bytes are added to these.
  func fits(shift: Int) -> Bool {
    samples.allSatisfy { isSample($0.lowerBound + shift..<$0.upperBound + shift) }
  }

  /// How much has to be added to the offsets; nil if that is not clear.
  var shift: Int? {
    guard let first = samples.first, lengthSize == 4 else { return nil }
    var pairs = BytePairs()
    pairs.insert(0...UInt16(clamping: first.count >> 16))
    var position = 0
    while let place = pairs.firstPlace(in: bytes, from: position) {
      position = place + 1
      guard isSample(place..<place + first.count) else { continue }
      let shift = place - first.lowerBound
      if fits(shift: shift) { return shift }
    }
    return nil
  }

  private func isSample(_ range: Range<Int>) -> Bool {
    guard let sample = bytes.part(range) else { return false }
    var position = 0
    while position + lengthSize < sample.count {
      var length = 0
      for index in position..<position + lengthSize { length = length << 8 | Int(sample[index]) }
      // A NAL unit begins with a bit that is 0.
      guard length > 1, sample[position + lengthSize] < 0x80 else { return false }
      position += lengthSize + length
    }
    return position == sample.count
  }
}

extension Box {
  /// Adds to the offsets of the chunks in `stbl`.
  fileprivate mutating func shiftChunks(by distance: Int64) {
    var children = children
    for index in children.indices {
      if let offsets = children[index][ChunkOffsetBox.self]?.chunkOffsets {
        children[index][ChunkOffsetBox.self]?.chunkOffsets = offsets.mapping(0) { $0 + distance }
      }
      if let offsets = children[index][ChunkLargeOffsetBox.self]?.chunkOffsets {
        children[index][ChunkLargeOffsetBox.self]?.chunkOffsets = offsets.mapping(0) {
          $0 + distance
        }
      }
    }
    self.children = children
  }
}
