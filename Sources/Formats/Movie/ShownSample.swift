import FieldCoding
import ISOBMFF

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
