import FieldCoding
import Files
public import WorkerProtocol

/// Decodes the sound of a track, and re-encodes it. Memory holds one packet at a time.
public struct SoundTranscoder: Sendable {
  private let job: SoundJob

  public init(_ job: SoundJob) { self.job = job }

  /// Opens the libraries that the job needs: the sandbox does not allow that later.
  public func openLibraries() { _ = MovieCodecModule.usual }

  /// Reads the movie, and writes the packets one after the other.
  public func transcode(
    from movie: some ExtentReader, to descriptor: Int32, _ reply: inout SoundReply
  ) throws(CodecError) {
    let engine = try MovieCodecModule.usual.get()
    var decoder = try SoundDecoder(engine, job.coding)
    var run = SoundEncoderFeed(job, engine, CodecFileWriter(descriptor))
    for (number, packet) in job.packets.enumerated() {
      let data = try movie.data(of: packet, number)
      for (place, frame) in SoundDecoderFrames.ranges(in: data, job.coding.decoder.string)
        .enumerated()
      {
        // Data that is refused has no sound, which is noticed at the end.
        _ = decoder.send(Array(data[frame]), packet: place == 0 ? number : nil)
        try run.take(from: &decoder)
      }
    }
    decoder.end()
    try run.take(from: &decoder)
    try run.end(&reply)
  }
}
