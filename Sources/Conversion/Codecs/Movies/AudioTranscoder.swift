import FieldCoding
import Files
public import WorkerProtocol

/// Decodes the audio of a track, and re-encodes it. Memory holds one packet at a time.
public struct AudioTranscoder: Sendable {
  private let job: AudioJob

  public init(_ job: AudioJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = MovieCodecModule.usual }

  /// Reads the movie, and writes the packets one after the other.
  public func transcode(
    from movie: some ExtentReader, to descriptor: Int32, _ reply: inout AudioReply
  ) throws(CodecError) {
    let engine = try MovieCodecModule.usual.get()
    var decoder = try AudioDecoder(engine, job.coding)
    var run = AudioEncoderFeed(job, engine, CodecFileWriter(descriptor))
    for (number, packet) in job.packets.enumerated() {
      let data = try movie.data(of: packet, number)
      for (index, frame) in AudioDecoderFrames.ranges(in: data, job.coding.decoder.string)
        .enumerated()
      {
        // Data that is refused has no audio, which is noticed at the end.
        _ = decoder.send(Array(data[frame]), packet: index == 0 ? number : nil)
        try run.take(from: &decoder)
      }
    }
    decoder.end()
    try run.take(from: &decoder)
    try run.end(&reply)
  }
}
