public import CodecJob
import FieldCoding
public import ImageCodecs
import NALUnits
import SystemAccess

/// Decodes the pictures of a track, and codes them anew. Only so many are held at a time as decoder and
/// encoder hold.
public struct Transcoder: Sendable {
  /// The most bytes of a sample.
  static let longestSample = 1 << 28

  private let job: TranscodeJob

  public init(_ job: TranscodeJob) { self.job = job }

  /// What came of it; the coded pictures are in the file.
  public struct Result: Sendable {
    /// What the encoder keeps beside the samples.
    public var configuration: [UInt8] = []
    /// In decoding order.
    public var samples: [TranscodedSample] = []
    /// The numbers of samples, from 0, of which no whole picture came.
    public var lost: [UInt32] = []
  }

  /// Opens the libraries that the job needs: once a process has given up to open files, it is too late.
  public func openLibraries() {
    _ = Threads.coreCount
    _ = MovieEngine.usual
  }

  /// Reads the movie, and writes the coded pictures one behind the other.
  public func transcode(
    from movie: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let engine = try MovieEngine.usual.get()
    let threads = job.threads > 0 ? min(Int(job.threads), 256) : Threads.coreCount
    var decoder = try PictureDecoder(
      engine, job.decoder.string, configuration: Array(job.configuration), threads: threads,
      largestPicture: job.largestPicture)
    var run = try Run(job, engine, threads: threads, DescriptorWriter(descriptor))
    var data: [UInt8] = []
    for (number, sample) in job.samples.enumerated() {
      guard sample.byteCount <= Transcoder.longestSample,
        let start = Int(exactly: sample.offset), start < Int.max - Transcoder.longestSample
      else { throw CodecError("sample \(number + 1) is longer than any picture") }
      data.removeAll(keepingCapacity: true)
      try movie.read(start..<start + Int(sample.byteCount), into: &data)
      // What it does not take has no picture, and is found so at the end.
      _ = decoder.send(data, sample: number)
      try run.take(from: &decoder)
    }
    decoder.end()
    try run.take(from: &decoder)
    return try run.end()
  }

  /// The encoder, and what it has made.
  private struct Run: ~Copyable {
    private let job: TranscodeJob
    private var encoder: PictureEncoder
    private let writer: DescriptorWriter
    private var result = Result()
    private var hasPicture: [Bool]

    init(
      _ job: TranscodeJob, _ engine: MovieEngine, threads: Int, _ writer: DescriptorWriter
    ) throws(CodecError) {
      self.job = job
      self.writer = writer
      encoder = try PictureEncoder(engine, job.encoding, threads: threads)
      hasPicture = Array(repeating: false, count: job.samples.count)
    }

    mutating func take(from decoder: inout PictureDecoder) throws(CodecError) {
      // No decoder has more pictures than these that wait.
      for _ in 0..<1024 {
        switch decoder.receive() {
        case .none: return
        case .lost: continue
        case .picture(let picture):
          guard hasPicture.indices.contains(picture.sample), !picture.isDamaged,
            !hasPicture[picture.sample]
          else { continue }
          hasPicture[picture.sample] = true
          try encoder.send(picture, of: decoder, time: job.samples[picture.sample].time)
          try write()
        }
      }
    }

    private mutating func write() throws(CodecError) {
      while let packet = try encoder.receive() {
        let data = job.encoding.isByteStream ? try withLengths(packet.data) : packet.data
        try writer.append(data)
        var sample = TranscodedSample()
        sample.byteCount = UInt32(clamping: data.count)
        sample.time = packet.time
        sample.isSync = packet.isSync
        sample.isDisposable = packet.isDisposable
        result.samples.append(sample)
      }
    }

    /// NAL units behind their lengths, as samples have them (ISO/IEC 14496-15 §5.3.3).
    private func withLengths(_ stream: [UInt8]) throws(CodecError) -> [UInt8] {
      do throws(FieldError) {
        return try LengthPrefixed.fromAnnexB(Bytes(stream), lengthSize: 4)
      } catch {
        throw CodecError("the encoder wrote what cannot be read: \(error)")
      }
    }

    mutating func end() throws(CodecError) -> Result {
      encoder.end()
      try write()
      result.configuration = encoder.configuration
      result.lost = hasPicture.indices.filter { !hasPicture[$0] }.map { UInt32(clamping: $0) }
      return result
    }
  }
}
