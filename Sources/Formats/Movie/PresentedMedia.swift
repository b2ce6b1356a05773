import FieldCoding
import ISOBMFF

/// A presentation of the media of a track that needs only one edit: all media from one media time on, perhaps
/// after an empty edit. Containers without edit lists cannot express anything else.
public struct PresentedMedia: Sendable {
  /// The media time that is presented first, in the track's timescale.
  public let mediaTime: Int64
  /// The time of the presentation at which it is presented, in the movie's timescale.
  public let start: Int64
  /// The duration of the presentation from ``mediaTime`` on, in the track's timescale; nil if it lasts until
  /// the end of the media.
  public let duration: Int64?
  private let timescale: Int64
  private let movieTimescale: Int64

  /// Nil if the edit list of the track is more complex: several parts, other rates, repetitions.
  public init?(_ track: Track, movieTimescale: UInt32) {
    timescale = max(1, Int64(track.timescale))
    self.movieTimescale = max(1, Int64(movieTimescale))
    var edits = track.editList.edits[...]
    guard !track.editList.repeats else { return nil }
    var start: Int64 = 0
    while let first = edits.first, first.mediaTime == nil, let duration = first.duration {
      start = start.addingSaturating(duration)
      edits.removeFirst()
    }
    self.start = start
    guard let edit = edits.first else {
      guard track.editList.isEmpty else { return nil }
      (mediaTime, duration) = (0, nil)
      return
    }
    guard edits.count == 1, edit.rate == 1 << 16, let time = edit.mediaTime else { return nil }
    mediaTime = time
    duration = edit.duration.map {
      PresentedMedia.scaled(
        $0, from: max(1, Int64(movieTimescale)), to: max(1, Int64(track.timescale)))
    }
  }

  /// The time at which a media time is presented, in units of 1/`ticksPerSecond` seconds, rounded to the
  /// nearest; it is negative for media before the start of the presentation.
  public func time(ofMedia time: Int64, in ticksPerSecond: Int64) -> Int64 {
    let elapsed = PresentedMedia.scaled(
      time.subtractingSaturating(mediaTime), from: timescale, to: ticksPerSecond)
    return PresentedMedia.scaled(start, from: movieTimescale, to: ticksPerSecond)
      .addingSaturating(elapsed)
  }

  /// The largest error of rounding to the movie's timescale, in the track's timescale.
  var tick: Int64 { timescale / movieTimescale + 1 }

  /// A number of ticks at another rate, rounded to the nearest.
  static func scaled(_ ticks: Int64, from: Int64, to: Int64) -> Int64 {
    guard from != to else { return ticks }
    var (whole, rest) = ticks.quotientAndRemainder(dividingBy: from)
    if rest < 0 { (whole, rest) = (whole - 1, rest + from) }
    // Both rates are below 2^32.
    let part = rest.multipliedFullWidth(by: to)
    let (quotient, left) = from.dividingFullWidth(part)
    return whole.multipliedSaturating(by: to)
      .addingSaturating(quotient + (left * 2 >= from ? 1 : 0))
  }
}

/// A presentation of the media of a track in parts, each of which is played once and at normal speed: what an edit list
/// of a movie that was cut or joined states.
public struct PresentedParts: Sendable {
  /// A part of the presentation.
  public struct Part: Equatable, Sendable {
    /// The time at which it begins, in the movie's timescale.
    public var start: Int64
    /// The media times that it presents, in the track's timescale; up to `Int64.max` if it lasts until the end of the
    /// media.
    public var media: Range<Int64>
  }

  /// The parts in the order of the presentation.
  public let parts: [Part]
  private let timescale: Int64
  private let movieTimescale: Int64

