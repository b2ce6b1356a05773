import FieldCoding
import Files
import ISOBMFF
public import Movie
import Platform
public import WorkerClient
import WorkerProtocol

/// The plan for the audio tracks: which are re-encoded or removed.
struct AudioPlan {
  /// The tracks that are re-encoded.
  private(set) var coded: [AudioSource] = []
  /// The tracks that are removed because there is no decoder for them, although others have one.
  private(set) var lost: [AudioSource] = []
  /// The IDs of the tracks that are removed because the user asked for it.
  private(set) var removed: [UInt32] = []

  /// Throws if none of the audio can be converted as requested.
  init(_ tracks: [Track], _ choice: AudioChoice) throws(ConversionError) {
    switch choice {
    case .keep: return
    case .remove: removed = tracks.filter { $0.handlerType == "soun" }.map(\.id)
    case .compatible, .aac:
      let sources = tracks.compactMap(AudioSource.init)
      let others = sources.filter { choice == .aac || !$0.isPlayedEverywhere }
      coded = others.filter { $0.coding != nil }
      lost = others.filter { $0.coding == nil }
      if let first = lost.first, lost.count == sources.count {
        throw ConversionError(
          .input,
          "\(first.obstacle); --audio keep leaves it as it is, and --audio none leaves it out")
      }
    }
  }
}

/// What happens to the audio of a movie.
public enum AudioChoice: String, CaseIterable, Sendable {
  /// The audio does not change.
  case keep
  /// The audio becomes AAC-LC with one or two channels, which all players support. If it already is, it does not
  /// change.
  case compatible
  /// All audio is re-encoded as AAC-LC with one or two channels.
  case aac
  /// The audio is removed.
  case remove = "none"
}

/// The audio that the edit list of a track presents.
struct HeardAudio {
  /// The edits, each with the time at which it starts and the part of the media that it shows, in seconds.
  /// A media time of nil is silence.
  private let parts: [(start: Double, mediaTime: Double?, duration: Double, rate: Int64)]
  /// The duration of a sample, in seconds.
  private let sample: Double

  /// - Parameter delay: by how much all of the media is later, in ticks of the track.
  init(_ track: Track, in movie: MovieFile, delay: Int64 = 0) {
    let scale = Double(max(1, track.timescale))
    let movie = Double(max(1, movie.header?.timescale ?? 1))
    sample = 1 / scale
    let end = Double(Int64(clamping: track.mediaDuration) - delay) / scale
    guard !track.editList.isEmpty else {
      parts = [(0, 0, end, 1 << 16)]
      return
    }
    parts = track.editList.edits.map { edit in
      let time = edit.mediaTime.map { Double($0 - delay) / scale }
      let stated = edit.duration.map { Double($0) / movie }
      // Nothing is audible after the end of the media.
      let left = time.map { max(0, end - $0) } ?? .infinity
      let duration = edit.rate == 1 << 16 ? min(stated ?? left, left) : stated ?? left
      return (Double(edit.start) / movie, time, duration, edit.rate)
    }
  }

  /// Whether both present the same media at the same times, to half of a sample.
  func isSame(as other: HeardAudio) -> Bool {
    let most = max(sample, other.sample) * 0.51
    return parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { one, two in
        abs(one.start - two.start) < most && abs(one.duration - two.duration) < most
          && one.rate == two.rate && (one.mediaTime == nil) == (two.mediaTime == nil)
          && abs((one.mediaTime ?? 0) - (two.mediaTime ?? 0)) < most
      }
  }
}

/// Measures the level of audio over time. The worker decodes the audio.
public struct AudioMeter: Sendable {
  private let worker: Worker
  /// The time limit, in seconds; nil for a limit that is many times longer than real audio needs.
  public var timeLimit: Double?

  /// A meter with a worker, which decodes.
  public init(_ worker: Worker) { self.worker = worker }

  /// The most parts, and the shortest duration of a part, in seconds.
  fileprivate static let mostParts = 400
  fileprivate static let shortestPart = 0.02
  /// The most packets and seconds that are decoded: of longer audio, only the middle of each part.
  fileprivate static let mostPackets = 12_000
  fileprivate static let mostSeconds = 240.0
  /// The number of packets before one that a decoder needs to decode it correctly: packets of AAC overlap, and those
  /// of MP3 and Opus depend on several.
  fileprivate static let preparation = 4

