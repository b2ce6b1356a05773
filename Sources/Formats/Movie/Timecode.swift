public import ISOBMFF

/// The timecode of a movie: a number for each frame, which is shown as a time of day (QuickTime File Format,
/// "Timecode sample description"; SMPTE ST 12-1).
public struct Timecode: Equatable, Sendable {
  /// The number of the first frame.
  public var firstFrame: Int64
  /// The number of frames for each second of the timecode; at least 1.
  public let framesPerSecond: Int64
  /// The duration of a frame, in seconds; 0 if it is not stated.
  public var frameDuration: Double
  /// Whether it is a drop-frame timecode: it skips numbers, so that it stays close to real time for
  /// fractional frame rates.
  public var isDropFrame: Bool
  /// Whether the timecode starts again at 0 after 24 hours.
  public var wraps: Bool
  /// Whether the timecode is only a count of frames.
  public var isCounter: Bool

  /// A timecode with these properties; a frame rate below 1 counts as 1.
  public init(
    firstFrame: Int64, framesPerSecond: Int64, frameDuration: Double, isDropFrame: Bool = false,
    wraps: Bool = false, isCounter: Bool = false
  ) {
    self.firstFrame = firstFrame
    self.framesPerSecond = max(1, framesPerSecond)
    self.frameDuration = frameDuration
    self.isDropFrame = isDropFrame
    self.wraps = wraps
    self.isCounter = isCounter
  }

  /// The timecode of the first frame: `01:00:00:00`; `01:00:00;00` for drop-frame timecode.
  public var start: String { text(ofFrame: firstFrame) }

  /// The timecode at a time, in seconds from the first frame.
  public func text(at seconds: Double) -> String {
    guard frameDuration > 0, let elapsed = Int64(exactly: (seconds / frameDuration).rounded(.down))
    else { return start }
    return text(ofFrame: firstFrame.addingSaturating(elapsed))
  }

  /// The timecode of a frame with a number.
  public func text(ofFrame number: Int64) -> String {
    if isCounter { return "\(number)" }
    let sign = number < 0 ? "-" : ""
    let frame = isDropFrame ? clockNumber(number.magnitude) : number.magnitude
    let (seconds, frames) = frame.quotientAndRemainder(dividingBy: framesPerSecond.magnitude)
    let hours = wraps ? seconds / 3600 % 24 : seconds / 3600
    func pair(_ number: UInt64) -> String { zeroPadded(number, to: 2) }
    return
      "\(sign)\(pair(hours)):\(pair(seconds / 60 % 60)):\(pair(seconds % 60))\(isDropFrame ? ";" : ":")\(pair(frames))"
  }

  /// The number on the clock with dropped frames: at the start of every minute that is not a multiple of ten, it
  /// skips two numbers for each thirty frames a second (SMPTE ST 12-1 §5.2.2).
  private func clockNumber(_ frame: UInt64) -> UInt64 {
    let perSecond = framesPerSecond.magnitude
    let left = perSecond / 30 * 2
    guard left > 0 else { return frame }
    let minute = perSecond * 60 - left
    let (tens, rest) = frame.quotientAndRemainder(dividingBy: minute * 10 + left)
    let minutes = rest < left ? 0 : (rest - left) / minute
    return frame.addingSaturating(left.multipliedSaturating(by: 9 * tens + minutes))
  }
}

extension MovieFile {
  /// The timecode of a track: that of the track to which its `tmcd` reference leads, or its own if it is a
  /// timecode track. Nil if it has none.
  ///
  /// - Parameter bytes: the bytes of the file from which this movie was read.
  public func timecode(of track: Track, in bytes: Bytes) -> Timecode? {
    let ids = track.references("tmcd")
    let codes = track.handlerType == "tmcd" ? [track] : tracks.filter { ids.contains($0.id) }
    return codes.lazy.compactMap { $0.timecode(in: bytes) }.first
  }
}

extension Track {
  fileprivate func timecode(in bytes: Bytes) -> Timecode? {
    guard let sample = samples.sample(at: 0), sample.location == .file(0),
      sampleEntries.indices.contains(sample.descriptionIndex - 1),
      let entry = sampleEntries[sample.descriptionIndex - 1][TimecodeSampleEntry.self],
      entry.numberOfFrames > 0,
      let number = bytes.part(sample.fileRange), number.count >= 4
    else { return nil }
    let value = number.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let allowsNegative = entry.timecodeFlags & 4 != 0
    return Timecode(
      firstFrame: allowsNegative ? Int64(Int32(bitPattern: value)) : Int64(value),
      framesPerSecond: Int64(entry.numberOfFrames),
      frameDuration: entry.timescale > 0
        ? Double(entry.frameDuration) / Double(entry.timescale) : 0,
      isDropFrame: entry.timecodeFlags & 1 != 0, wraps: entry.timecodeFlags & 2 != 0,
      isCounter: entry.timecodeFlags & 8 != 0)
  }
}