  /// Nil if the edit list of the track has other rates or repetitions, or presents nothing.
  public init?(_ track: Track, movieTimescale: UInt32) {
    timescale = max(1, Int64(track.timescale))
    self.movieTimescale = max(1, Int64(movieTimescale))
    guard !track.editList.repeats else { return nil }
    guard !track.editList.isEmpty else {
      parts = [Part(start: 0, media: 0..<Int64.max)]
      return
    }
    var parts: [Part] = []
    for edit in track.editList.edits {
      guard let first = edit.mediaTime, edit.duration != 0 else { continue }
      guard edit.rate == 1 << 16 else { return nil }
      let length = edit.duration.map {
        PresentedMedia.scaled(
          $0, from: max(1, Int64(movieTimescale)), to: max(1, Int64(track.timescale)))
      }
      let end = length.map { first.addingSaturating(max(1, $0)) } ?? .max
      guard first < end else { return nil }
      parts.append(Part(start: edit.start, media: first..<end))
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// The time at which a part presents a media time, in units of 1/`ticksPerSecond` seconds, rounded to the nearest.
  /// Media before the part has the time that it would have.
  public func time(ofMedia time: Int64, in part: Part, in ticksPerSecond: Int64) -> Int64 {
    let elapsed = PresentedMedia.scaled(
      time.subtractingSaturating(part.media.lowerBound), from: timescale, to: ticksPerSecond)
    return PresentedMedia.scaled(part.start, from: movieTimescale, to: ticksPerSecond)
      .addingSaturating(elapsed)
  }

  /// The largest error of rounding to the movie's timescale, in the track's timescale.
  public var tick: Int64 { timescale / movieTimescale + 1 }
}

/// The media times of a track that are presented, in any order.
public struct ShownMedia: Sendable {
  /// The ranges that are presented, in the track's timescale. They neither overlap nor touch. Nil if there
  /// is no edit list: all media is presented.
  public let ranges: [Range<Int64>]?

  /// - Parameter movieTimescale: units per second of the movie; 0 counts as 1.
  public init(_ track: Track, movieTimescale: UInt32) {
    guard !track.editList.isEmpty else {
      ranges = nil
      return
    }
    let parts = track.editList.edits.compactMap { edit -> Range<Int64>? in
      guard let first = edit.mediaTime else { return nil }
      guard let duration = edit.duration else { return first..<Int64.max }
      let length = ShownMedia.length(
        duration, rate: edit.rate, from: max(1, Int64(movieTimescale)),
        to: max(1, Int64(track.timescale)))
      let end = first.addingSaturating(length)
      return first < end ? first..<end : nil
    }
    var merged: [Range<Int64>] = []
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, part.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        merged.append(part)
      }
    }
    ranges = merged
  }

  /// The duration of the media that an edit presents, rounded up: a sample that begins in it is presented.
  private static func length(_ duration: Int64, rate: Int64, from: Int64, to: Int64) -> Int64 {
    guard rate != 0 else { return 1 }
    let product = Int128(duration) * Int128(to) * Int128(rate.magnitude)
    let divisor = Int128(from) << 16
    return Int64(clamping: (product + divisor - 1) / divisor)
  }

  /// Whether a media time is presented.
  public func contains(_ time: Int64) -> Bool {
    guard let ranges else { return true }
    let next = ranges.partitioningIndex { $0.lowerBound > time }
    return next > 0 && ranges[next - 1].contains(time)
  }

  /// Whether a part of a range of media times is presented.
  public func showsPart(of media: Range<Int64>) -> Bool {
    guard let ranges else { return true }
    let next = ranges.partitioningIndex { $0.upperBound > media.lowerBound }
    return next < ranges.count && ranges[next].lowerBound < media.upperBound
  }

  /// The parts of a range of media times that are never presented.
  public func hidden(of media: Range<Int64>) -> [Range<Int64>] {
    guard let ranges else { return [] }
    var hidden: [Range<Int64>] = []
    var position = media.lowerBound
    for range in ranges where range.upperBound > position {
      guard range.lowerBound < media.upperBound else { break }
      if range.lowerBound > position { hidden.append(position..<range.lowerBound) }
      position = min(range.upperBound, media.upperBound)
    }
    if position < media.upperBound { hidden.append(position..<media.upperBound) }
    return hidden
  }
}

/// A sample, and a time at which it is presented.
public struct ShownSample: Sendable {
  /// The index of the sample in decoding order, from 0.
  public var sample: Int
  /// The time at which it appears.
  public var time: EditList.Time
  /// The time at which it disappears.
  public var end: EditList.Time
  /// The end of the edit that presents it, in the movie's timescale; `Int64.max` if nothing ends it.
  public var editEnd: Int64
}

/// When the samples of a track are presented: the rule by which everything decides what is shown at a time
/// (ISO/IEC 14496-12 §8.6.6).
///
/// A sample lasts from its composition time until that of the next one, and an edit shows each sample of which it shows a
/// part. So the first one has often begun before the media time at which the edit begins, and appears with the edit.
public struct Presentation: Sendable {
  private let editList: EditList
  /// The indices of the edits that begin while a sample lasts, by the index of the sample.
  private let begun: [Int: [Int]]

