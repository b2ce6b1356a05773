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

/// Finds in which order frames come out (ITU-T H.265 §8.3.1, ITU-T H.264 §8.2.1.1).
enum FoundFrameOrder {
  /// The index of each frame in output order; nil if frames are output in decoding order.
  ///
  /// - Parameters:
  ///   - bits: the number of low bits of the picture order count that frames state.
  ///   - areAllThere: whether no frame is missing, except after the last one: then the order shows how many of those
  ///     are
  ///     output before others.
  static func ranks(of frames: [CodedPicture], bits: Int, areAllThere: Bool) -> [Int]? {
    if bits == 0 { return ranksByReferences(frames) }
    guard frames.allSatisfy({ $0.orderLSB != nil }) else { return nil }
    let orders = orders(of: frames, bits: bits)
    let sorted = orders.indices.sorted {
      (orders[$0].sequence, orders[$0].order, $0) < (orders[$1].sequence, orders[$1].order, $1)
    }
    var ranks = Array(repeating: 0, count: frames.count)
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    guard areAllThere, let step = step(sorted.map { orders[$0] }) else { return ranks }
    // Only the last sequence of frames can lack some.
    guard let last = orders.last?.sequence,
      let first = sorted.first(where: { orders[$0].sequence == last })
    else { return ranks }
    let start = ranks[first]
    for index in orders.indices where orders[index].sequence == last {
      let rank = start + (orders[index].order - orders[first].order) / step
      // More than a decoder can hold are not missing.
      guard rank - ranks[index] <= 16 else { return ranks }
      ranks[index] = rank
    }
    return ranks
  }

  /// The positions of frames in output order and in decoding order, if some may be lost.
  struct Positions: Equatable {
    /// The index of each frame in output order; lost ones are counted.
    var ranks: [Int]
    /// The index of each frame in decoding order; lost ones are counted.
    var numbers: [Int]
  }

  /// The most frames that are taken for lost between two others.
  private static let mostLost = 16

  /// Finds how many frames are lost in some holes: their numbers are missing in the order that the others state.
  ///
  /// - Parameters:
  ///   - bits: the number of low bits of the picture order count that frames state.
  ///   - holes: the indices of frames before which bytes are lost.
  /// - Returns: nil if frames do not state their order.
  static func positions(of frames: [CodedPicture], bits: Int, holes: [Int]) -> Positions? {
    guard bits > 0, let dense = ranks(of: frames, bits: bits, areAllThere: false) else {
      return nil
    }
    let orders = orders(of: frames, bits: bits)
    let sorted = dense.indices.sorted { dense[$0] < dense[$1] }
    guard let step = step(sorted.map { orders[$0] }) else { return nil }
    var positions = Positions(ranks: dense, numbers: Array(frames.indices))
    var lost = 0
    for (sequence, members) in Dictionary(grouping: sorted, by: { orders[$0].sequence })
      .sorted(by: { $0.key < $1.key })
    {
      let inside = holes.filter {
        $0 > 0 && $0 < orders.count && orders[$0].sequence == sequence
          && orders[$0 - 1].sequence == sequence
      }
      let first = orders[members[0]].order
      let missing = (orders[members[members.count - 1]].order - first) / step + 1 - members.count
      let start = dense[members[0]] + lost
      // With several holes, nothing tells which of them has how many.
      let isCounted = inside.count == 1 && (1...mostLost).contains(missing)
      for (rank, index) in members.enumerated() {
        positions.ranks[index] =
          start + (isCounted ? (orders[index].order - first) / step : rank)
        positions.numbers[index] += lost + (isCounted && index >= inside[0] ? missing : 0)
      }
      if isCounted { lost += missing }
    }
    return positions
  }

  /// The order of frames that do not state it: others that no frame refers to are output before the one that was
  /// decoded before them.
  private static func ranksByReferences(_ frames: [CodedPicture]) -> [Int]? {
    guard frames.contains(where: { !$0.isOrderReference }) else { return nil }
    var ranks = Array(repeating: 0, count: frames.count)
    var (rank, held) = (0, Int?.none)
    for (index, picture) in frames.enumerated() {
      if picture.isOrderReference {
        if let held {
          ranks[held] = rank
          rank += 1
        }
        held = index
      } else {
        ranks[index] = rank
        rank += 1
      }
    }
    if let held { ranks[held] = rank }
    return ranks
  }

