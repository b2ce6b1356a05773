public import FieldCoding
import Files
public import ISOBMFF
import Synchronization
public import WorkerClient
import WorkerProtocol

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
