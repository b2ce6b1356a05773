public import FieldCoding
import Files
import HEIF
public import ISOBMFF
import Movie
import Synchronization
public import WorkerClient
import WorkerProtocol

/// Samples that are decoded one after the other, and the frames among them that are asked for.
struct FrameRun {
  /// The samples from one at which decoding can start to the last requested one, in decoding order.
  private(set) var samples: Range<Int>
  /// The frames by the indices of their samples.
  private(set) var frames: [Int: MovieFrames.Frame] = [:]
  /// The number of the sample entry, from 1.
  let description: Int

  /// The same run with some of its frames.
  func filter(_ isWanted: (MovieFrames.Frame) -> Bool) -> FrameRun {
    var run = self
    run.frames = frames.filter { isWanted($0.value) }
    return run
  }
}

extension MovieFrames {
  /// What has to be decoded for some frames: each group of pictures once, even if several of its frames are needed.
  ///
  /// - Parameter isSecond: whether they could not be decoded from the sync sample before them. In some movies, frames refer
  ///   to others before it, so that decoding has to start at the one before. There is no run for frames of the first group.
  func runs(for wanted: [Frame], isSecond: Bool = false) -> [FrameRun] {
    var runs: [FrameRun] = []
    let samples = wanted.compactMap { frame in
      track.samples.sample(at: frame.sample).map { (frame, $0) }
    }
    var syncs = PrecedingSyncs(samples: track.samples)
    // A sample that is shown several times is decoded as often.
    for (frame, sample) in samples.sorted(by: { $0.1.index < $1.1.index }) {
      var start = syncs.start(for: sample)
      if isSecond {
        guard start > 0 else { continue }
        start = syncs.sync(before: start)
      }
      if let last = runs.indices.last, runs[last].continues(to: sample, from: start) {
        runs[last].add(frame, from: start)
      } else {
        runs.append(FrameRun(frame, from: start, sample.descriptionIndex))
      }
    }
    return runs
  }

  /// The worker's job for a run, and the frames by the numbers of their samples in it.
  func job(
    _ run: FrameRun, _ options: ConversionOptions
  ) throws(ConversionError) -> (FramesJob, [UInt32: Frame]) {
    guard track.sampleEntries.indices.contains(run.description - 1) else {
      throw ConversionError(.input, "has frames of an unknown kind")
    }
    let entry = track.sampleEntries[run.description - 1]
    guard let coding = SampleCoding(entry) else {
      throw ConversionError(
        .unsupported, "has frames of '\(entry.type)', for which there is no decoder")
    }
    var job = FramesJob()
    job.coding = coding
    job.threads = UInt16(clamping: options.threads)
    job.engine = options.engine
    job.mayBeInterlaced = entry.mayBeInterlaced
    job.largestFrame = max(
      job.largestFrame, UInt64(coding.width) * UInt64(coding.height) * 2)
    var frames: [UInt32: Frame] = [:]
    for sample in track.samples.from(run.samples.lowerBound).prefix(run.samples.count)
    where sample.descriptionIndex == run.description {
      let number = UInt32(clamping: job.samples.count)
      frames[number] = run.frames[sample.index]
      job.samples.append(try CodedSample(sample, of: track))
    }
    job.wanted = frames.keys.sorted()
    return (job, frames)
  }
}

/// The sync samples before samples that are asked for in ascending order. It takes time in proportion to the samples
/// of the track at most, and not for each.
private struct PrecedingSyncs {
  let samples: TrackSamples
  /// The last sample that was asked for, and the sync sample before it.
  private var last: (sample: Int, sync: Int)?
  /// The sync samples before others.
  private var earlier: [Int: Int] = [:]

  init(samples: TrackSamples) { self.samples = samples }

  /// The sample at which decoding has to start.
  mutating func start(for sample: Sample) -> Int {
    let start = sync(upTo: sample.index)
    // Frames that are decoded after it and shown before it may need earlier data.
    guard start > 0, start < sample.index, let sync = samples.sample(at: start),
      sample.compositionTime < sync.compositionTime
    else { return start }
    return self.sync(before: start)
  }

  /// The one before a sync sample, which is not the first sample.
  mutating func sync(before sync: Int) -> Int {
    if let known = earlier[sync] { return known }
    let before = samples.syncSample(upTo: sync - 1) ?? 0
    earlier[sync] = before
    return before
  }

  private mutating func sync(upTo number: Int) -> Int {
    let sync = samples.syncSample(upTo: number, after: last?.sample ?? -1) ?? last?.sync ?? 0
    last = (number, sync)
    return sync
  }
}

extension FrameRun {
  fileprivate init(_ frame: MovieFrames.Frame, from start: Int, _ description: Int) {
    self.init(
      samples: start..<frame.sample + 1, frames: [frame.sample: frame], description: description)
  }

  /// Whether a frame can be decoded in this run, too.
  fileprivate func continues(to sample: Sample, from start: Int) -> Bool {
    description == sample.descriptionIndex && start <= samples.upperBound
      && frames[sample.index] == nil
  }

  fileprivate mutating func add(_ frame: MovieFrames.Frame, from start: Int) {
    samples = min(samples.lowerBound, start)..<max(samples.upperBound, frame.sample + 1)
    frames[frame.sample] = frame
  }
}

/// Tries whether frames can be decoded as a sample entry describes them.
public struct PictureTrial: Sendable {
  private let worker: Worker

  /// A trial by this worker.
  public init(_ worker: Worker) { self.worker = worker }

  /// The most seconds that a trial takes.
  private static let timeLimit = 60.0

  /// Whether at least one frame can be decoded without damage.
  ///
  /// - Parameters:
  ///   - samples: frames at which decoding can start.
  ///   - entry: the sample entry.
  /// - Returns: nil if nothing can tell it: there is no decoder for the coding, or it cannot run.
  public func canDecode(_ samples: [Bytes], describedBy entry: Box) -> Bool? {
    guard let coding = SampleCoding(entry), !samples.isEmpty else { return nil }
    var job = FramesJob()
    job.coding = coding
    job.largestFrame = max(
      job.largestFrame, UInt64(coding.width) * UInt64(coding.height) * 2)
    do {
      let file = try OutputFile.temporary()
      var offset = 0
      for sample in samples {
        try file.write(sample)
        var coded = CodedSample()
        coded.offset = UInt64(offset)
        coded.byteCount = UInt32(clamping: sample.count)
        coded.time = Int64(job.samples.count)
        coded.isSync = true
        job.samples.append(coded)
        offset += sample.count
      }
      job.wanted = job.samples.indices.map { UInt32($0) }
      do { return try isDecoded(job, file.descriptor) } catch let error as ConversionError {
        guard error.isTransient else { throw error }
        return try isDecoded(job, file.descriptor)
      }
    } catch {
      return nil
    }
  }

  /// Whether a frame arrives.
  private func isDecoded(_ job: FramesJob, _ file: Int32) throws -> Bool {
    let arrived = Mutex<Result<Bool, ConversionError>>(.success(false))
    let _: FramesReply = try worker.ask(
      .frames, job.encoded(), [file], within: job.limits, timeLimit: PictureTrial.timeLimit,
      readers: 1
    ) { stream in
      let header = Result { () throws(ConversionError) in
        try stream.next { (reader) throws(ConversionError) in
          try reader.bytes(MovieFrameHeader.byteCount)
        }
      }
      arrived.withLock { $0 = header.map { $0 != nil } }
    }
    return try arrived.withLock { $0 }.get()
  }
}
