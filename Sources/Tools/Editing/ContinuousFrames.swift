import AVC
import FieldCoding
import HEVC
package import ISOBMFF
package import Movie
import NALUnits

/// The frames that stay if a track is presented in parts, in decoding order, and their times.
///
/// Frames that are decoded for others, and hidden behind a part, have times just before the next part, or before the
/// end: they are decoded, but are shown for about a millisecond each, or for a tick.
package struct ContinuousFrames {
  /// A sample of the new order.
  package struct Ordered {
    /// The index of the old sample.
    package var index: Int
    /// The time at which it is presented, in ticks of the new timescale, from ``ContinuousFrames/first`` on.
    package var time: Int64
    /// The duration in ticks of the new timescale.
    package var duration: Int64
    /// Whether a decoder has to begin anew with it, because it does not follow the sample before it in the old order.
    package var beginsSequence: Bool
  }

  /// What has to be known of a track to order its frames.
  package struct Source {
    /// The track.
    let track: Track
    /// The end of its last frame in composition time.
    let end: Int64
    /// The indices of the samples that have to be decoded so that a part of the media can be shown.
    let needed: (Range<Int64>) -> Range<Int>
    /// The bytes of the file.
    let bytes: Bytes

    package init(
      _ track: Track, in bytes: Bytes, end: Int64, needed: @escaping (Range<Int64>) -> Range<Int>
    ) {
      (self.track, self.bytes, self.end, self.needed) = (track, bytes, end, needed)
    }
  }

  /// The samples in decoding order.
  package private(set) var samples: [Ordered] = []
  /// The time at which the first is presented.
  package private(set) var first: Int64 = 0
  /// How many ticks of the new timescale one of the old has.
  package private(set) var factor: Int64 = 1
  /// The number of frames that are hidden behind parts.
  package private(set) var hiddenCount = 0
  /// The longest time for which one of them is shown, in ticks of the new timescale.
  package private(set) var longestHidden: Int64 = 0

  /// A frame, in a run of samples that are decoded one after the other.
  private struct Frame {
    var index: Int
    var composed: Int64
    var duration: Int64
    var flags: SampleFlags
    /// The time at which it is presented; nil while it is hidden.
    var time: Int64?
  }

  /// Nil if a part begins with frames that cannot be decoded first, or if there are more than `most`.
  package init?(_ source: Source, _ parts: PresentedParts, most: Int) {
    let track = source.track
    var decoded: [Frame] = []
    /// The positions in `decoded`, in the order in which decoders show the frames.
    var shown: [Int] = []
    var starts: Set<Int> = []
    for run in PictureRun.all(of: source, parts) ?? [] {
      guard decoded.count + run.samples.count <= most else { return nil }
      let start = decoded.count
      if start > 0 { starts.insert(start) }
      decoded += ContinuousFrames.frames(of: run, track, parts)
      shown += (start..<decoded.count).sorted { decoded[$0].composed < decoded[$1].composed }
    }
    guard !decoded.isEmpty, let first = parts.parts.first, let last = parts.parts.last else {
      return nil
    }
    // If the last part lasts until the end of the media, no frame is hidden behind it.
    let end =
      last.media.upperBound < source.end
      ? parts.time(ofMedia: last.media.upperBound, in: last, in: Int64(track.timescale)) : nil
    guard
      let factor = ContinuousFrames.factor(
        of: shown.map { decoded[$0].time } + (end.map { [$0] } ?? []))
    else { return nil }
    self.factor = factor
    let ticks = Int64(track.timescale).multipliedSaturating(by: factor)
    var hidden: [Int] = []
    var before: Int64?
    /// Gives the hidden frames times between a time and the next.
    func squeeze(after before: Int64, before next: Int64) {
      // A millisecond for each, so that times in milliseconds differ, and less than the frame before them is shown.
      let step = max(1, min((ticks + 999) / 1000, (next - before) / Int64(hidden.count + 1)))
      for (number, other) in hidden.reversed().enumerated() {
        decoded[other].time = next - Int64(number + 1) * step
      }
      hiddenCount += hidden.count
      if !hidden.isEmpty { longestHidden = max(longestHidden, step) }
    }
    for index in shown {
      guard let time = decoded[index].time else {
        hidden.append(index)
        continue
      }
      let new = time.multipliedSaturating(by: factor)
      decoded[index].time = new
      if let before {
        squeeze(after: before, before: new)
      } else {
        for other in hidden {
          decoded[other].time = parts.time(ofMedia: decoded[other].composed, in: first, in: ticks)
        }
      }
      (before, hidden) = (new, [])
    }
    guard let before else { return nil }
    if let end { squeeze(after: before, before: end.multipliedSaturating(by: factor)) }
    let times = decoded.compactMap(\.time)
    guard times.count == decoded.count, let least = times.min() else { return nil }
    self.first = least
    samples = zip(decoded, times).enumerated().map { number, sample in
      Ordered(
        index: sample.0.index, time: sample.1 - least,
        duration: min(
          sample.0.duration.multipliedSaturating(by: factor),
          end.map { max(1, $0.multipliedSaturating(by: factor) - sample.1) } ?? .max),
        beginsSequence: starts.contains(number))
    }
  }

  /// The frames of a run that are needed, in decoding order.
  private static func frames(
    of run: PictureRun, _ track: Track, _ parts: PresentedParts
  ) -> [Frame] {
    var frames = track.samples.from(run.samples.lowerBound).prefix(run.samples.count).map {
      Frame(
        index: $0.index, composed: $0.compositionTime, duration: max(0, $0.duration),
        flags: $0.flags)
    }
    let order = frames.indices.sorted { frames[$0].composed < frames[$1].composed }
    for (index, next) in zip(order, order.dropFirst()) {
      frames[index].duration = frames[next].composed - frames[index].composed
    }
    let ticks = Int64(track.timescale)
    for index in frames.indices {
      let frame = frames[index]
      let end = frame.composed.addingSaturating(max(1, frame.duration))
      // An end that is rounded to the movie's timescale does not show the next frame.
      let slack = frame.duration > 2 * parts.tick ? parts.tick : 0
      let part = run.parts.first {
        frame.composed < $0.media.upperBound.subtractingSaturating(slack)
          && end > $0.media.lowerBound.addingSaturating(slack)
      }
      frames[index].time = part.map {
        parts.time(ofMedia: max(frame.composed, $0.media.lowerBound), in: $0, in: ticks)
      }
    }
    // Leading frames of the first need a group that is not there, and no other frame needs disposable ones.
    let start = frames.first?.composed ?? 0
    return frames.filter {
      $0.time != nil || $0.composed >= start && $0.flags.isDependedOn != 2
    }
  }

  /// How many times as many ticks are necessary so that all hidden frames between two that are shown have different
  /// times; nil if there is no time between them.
  private static func factor(of times: [Int64?]) -> Int64? {
    var (factor, count, before) = (Int64(1), Int64(0), Int64?.none)
    for time in times {
      guard let time else {
        count += 1
        continue
      }
      if let before {
        guard time > before else { return nil }
        factor = max(factor, (count + time - before) / (time - before))
      }
      (before, count) = (time, 0)
    }
    return factor
  }
}

