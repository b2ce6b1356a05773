import ISOBMFF
import Movie

/// References from one track to others.
struct ExaminedTrackReference {
  let box: ExaminedBox
  let ids: [UInt32]
}

extension ExaminedFile {
  /// The references of all tracks.
  var trackReferences: [(track: ExaminedSampleTables, reference: ExaminedTrackReference)] {
    sampleTables.flatMap { track in
      (first(in: track.box, "tref").map { children(of: $0) } ?? []).compactMap { box in
        box[TrackReferenceTypeBox.self].map {
          (track, ExaminedTrackReference(box: box, ids: $0.trackIDs))
        }
      }
    }
  }
}

extension UInt64 {
  /// A duration of a header; nil if it is unknown or without an end: all bits are set, or all but the sign as in
  /// frames that move without an end, or it is 0 as in movies that are still being written.
  func known(_ version: UInt8) -> UInt64? {
    let all: UInt64 = version == 1 ? .max : UInt64(UInt32.max)
    return [0, all, all >> 1].contains(self) ? nil : self
  }
}