  /// The most edits for which a sample that has begun is searched.
  private static let mostEdits = 1 << 12

  /// Reads the edit list of a track.
  public init(_ track: Track) {
    editList = track.editList
    let end = editList.isEmpty ? 0 : track.composedEnd
    var begun: [Int: [Int]] = [:]
    for (number, edit) in editList.edits.prefix(Presentation.mostEdits).enumerated() {
      guard let start = edit.mediaTime, start < end, let sample = track.sample(shownAt: start),
        sample.compositionTime < start
      else { continue }
      begun[sample.index, default: []].append(number)
    }
    self.begun = begun
  }

  /// The times at which a sample appears: one for each edit that shows it, in their order.
  ///
  /// - Parameter count: the largest number of times that are of interest.
  public func times(of sample: Sample, atMost count: Int = .max) -> [EditList.Time] {
    guard let begun = begun[sample.index] else {
      return editList.times(ofMedia: sample.compositionTime, atMost: count)
    }
    let edits = editList.edits
    return Array(
      edits.indices.lazy.compactMap { number in
        let edit = edits[number]
        let isBegun = begun.contains(number)
        return editList.time(
          ofMedia: isBegun ? edit.mediaTime ?? 0 : sample.compositionTime, in: edit)
      }.prefix(count))
  }
}

extension Track {
  /// The sample that is shown at a media time. Of frames, it can also be one that appears within the next half
  /// millisecond: the times at which movies are cut are rounded, and what is left of the frame before is no frame that
  /// is meant.
  public func sample(shownAt time: Int64) -> Sample? {
    samples.sample(composedAt: time.addingSaturating(rounding))
  }

  /// The largest rounding error of a time at which frames are cut, in ``timescale``.
  private var rounding: Int64 {
    ["vide", "pict"].contains(handlerType) ? Int64(timescale) / 2000 : 0
  }

  /// The end of the last sample in composition time, in ``timescale``. If frames are reordered, it is later than the
  /// sum of the durations.
  package var composedEnd: Int64 {
    max(Int64(clamping: mediaDuration), composedEnd(ofFirst: samples.count))
  }

  /// The end of the first `count` samples in composition time, in ``timescale``.
  package func composedEnd(ofFirst count: Int) -> Int64 {
    samples.from(max(0, count - 64)).prefix(min(64, count)).reduce(0) {
      max($0, $1.compositionTime.addingSaturating($1.duration))
    }
  }

  /// The samples in the order in which they are presented (``Presentation``). A sample that is presented several times
  /// occurs several times, unless one edit goes on where the edit before ended. Nil if the track does not state its
  /// times, or if there are more than `most`.
  public func shownSamples(most: Int) -> [ShownSample]? {
    guard timescale > 0, mediaDuration > 0, sampleCount > 0, sampleCount <= most,
      samples.count == sampleCount
    else { return nil }
    let media = samples.map { (time: $0.compositionTime, sample: $0.index) }
      .sorted { ($0.time, $0.sample) < ($1.time, $1.sample) }
    let last = media[media.count - 1]
    let lastDuration = max(1, samples.sample(at: last.sample)?.duration ?? 0)
    let end = max(last.time.addingSaturating(lastDuration), composedEnd)
    func endOfMedia(at index: Int) -> Int64 {
      index + 1 < media.count ? media[index + 1].time : end
    }
    let edits = editList.edits
    guard !edits.isEmpty else {
      return media.indices.compactMap { index in
        // A negative presentation time becomes the start.
        guard let time = editList.start(ofMediaFrom: max(0, media[index].time)),
          let end = editList.start(ofMediaFrom: max(0, endOfMedia(at: index)))
        else { return nil }
        return ShownSample(sample: media[index].sample, time: time, end: end, editEnd: .max)
      }
    }
    var shown: [ShownSample] = []
    for edit in edits {
      guard let start = edit.mediaTime else { continue }
      let editEnd = edit.duration.map { edit.start.addingSaturating($0) } ?? .max
      // The first that has not begun yet, or else the one that has.
      var index = media.partitioningIndex { $0.time >= start }
      let next = index < media.count ? media[index].time : end
      if index > 0, next > start.addingSaturating(rounding) { index -= 1 }
      while index < media.count,
        let time = editList.time(
          ofMedia: edit.rate == 0 ? start : max(start, media[index].time), in: edit)
      {
        let end =
          editList.time(ofMedia: endOfMedia(at: index), in: edit)
          ?? editList.time(at: editEnd)
        let sample = ShownSample(
          sample: media[index].sample, time: time, end: end, editEnd: editEnd)
        if let before = shown.last, before.sample == sample.sample, before.end == sample.time {
          shown[shown.count - 1].end = end
          shown[shown.count - 1].editEnd = editEnd
        } else {
          shown.append(sample)
        }
        guard shown.count <= most else { return nil }
        index += 1
        // Where time stands still, one frame is shown.
        if edit.rate == 0 { break }
      }
    }
    return shown
  }
}