/// Samples of frames that are decoded one after the other, and the parts for which that is done.
private struct PictureRun {
  var samples: Range<Int>
  var parts: [PresentedParts.Part]

  /// Nil if a run begins with a frame that cannot be decoded after another run.
  static func all(
    of source: ContinuousFrames.Source, _ presented: PresentedParts
  ) -> [PictureRun]? {
    var runs: [PictureRun] = []
    for part in presented.parts {
      let end = min(part.media.upperBound, max(source.end, part.media.lowerBound + 1))
      guard end > part.media.lowerBound else { return nil }
      let needed = source.needed(part.media.lowerBound..<end)
      if let last = runs.last, let before = last.parts.last,
        needed.lowerBound < last.samples.upperBound, needed.lowerBound >= last.samples.lowerBound,
        part.media.lowerBound >= before.media.upperBound.subtractingSaturating(presented.tick)
      {
        let end = max(last.samples.upperBound, needed.upperBound)
        runs[runs.count - 1].samples = last.samples.lowerBound..<end
        runs[runs.count - 1].parts.append(part)
      } else if runs.isEmpty {
        runs.append(PictureRun(samples: needed, parts: [part]))
      } else {
        guard let start = source.sequenceStart(upTo: needed.lowerBound) else {
          return nil
        }
        runs.append(PictureRun(samples: start..<needed.upperBound, parts: [part]))
      }
    }
    return runs
  }
}

extension ContinuousFrames.Source {
  /// The most key frames that are looked at.
  private static let mostKeyFrames = 64

  /// The index of the last key frame up to a sample with which a sequence can begin after any other: as it is, or with
  /// ``SplicedStart``. Nil if there is none nearby.
  fileprivate func sequenceStart(upTo number: Int) -> Int? {
    var number = number
    for _ in 0..<ContinuousFrames.Source.mostKeyFrames {
      guard number >= 0, let sync = track.samples.syncSample(upTo: number),
        let sample = track.samples.sample(at: sync)
      else { return nil }
      if track.endsSequence(before: sample, in: bytes) != nil { return sync }
      number = sync - 1
    }
    return nil
  }
}

