public import FieldCoding
public import ISOBMFF
import Movie

/// Some frames of a track that were found, at which decoding can start.
///
/// Frames are found by a few fields of their slices. Only decoding them shows whether the parameter sets of the reference
/// are theirs.
public struct FirstFrames: Sendable {
  /// The number of the track in the reference, `track_ID`.
  public let track: UInt32
  /// The sample entry of the reference.
  public let entry: Box
  /// The samples.
  public let samples: [Bytes]
}

extension FoundRecording {
  /// More frames tell nothing.
  private static let mostTried = 4

  /// The first frames of each track at which decoding can start; tracks without any are left out.
  ///
  /// - Parameter data: the media data in which they were found.
  public func firstFrames(in data: Bytes, like reference: ReferenceRecording) -> [FirstFrames] {
    zip(reference.tracks, tracks).compactMap { known, found in
      guard known.track.handlerType == "vide", let entry = known.track.sampleEntries.first else {
        return nil
      }
      let kinds = known.times.syncKinds
      let samples = found.lazy
        .filter { sample in
          kinds.map { sample.picture.map(\.kind).map($0.contains) ?? false } ?? true
        }
        .prefix(FoundRecording.mostTried)
        .compactMap { data.part($0.start..<$0.start + $0.byteCount) }
      return samples.isEmpty
        ? nil : FirstFrames(track: known.track.id, entry: entry, samples: Array(samples))
    }
  }
}