/// The samples of a track that are decoded, but that an edit list hides. Containers without edit lists show them.
package struct HiddenSamples {
  /// Phrases about hidden samples that follow "not carried over".
  package private(set) var phrases: [String] = []
  /// The most packets with which encoders begin before there is any audio. They are silent, and are not reported.
  private static let mostPriming: Int64 = 4

  /// - Parameter keepsStart: whether the container can state the priming of audio.
  package init(_ track: Track, _ media: PresentedMedia, keepsStart: Bool = false) {
    switch track.handlerType {
    case "vide":
      let first = track.sample(shownAt: media.mediaTime)?.compositionTime ?? media.mediaTime
      let end = media.duration.map(media.mediaTime.addingSaturating) ?? .max
      let count = track.samples.reduce(0) {
        $1.compositionTime < first || $1.compositionTime >= end ? $0 + 1 : $0
      }
      // Frames can be hidden at the start and at the end.
      add(count, "picture", "", "of track \(track.id)")
    case "soun": addAudio(of: track, media, keepsStart)
    default: break
    }
  }

  private mutating func addAudio(of track: Track, _ media: PresentedMedia, _ keepsStart: Bool) {
    guard let first = track.samples.first(where: { _ in true }) else { return }
    let entry = track.sampleEntries.first?[AudioSampleEntry.self]
    let rate = Int64(exactly: (entry?.samplesPerSecond ?? 0).rounded()) ?? 0
    // A rate that does not fit into the entry is the timescale.
    let ticks = max(1, rate > 1 ? rate : Int64(track.timescale))
    let start = media.time(ofMedia: first.compositionTime, in: ticks)
    let packet = PresentedMedia.scaled(
      max(1, first.duration), from: max(1, Int64(track.timescale)), to: ticks)
    if start < -packet.multipliedSaturating(by: HiddenSamples.mostPriming), !keepsStart {
      add(Int(-start), "sample", "first ", "of audio of track \(track.id)")
    }
    guard let duration = media.duration else { return }
    let end = media.mediaTime.addingSaturating(duration)
    guard let last = track.samples.sample(at: track.samples.count - 1),
      // Ends are rounded, and a packet that is partly presented is not hidden.
      last.compositionTime > end.addingSaturating(media.tick)
    else { return }
    let stop = last.compositionTime.addingSaturating(last.duration)
    let hidden = PresentedMedia.scaled(
      stop.subtractingSaturating(end), from: max(1, Int64(track.timescale)), to: ticks)
    add(Int(hidden), "sample", "last ", "of audio of track \(track.id)")
  }

  private mutating func add(_ count: Int, _ one: String, _ position: String, _ owner: String) {
    guard count > 0 else { return }
    let verb = count == 1 ? "is" : "are"
    let article = position.isEmpty ? "" : "the "
    phrases.append(
      "that \(article)\(position)\(counted(count, one)) \(owner) \(verb) hidden by an edit list")
  }
}

extension Track {
  /// The ranges of its samples in a file, as far as they are within `whole`; adjacent samples are joined.
  package func mediaRanges(in whole: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for chunk in samples.chunks where chunk.location == .file(0) {
      guard let range = chunk.fileRange?.clamped(to: whole), !range.isEmpty else { continue }
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}

extension MovieFile {
  /// The ranges of samples, and of what decrypts them, except those of some tracks.
  package func usedMedia(in whole: Range<Int>, without gone: Set<UInt32> = []) -> [Range<Int>] {
    tracks.filter { !gone.contains($0.id) }.flatMap { track in
      track.mediaRanges(in: whole)
        + (track.isEncrypted ? track.samples.compactMap { $0.encryption?.fileRange } : [])
    }
  }
}