  /// Measures the audio of a track of the movie at a path.
  ///
  /// It throws ``ConversionError/Kind/input`` if the track has no audio that can be decoded, and
  /// ``ConversionError/Kind/worker`` if the worker is missing or crashed.
  public func levels(of track: Track, at path: String) throws(ConversionError) -> TrackAudioLevels {
    let file = try ConversionError.input { () throws(SystemError) in try OpenFile.reading(path) }
    let (all, packets) = try job(of: track, file)
    var job = all
    let seconds = Double(job.duration) / Double(job.timescale)
    job.partCount = UInt16(
      max(1, min(Double(AudioMeter.mostParts), seconds / AudioMeter.shortestPart)))
    let sampled = job.choosePackets(of: packets, seconds: seconds)
    let reply = try ask(job, file)
    guard reply.levels.count == Int(job.partCount) else {
      throw ConversionError(.worker, "returned levels that were not requested")
    }
    let start = Double(job.start) / Double(job.timescale)
    guard let whole = reply.levels.reduce(LevelsReply.Level(), +).level else {
      throw ConversionError(.input, "none of the audio of track \(track.id) can be decoded")
    }
    return TrackAudioLevels(
      track: track.id, span: start...start + seconds, parts: reply.levels.map(\.level),
      whole: whole, sampled: sampled)
  }

  /// Decodes all audio of a track of the movie at a path, and returns the parts that cannot be decoded, in ticks of the
  /// track.
  ///
  /// It throws as ``levels(of:at:)`` does.
  public func lostParts(of track: Track, at path: String) throws(ConversionError) -> [Range<Int64>]
  {
    let file = try ConversionError.input { () throws(SystemError) in try OpenFile.reading(path) }
    let (all, packets) = try job(of: track, file)
    var job = all
    job.packets = packets
    let whole = job.start..<job.start.addingSaturating(Int64(clamping: job.duration))
    let reply: LevelsReply
    do throws(ConversionError) { reply = try ask(job, file) } catch {
      guard error.kind == .input else { throw error }
      return [whole]
    }
    var parts: [Range<Int64>] = []
    for number in reply.lost.map(Int.init) where packets.indices.contains(number) {
      let start = packets[number].time
      let next = number + 1 < packets.count ? packets[number + 1].time : whole.upperBound
      guard start < next else { continue }
      if parts.last?.upperBound == start {
        parts[parts.count - 1] = parts[parts.count - 1].lowerBound..<next
      } else {
        parts.append(start..<next)
      }
    }
    return parts
  }

  /// A job for a track that has no packets yet, and the packets that are in the file: a truncated movie has fewer than
  /// its tables state.
  private func job(
    of track: Track, _ file: borrowing OpenFile
  ) throws(ConversionError) -> (job: LevelsJob, packets: [CodedSample]) {
    guard let source = AudioSource(track) else {
      throw ConversionError(.input, "track \(track.id) has no audio")
    }
    guard let all = try source.job(), !all.packets.isEmpty, all.duration > 0 else {
      throw ConversionError(.unsupported, source.obstacle)
    }
    var job = LevelsJob()
    job.coding = all.coding
    (job.timescale, job.start, job.duration) = (all.timescale, all.start, all.duration)
    let end: Int
    do throws(SystemError) { end = try file.stamp().size } catch {
      throw ConversionError(.unreadable, error)
    }
    return (job, all.packets.filter { $0.range.upperBound <= end })
  }

  private func ask(
    _ job: LevelsJob, _ file: borrowing OpenFile
  ) throws(ConversionError) -> LevelsReply {
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try job.encoded() } catch {
      throw ConversionError(.worker, "the job cannot be written: \(error)")
    }
    return try worker.ask(
      .audioLevels, bytes, [file.descriptor], reads: job.packets.map(\.range), within: job.limits,
      timeLimit: timeLimit)
  }
}

extension LevelsJob {
  /// Chooses all packets, or those in the middle of each part if the audio is long.
  ///
  /// - Returns: the decoded seconds of each part; nil if everything is decoded.
  fileprivate mutating func choosePackets(of all: [CodedSample], seconds: Double) -> Double? {
    let length = seconds / Double(all.count)
    let most = min(
      AudioMeter.mostPackets, Int(max(1, min(1e6, AudioMeter.mostSeconds / max(length, 1e-6)))))
    guard all.count > most else {
      packets = all
      return nil
    }
    let count = max(1, most / Int(partCount) - AudioMeter.preparation)
    var next = 0
    for part in 0..<Int(partCount) {
      let middle = all.count * (2 * part + 1) / (2 * Int(partCount))
      let first = max(next, middle - count / 2)
      let prepared = max(next, first - AudioMeter.preparation)
      let end = min(all.count, first + count)
      guard first < end else { continue }
      // If no packet was skipped, the decoder needs no preparation.
      if prepared > next {
        unheard += (packets.count..<packets.count + first - prepared).map { UInt32($0) }
      }
      packets += all[prepared..<end]
      next = end
    }
    return Double(count) * length
  }
}

extension LevelsReply.Level {
  /// The level in decibels; nil if there are no samples.
  fileprivate var level: TrackAudioLevels.Level? {
    let (peak, squares) = (Float(bitPattern: peak), Double(bitPattern: squares))
    guard sampleCount > 0, peak.isFinite, squares.isFinite, squares >= 0 else { return nil }
    return TrackAudioLevels.Level(
      peak: 20 * log10(Double(peak)), rootMeanSquare: 10 * log10(squares / Double(sampleCount)))
  }
}
