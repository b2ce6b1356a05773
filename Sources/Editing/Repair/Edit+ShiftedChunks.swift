import AVC
import HEVC
import ISOBMFF
import Movie

extension Edit {
  /// Corrects the offsets of all chunks if they are wrong by the same number of bytes, as after an edit by a program that
  /// does not adapt them. The lengths of NAL units show where samples are.
  mutating func findShiftedChunks() {
    guard let movie = MovieFile(original), !file.boxes.contains(where: { $0.type == "moof" }),
      let place = file.boxes.firstIndex(where: { $0.type == "moov" })
    else { return }
    let bytes = original.bytes
    for track in movie.tracks {
      guard let probe = track.lengthProbe(in: bytes) else { continue }
      guard let shift = probe.shift else { return }
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
        "the samples are \(counted(abs(shift), "byte")) \(shift > 0 ? "after" : "before") the offsets of their chunks, as those of track \(track.id) show: all offsets are corrected"
      )
      return
    }
  }
}

extension Track {
  private static let mostLookedAt = 4096

  /// Nil if its samples do not consist of NAL units.
  fileprivate func lengthProbe(in bytes: Bytes) -> OffsetRepairProbe? {
    guard let children = sampleEntries.first?.children,
      let size = children.first(HEVCConfigurationBox.self)?.record.lengthSize
        ?? children.first(AVCConfigurationBox.self)?.record.lengthSize
    else { return nil }
    var places: [Range<Int>] = []
    for sample in samples.withBytes {
      guard places.count < Track.mostLookedAt else { break }
      places.append(sample.fileRange)
    }
    return OffsetRepairProbe(places, lengthSize: size, least: 4, in: bytes)
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
