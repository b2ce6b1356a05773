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
