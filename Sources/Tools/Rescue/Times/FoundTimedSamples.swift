import FieldCoding
import ISOBMFF
public import Movie

/// The samples of a track that were found, with their times.
public struct FoundTimedSamples: Sendable {
  /// The track of the reference.
  public let track: Track
  /// The samples in decoding order, which is the order of the bytes.
  public let samples: [Sample]

  /// A sample, or samples of uncompressed audio.
  public struct Sample: Sendable {
    /// The first byte of the sample in the recording.
    public var start: Int
    /// The number of bytes.
    public var byteCount: Int
    /// The number of samples: 1, or more for uncompressed audio.
    public var sampleCount: Int
    /// The duration of each of them, in the track's timescale.
    public var duration: Int64
    /// The composition offset, in the track's timescale.
    public var compositionOffset: Int64
    /// Whether decoding can start at it.
    public var isSync: Bool
  }

  /// All durations together, in the track's timescale.
  public var duration: Int64 {
    samples.reduce(0) {
      $0.addingSaturating($1.duration.multipliedSaturating(by: Int64($1.sampleCount)))
    }
  }
}

extension FoundTimedSamples {
  /// The end of the last presented sample, in the track's timescale: if frames are reordered, it is later than the
  /// sum of the durations.
  public var end: Int64 {
    var (time, end) = (Int64(0), Int64(0))
    for sample in samples {
      let lasting = sample.duration.multipliedSaturating(by: Int64(sample.sampleCount))
      let next = time.addingSaturating(lasting)
      end = max(end, next.addingSaturating(sample.compositionOffset))
      time = next
    }
    return max(end, time)
  }
}

extension FoundRecording {
  /// Gives samples the times of the reference's, in the order that frames state.
  ///
  /// Tracks without samples are left out.
  public func timed(like reference: ReferenceRecording) -> [FoundTimedSamples] {
    let rates = rates(reference)
    var end = 0.0
    for index in tracks.indices { end = max(end, seconds(of: index, reference, rates[index])) }
    let video = tracks.indices.first {
      reference.tracks[$0].track.handlerType == "vide" && !tracks[$0].isEmpty
    }
    return tracks.indices.compactMap { index in
      guard !tracks[index].isEmpty else { return nil }
      return timed(
        index, reference, rates[index], end: end,
        lost: video.flatMap { lostAudio(index, beside: $0, reference, rates) })
    }
  }

  /// Nil if nothing is lost, if the track is no audio, or if nothing shows how much is lost.
  private func lostAudio(
    _ index: Int, beside video: Int, _ reference: ReferenceRecording, _ rates: [Double?]
  ) -> LostAudio? {
    let (audio, shown) = (reference.tracks[index].track, reference.tracks[video].track)
    guard audio.handlerType == "soun", !unknown.isEmpty, let rate = rates[index],
      let frameRate = rates[video], audio.timescale > 0, shown.timescale > 0,
      let positions = positions(of: tracks[video], reference.tracks[video].finder)
    else { return nil }
    return LostAudio(
      in: self, track: index, lasting: rate / Double(audio.timescale), beside: video,
      at: positions.numbers.map { Double($0) * frameRate / Double(shown.timescale) })
  }

  /// Ticks of a sample of each track; nil if samples of metadata have no regular duration.
  private func rates(_ reference: ReferenceRecording) -> [Double?] {
    let audio = reference.tracks.indices.first {
      reference.tracks[$0].track.handlerType == "soun" && !tracks[$0].isEmpty
    }
    return reference.tracks.indices.map { index in
      let track = reference.tracks[index]
      let times = track.times
      guard times.rate > 0 else { return nil }
      if track.track.handlerType == "vide" {
        guard times.usualShare < 90, tracks[index].count > 1, let audio,
          alternations(reference) >= 4, unknown.isEmpty
        else { return times.rate }
        // Frames without a constant rate last as long as the audio that was recorded with them.
        let heard = seconds(of: audio, reference, reference.tracks[audio].times.rate)
        return heard * Double(track.track.timescale) / Double(tracks[index].count)
      }
      // The duration of a single sample in the reference does not show a rate.
      if times.sampleCount < 2, track.track.handlerType != "soun" { return nil }
      return times.rate
    }
  }

