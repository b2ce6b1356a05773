import FieldCoding
import Movie

/// The structure that was found in a recording without a description.
public struct FoundRecording: Sendable {
  /// The samples of each track of the reference, in the order of the file.
  public internal(set) var tracks: [[FoundSample]]
  /// The bytes from start to end, with their kinds.
  public internal(set) var regions: [Region] = []

  /// A recording in which nothing has been found yet.
  package init(like reference: ReferenceRecording) { tracks = reference.tracks.map { _ in [] } }

  /// Bytes in a row that are of one track, or of none.
  public struct Region: Equatable, Sendable {
    /// The bytes of the media data, counted from its start.
    public var range: Range<Int>
    public var content: Content
    /// The number of samples.
    public var sampleCount: Int
  }

  /// What bytes are.
  public enum Content: Equatable, Sendable {
    /// Samples of a track, by its index among those of the reference.
    case samples(track: Int, Certainty)
    /// The start of a truncated sample.
    case torn
    /// Bytes that nothing explains.
    case unknown
  }

  /// Bytes that are in no track, without the start of a truncated last sample.
  public var unknown: [Range<Int>] { regions.filter { $0.content == .unknown }.map(\.range) }

  /// Gives up the only sample of a track, of which only the size is known, beside bytes that nothing explains: it could be
  /// any of them as well.
  mutating func dropUnproved(_ reference: ReferenceRecording) {
    for (index, region) in regions.enumerated() {
      guard case .samples(let track, .bySize) = region.content, reference.isOnlyBySize(track),
        regions[max(0, index - 1)...min(regions.count - 1, index + 1)]
          .contains(where: { $0.content == .unknown })
      else { continue }
      tracks[track] = []
      regions[index].content = .unknown
      regions[index].sampleCount = 0
    }
    regions = regions.reduce(into: []) { joined, region in
      if let last = joined.last, last.content == .unknown, region.content == .unknown {
        joined[joined.count - 1].range = last.range.lowerBound..<region.range.upperBound
      } else {
        joined.append(region)
      }
    }
  }

  /// The number of alternations between audio and video.
  func alternations(_ reference: ReferenceRecording) -> Int {
    var (alternations, last) = (0, FourCC(rawValue: 0))
    for region in regions {
      guard case .samples(let track, _) = region.content else { continue }
      let kind = reference.tracks[track].track.handlerType
      guard kind == "vide" || kind == "soun" else { continue }
      if kind != last { alternations += 1 }
      last = kind
    }
    return max(0, alternations - 1)
  }
}

/// A sample, or several consecutive samples of uncompressed audio.
public struct FoundSample: Sendable {
  /// Its first byte, from the start of the media data.
  public var start: Int
  /// The bytes of all samples.
  public var byteCount: Int
  /// The number of samples; 1 except for uncompressed audio.
  public var sampleCount: Int
  /// The position of a frame among the others, as its slices state it.
  var picture: CodedPicture?
}
