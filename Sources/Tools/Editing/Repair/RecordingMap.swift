import ISOBMFF
import Movie
public import Rescue

/// The meaning of the bytes of a recording, as far as it was found.
public struct RecordingMap: Sendable {
  /// The samples that were found in the recording.
  public let found: FoundRecording
  /// The offset of the media data in the file; the offsets of regions count from it.
  public let start: Int
  let reference: ReferenceRecording

  /// The number of bytes of an incomplete sample at the end.
  public var tornByteCount: Int {
    found.regions.reduce(0) { $0 + ($1.content == .torn ? $1.range.count : 0) }
  }

  /// The map as text: one line for each region.
  public var lines: [String] {
    found.regions.map { region in
      let bytes =
        "bytes \(start + region.range.lowerBound) to \(start + region.range.upperBound - 1)"
      switch region.content {
      case .samples(let index, let certainty):
        let track = reference.tracks[index].track
        return
          "\(bytes): \(counted(region.sampleCount, "sample")) of track \(track.id) (\(track.handlerType)), \(RecordingMap.text(certainty))"
      case .torn: return "\(bytes): the start of a truncated sample"
      case .unknown: return "\(bytes): not explained"
      }
    }
  }

  private static func text(_ certainty: Certainty) -> String {
    switch certainty {
    case .byStructure: "certain by their structure"
    case .bySyntax: "sure by their syntax"
    case .bySize: "likely by their size and what follows"
    }
  }

  /// More unexplained regions are counted and not listed.
  private static let mostListed = 20

  /// - Parameter own: the tracks that have their own tables.
  func notes(_ tracks: [FoundTimedSamples], besides own: [UInt32], keepsUnknown: Bool) -> [String] {
    var notes: [String] = []
    for track in tracks {
      let count = track.samples.reduce(0) { $0 + $1.sampleCount }
      let seconds = Double(track.duration) / Double(max(1, track.track.timescale))
      let tenths = Int((seconds * 10).rounded())
      notes.append(
        "track \(track.track.id) (\(track.track.handlerType)): \(counted(count, "sample")) found, \(tenths / 10).\(tenths % 10) seconds"
      )
    }
    let known = own + tracks.map(\.track.id)
    for track in reference.tracks where !known.contains(track.track.id) {
      let reason = track.whyNot ?? "none of its samples was found"
      notes.append("track \(track.track.id) (\(track.track.handlerType)) is left out: \(reason)")
    }
    if tornByteCount > 0 {
      notes.append(
        "the last sample is truncated: \(counted(tornByteCount, "byte")) of it \(tornByteCount == 1 ? "is" : "are") left out"
      )
    }
    let unknown = found.unknown
    for range in unknown.prefix(RecordingMap.mostListed) {
      notes.append(
        "nothing explains \(counted(range.count, "byte")), from byte \(start + range.lowerBound) on: \(keepsUnknown ? "kept as a track of their own" : "left out")"
      )
    }
    if unknown.count > RecordingMap.mostListed {
      let rest = unknown.dropFirst(RecordingMap.mostListed)
      notes.append(
        "nothing explains \(counted(rest.reduce(0) { $0 + $1.count }, "byte")) in \(counted(rest.count, "other region"))"
      )
    }
    return notes
  }
}