/// The packets of audio that stay if a track is presented in parts, and their times.
///
/// A decoder gives the audio of a packet as a whole. A packet that belongs to a part only partly stays if at least half
/// of it does, at its exact time; then less than half a packet of audio that is hidden is heard in place of the end of
/// the part before it, or of the start of the part behind it.
package struct ContinuousAudio {
  private let parts: PresentedParts
  private let timescale: Int64
  /// The longest time by which an end of a part is off, in ticks of the track.
  private var deviation: Int64 = 0
  /// The number of ends that are off.
  private var count = 0

  package init(_ parts: PresentedParts, _ timescale: Int64) {
    (self.parts, self.timescale) = (parts, timescale)
  }

  /// The time at which a part presents a sample, in ticks of the track; nil if the sample is left out.
  package mutating func time(
    of sample: Sample, in part: PresentedParts.Part, isFirst: Bool, isLast: Bool
  ) -> Int64? {
    let time = sample.compositionTime
    let duration = max(1, sample.duration)
    let before = max(0, part.media.lowerBound.subtractingSaturating(time))
    let behind = max(
      0, time.addingSaturating(duration).subtractingSaturating(part.media.upperBound))
    let hidden = (isFirst ? 0 : before).addingSaturating(isLast ? 0 : behind)
    guard isFirst && before >= duration || before < duration && behind < duration else {
      return nil
    }
    let stays = hidden <= duration / 2
    if hidden > 0 {
      // Ends that are rounded to the movie's timescale are exact.
      let error = stays ? hidden : duration.subtractingSaturating(hidden)
      if error > parts.tick {
        count += 1
        deviation = max(deviation, error)
      }
    }
    return stays ? parts.time(ofMedia: time, in: part, in: timescale) : nil
  }

  /// What is not exact; nil if everything is.
  package func phrase(_ track: Track) -> String? {
    guard count > 0 else { return nil }
    let milliseconds = Double(deviation) * 1000 / Double(timescale)
    return
      "the exact start or end of \(counted(count, "part")) of the audio of track \(track.id), which is cut between packets (at most \(decimal(milliseconds, digits: 1)) ms beside)"
  }
}

/// The time in which a movie that follows another presents nothing of a track yet. The movie before it stays then: else
/// an edit would show its last frames again, which are composed after the last one is decoded.
package struct JoinedLead {
  /// The number of empty edits at the start of the track, and their duration in its movie's timescale.
  package private(set) var editCount = 0
  package private(set) var empty: Int64 = 0
  /// The time from the start of the next edit to the first frame, in the timescale of the joined track.
  package private(set) var late: Int64 = 0

  /// - Parameters:
  ///   - count: the number of samples before it; the first movie of all keeps its edits.
  ///   - ticks: converts its ticks to those of the joined track.
  package init(_ track: Track, after count: Int, _ ticks: EditedTimescale) {
    guard count > 0, let first = track.samples.first(where: { _ in true }) else { return }
    let edits = track.editList.edits
    editCount = edits.prefix { $0.mediaTime == nil }.count
    empty = edits.prefix(editCount).reduce(0) { $0.addingSaturating($1.duration ?? 0) }
    let next = edits.dropFirst(editCount).first
    guard edits.isEmpty || next?.rate == 1 << 16 else { return }
    let start = max(first.decodeTime, next?.mediaTime ?? 0)
    late = ticks.nearestTicks(track.firstComposition.subtractingSaturating(start))
  }
}

extension Track {
  /// The time at which the first of its samples is composed; 0 if there are none.
  package var firstComposition: Int64 { samples.lazy.map(\.compositionTime).min() ?? 0 }

  /// Whether a decoder needs an end-of-sequence mark before a key frame; nil if no sequence can begin with it.
  ///
  /// - Parameter bytes: the bytes of the file.
  package func endsSequence(before sample: Sample, in bytes: Bytes) -> Bool? {
    let entries = sampleEntries
    guard entries.indices.contains(sample.descriptionIndex - 1) else { return nil }
    let children = entries[sample.descriptionIndex - 1].children
    func units(_ size: Int) -> [Bytes] {
      bytes.part(sample.fileRange)
        .flatMap { try? LengthPrefixed.nalUnits(in: $0, lengthSize: size) } ?? []
    }
    if let record = children.first(AVCConfigurationBox.self)?.record {
      return units(record.lengthSize).contains {
        AVC.NALUnit.type(of: $0)?.isInstantaneousRefresh ?? false
      } ? false : nil
    }
    guard let record = children.first(HEVCConfigurationBox.self)?.record else { return false }
    let types = units(record.lengthSize).compactMap { HEVC.NALUnit.type(of: $0) }
    guard let type = types.first(where: \.isVideoCodingLayer), type.isRandomAccessPoint else {
      return nil
    }
    return type == .cleanRandomAccess
  }
}
