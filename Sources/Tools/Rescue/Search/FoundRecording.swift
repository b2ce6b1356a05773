import FieldCoding
import ISOBMFF
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

extension FoundRecording {
  /// Why the division into samples is a guess, as sentences; empty if the bytes themselves show it.
  ///
  /// - Parameter tracks: the tracks that were found.
  public func guesses(_ tracks: [FoundTimedSamples], like reference: ReferenceRecording) -> [String]
  {
    alikeTracks(reference) + unsettledParts(reference) + lengths(tracks, reference)
  }

  /// Samples of tracks that are coded alike differ in nothing but their order.
  private func alikeTracks(_ reference: ReferenceRecording) -> [String] {
    var alike: [[FourCC]: [UInt32]] = [:]
    for (index, track) in reference.tracks.enumerated() where track.times.sampleCount > 1 {
      guard case .reader = track.finder else { continue }
      let types = [track.track.handlerType] + track.track.sampleEntries.map(\.type)
      // Without samples, the other track may have them.
      if !tracks[index].isEmpty || alike[types] != nil {
        alike[types, default: []].append(track.track.id)
      }
    }
    return alike.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map { ids in
      "tracks \(listed(ids.map { "\($0)" })) are coded alike, and only their order in the other recording says which samples are whose: that is a guess"
    }
  }

  /// Parts of which nothing but the size is known, and that do not fill what is between parts that are sure.
  private func unsettledParts(_ reference: ReferenceRecording) -> [String] {
    var parts: [Int: (count: Int, bytes: Int)] = [:]
    for (index, region) in regions.enumerated() {
      guard case .samples(let track, .bySize) = region.content,
        !isSettled(region, at: index, reference, track)
      else { continue }
      let old = parts[track] ?? (0, 0)
      parts[track] = (old.count + 1, old.bytes + region.range.count)
    }
    return parts.sorted { $0.key < $1.key }.map { track, part in
      "track \(reference.tracks[track].track.id): nothing but the size says that \(counted(part.bytes, "byte")) in \(counted(part.count, "part")) belong to it: that is a guess"
    }
  }

  private func isSettled(
    _ region: Region, at index: Int, _ reference: ReferenceRecording, _ track: Int
  ) -> Bool {
    guard !reference.isOnlyBySize(track) else { return false }
    func isSure(_ index: Int) -> Bool {
      guard regions.indices.contains(index) else { return true }
      if case .samples(_, let certainty) = regions[index].content { return certainty > .bySize }
      return regions[index].content == .torn
    }
    guard isSure(index - 1), isSure(index + 1) else { return false }
    guard case .blocks(let blocks) = reference.tracks[track].finder else { return true }
    let count = region.sampleCount / max(1, blocks.sampleCount)
    return index == regions.count - 1 || blocks.usualCounts.contains { count % $0 == 0 }
  }

  /// Video and audio that last as long as each other in the other recording, and not in this one.
  private func lengths(
    _ tracks: [FoundTimedSamples], _ reference: ReferenceRecording
  ) -> [String] {
    let media = tracks.filter { ["vide", "soun"].contains($0.track.handlerType) }
    func seconds(_ ticks: Int64, _ track: Track) -> Double {
      Double(ticks) / Double(max(1, track.timescale))
    }
    let found = media.map { seconds($0.duration, $0.track) }
    let usual = media.map { $0.track.duration ?? 0 }
    guard let longest = found.max(), let shortest = found.min(), let most = usual.max(),
      let least = usual.min(), most - least < max(0.5, most / 20),
      longest - shortest > max(1, longest / 20) + reference.greatestLag(media.map(\.track))
    else { return [] }
    let lengths = zip(media, found).map { track, seconds in
      let tenths = Int((seconds * 10).rounded())
      return "track \(track.track.id) \(tenths / 10).\(tenths % 10) s"
    }
    return [
      "video and audio have the same length in the other recording, and not here (\(lengths.joined(separator: ", "))): some samples were not found, or are in a wrong track"
    ]
  }
}

extension ReferenceRecording {
  /// By how many seconds one of some tracks is ahead of another at most, in the order of the bytes: by so much the tracks
  /// of a part can differ.
  fileprivate func greatestLag(_ tracks: [Track]) -> Double {
    var chunks: [(start: UInt64, track: Int, seconds: Double)] = []
    for (number, track) in tracks.enumerated() where track.sampleCount > 0 {
      let usual = (track.duration ?? 0) / Double(track.sampleCount)
      for chunk in track.samples.chunks where chunks.count < 1 << 18 {
        chunks.append((chunk.start, number, Double(chunk.sampleCount) * usual))
      }
    }
    chunks.sort { $0.start < $1.start }
    var times = tracks.map { _ in 0.0 }
    var lag = 0.0
    for chunk in chunks {
      times[chunk.track] += chunk.seconds
      lag = max(lag, (times.max() ?? 0) - (times.min() ?? 0))
    }
    return lag
  }
}