  /// The order between frames that follow each other; nil if it is none.
  private static func step(_ orders: [(sequence: Int, order: Int)]) -> Int? {
    var counts: [Int: Int] = [:]
    for (order, next) in zip(orders, orders.dropFirst()) where order.sequence == next.sequence {
      let distance = next.order - order.order
      if distance > 0, counts.count < 64 || counts[distance] != nil {
        counts[distance, default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private static func orders(
    of frames: [CodedPicture], bits: Int
  ) -> [(sequence: Int, order: Int)] {
    let period = 1 << bits
    var orders: [(sequence: Int, order: Int)] = []
    orders.reserveCapacity(frames.count)
    var (sequence, previousLSB, previousMSB) = (0, 0, 0)
    for picture in frames {
      let lsb = picture.orderLSB ?? 0
      if picture.restartsOrder {
        sequence += 1
        (previousLSB, previousMSB) = (0, 0)
      }
      var msb = previousMSB
      if !picture.restartsOrder {
        if lsb < previousLSB, previousLSB - lsb >= period / 2 {
          msb += period
        } else if lsb > previousLSB, lsb - previousLSB > period / 2 {
          msb -= period
        }
      }
      orders.append((sequence, msb + lsb))
      if picture.isOrderReference { (previousLSB, previousMSB) = (lsb, msb) }
    }
    return orders
  }
}

/// How much audio is lost in holes: audio and frames that were recorded at the same time are beside each other, so that the
/// audio after a hole shows by the frames beside it how late it is.
struct LostAudio {
  /// The numbers of lost frames, by the indices of the frames after them.
  private(set) var frames: [(before: Int, count: Int)] = []

  /// Between two holes, so many changes from audio to frames show the distance between them.
  private static let fewest = 3

  /// - Parameters:
  ///   - audio: the index of the track with the audio, of which each sample is called a frame.
  ///   - seconds: how long a frame lasts.
  ///   - video: the index of the track with the frames.
  ///   - times: when each frame is decoded.
  init(
    in found: FoundRecording, track audio: Int, lasting seconds: Double, beside video: Int,
    at times: [Double]
  ) {
    guard seconds > 0 else { return }
    var parts: [(start: Int, distances: [Double])] = [(0, [])]
    var (heard, shown) = (0, 0)
    for region in found.regions {
      switch region.content {
      case .unknown: parts.append((heard, []))
      case .samples(audio, _): heard += region.sampleCount
      case .samples(video, _):
        if times.indices.contains(shown), heard > 0 {
          parts[parts.count - 1].distances.append(Double(heard) * seconds - times[shown])
        }
        shown += region.sampleCount
      case .samples, .torn: break
      }
    }
    var usual: (middle: Double, spread: Double)?
    var lost = 0
    for part in parts where part.distances.count >= LostAudio.fewest {
      let sorted = part.distances.map { $0 + Double(lost) * seconds }.sorted()
      let middle = sorted[sorted.count / 2]
      let spread = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
      guard let known = usual else {
        usual = (middle, spread)
        continue
      }
      let missing = known.middle - middle
      // Less is the usual change between chunks.
      guard missing > 1.5 * max(spread, known.spread), missing < 600 else { continue }
      let count = Int((missing / seconds).rounded())
      guard count > 0 else { continue }
      frames.append((part.start, count))
      lost += count
    }
  }

  /// The number of lost frames just before one.
  func count(before number: Int) -> Int {
    frames.reduce(0) { $1.before == number ? $0 + $1.count : $0 }
  }

  /// The number of a frame, if those that are lost are counted, too.
  func position(of number: Int) -> Int {
    frames.reduce(number) { $1.before <= number ? $0 + $1.count : $0 }
  }
}
