import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

/// The frames of a track that are not whole.
struct DamagedPictures {
  private let track: UInt32
  /// The indices of samples, in order, that did not give a complete frame.
  private let damaged: [Int]
  /// The indices of samples that may be predicted from these.
  private let doubtful: [Int]

  /// Nil if there are none.
  ///
  /// - Parameter lost: the indices of samples, in order, that did not give a complete frame.
  init?(_ lost: [UInt32], of track: Track) {
    let hidden = track.hiddenLeadingSamples
    damaged = lost.map { Int($0) }.filter { !hidden.contains($0) }
    guard !damaged.isEmpty else { return nil }
    self.track = track.id
    let all = Set(damaged)
    var syncs: [Int] = []
    var needed = [Bool](repeating: true, count: track.samples.count)
    var times: [Int64] = []
    for (number, sample) in track.samples.enumerated() {
      times.append(sample.compositionTime)
      if sample.isSync { syncs.append(number) }
      if sample.flags.isDependedOn == 2, number < needed.count { needed[number] = false }
    }
    var samples = DamagedSamples(times: times, syncs: syncs)
    for number in damaged where number < needed.count && needed[number] { samples.insert(number) }
    doubtful = times.indices.filter { samples.contains($0) && !all.contains($0) }
  }

  /// The sentence about re-encoded pictures: those that cannot be decoded are lost.
  var ofCoded: String {
    "\(counted(damaged.count, "frame")) of track \(track) cannot be decoded: \(list(damaged))"
      + predicted
  }

  /// The sentence about copied frames.
  var ofCopied: String {
    "\(counted(damaged.count, "frame")) of track \(track) \(damaged.count == 1 ? "is" : "are") copied with damage: \(list(damaged))"
      + predicted
  }

  private var predicted: String {
    guard !doubtful.isEmpty else { return "" }
    return
      "; \(counted(doubtful.count, "other frame")) may show it, as \(doubtful.count == 1 ? "it is" : "they are") predicted from there: \(list(doubtful))"
  }

  /// `samples 3, 8 to 12 and 40 more`
  private func list(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound == number - 1 {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let shown = runs.prefix(8)
    let parts = shown.map {
      $0.count == 1 ? "\($0.lowerBound + 1)" : "\($0.lowerBound + 1) to \($0.upperBound + 1)"
    }
    let rest = numbers.count - shown.reduce(0) { $0 + $1.count }
    return "sample\(numbers.count == 1 ? "" : "s") \(parts.joined(separator: ", "))"
      + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension Track {
  /// The indices of samples that lead the first sync sample and end before the first edit begins. They may need
  /// frames from before the start of the track, no frame is predicted from them, and they are never shown.
  fileprivate var hiddenLeadingSamples: Range<Int> {
    guard let start = editList.edits.lazy.compactMap(\.mediaTime).first else { return 0..<0 }
    var samples = samples.makeIterator()
    guard let key = samples.next(), key.isSync else { return 0..<0 }
    var end = 1
    while let sample = samples.next(), sample.compositionTime < key.compositionTime,
      sample.compositionTime.addingSaturating(sample.duration) <= start
    {
      end += 1
    }
    return 1..<end
  }
}