  private func seconds(of index: Int, _ reference: ReferenceRecording, _ rate: Double?) -> Double {
    guard let rate, reference.tracks[index].track.timescale > 0 else { return 0 }
    let count = tracks[index].reduce(0) { $0 + $1.sampleCount }
    return rate * Double(count) / Double(reference.tracks[index].track.timescale)
  }

  /// The positions of frames in output order and in decoding order; nil if they do not state their order.
  private func positions(
    of found: [FoundSample], _ finder: ReferenceTrack.Finder
  ) -> FoundFrameOrder.Positions? {
    guard case .reader(let reader) = finder, let bits = (reader as? any OrderedReader)?.orderBits
    else { return nil }
    let frames = found.compactMap(\.picture)
    guard frames.count == found.count else { return nil }
    let holes = holes(in: found)
    let positions =
      unknown.isEmpty ? nil : FoundFrameOrder.positions(of: frames, bits: bits, holes: holes)
    if let positions { return positions }
    return FoundFrameOrder.ranks(of: frames, bits: bits, areAllThere: unknown.isEmpty).map {
      FoundFrameOrder.Positions(ranks: $0, numbers: Array(found.indices))
    }
  }

  /// The indices of samples before which there are bytes that nothing explains.
  private func holes(in found: [FoundSample]) -> [Int] {
    var holes: [Int] = []
    for range in unknown {
      let index = found.partitioningIndex { $0.start > range.lowerBound }
      if index < found.count, holes.last != index { holes.append(index) }
    }
    return holes
  }

  private func timed(
    _ index: Int, _ reference: ReferenceRecording, _ rate: Double?, end: Double, lost: LostAudio?
  ) -> FoundTimedSamples {
    let track = reference.tracks[index]
    let found = tracks[index]
    let times = track.times
    var offsets: [Int64] = []
    let usual = rate ?? max(1, end * Double(track.track.timescale) / Double(max(1, found.count)))
    let last = found.reduce(0) { $0 + $1.sampleCount }
    func decodeTime(_ number: Int) -> Int64 {
      if times.areInstant, number < last { return 0 }
      if rate == times.rate { return times.clock.time(of: number) }
      return Int64(exactly: (usual * Double(number)).rounded()) ?? .max
    }
    let positions = positions(of: found, track.finder)
    /// The number of a sample, if those that are lost are counted, too.
    func position(_ number: Int) -> Int {
      if let lost { return lost.position(of: number) }
      guard let numbers = positions?.numbers, let last = numbers.last else { return number }
      return number < numbers.count ? numbers[number] : last + number - numbers.count + 1
    }
    if times.hasOffsets, let ranks = positions?.ranks {
      let shift = times.firstOffset.subtractingSaturating(decodeTime(ranks.first ?? 0))
      offsets = ranks.enumerated().map {
        decodeTime($1).addingSaturating(shift).subtractingSaturating(decodeTime(position($0)))
      }
    }
    var number = 0
    let samples = found.enumerated().flatMap { index, sample in
      defer { number += sample.sampleCount }
      let isSync = times.syncKinds.map { kinds in
        sample.picture.map { kinds.contains($0.kind) } ?? true
      }
      var timed = FoundTimedSamples.Sample(
        start: sample.start, byteCount: sample.byteCount, sampleCount: sample.sampleCount,
        duration: sample.sampleCount > 1
          ? times.usualDuration
          : decodeTime(position(number + 1)) - decodeTime(position(number)),
        compositionOffset: offsets.isEmpty ? times.firstOffset : offsets[index],
        isSync: isSync ?? true)
      let missing = lost?.count(before: number + sample.sampleCount) ?? 0
      guard sample.sampleCount > 1, missing > 0 else { return [timed] }
      return timed.lasting(longerBy: times.usualDuration * Int64(missing))
    }
    return FoundTimedSamples(track: track.track, samples: samples)
  }
}

extension FoundTimedSamples.Sample {
  /// Uncompressed audio of which the last sample lasts longer.
  fileprivate mutating func lasting(longerBy duration: Int64) -> [FoundTimedSamples.Sample] {
    let size = byteCount / sampleCount
    var last = self
    (last.start, last.byteCount, last.sampleCount) = (start + byteCount - size, size, 1)
    last.duration = self.duration.addingSaturating(duration)
    byteCount -= size
    sampleCount -= 1
    return [self, last]
  }
}

/// A reader of frames that state their order.
protocol OrderedReader { var orderBits: Int { get } }

extension FrameReader: OrderedReader {
  var orderBits: Int { syntax.orderBits }
}
