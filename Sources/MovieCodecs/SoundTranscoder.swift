public import CodecJob
import FieldCoding
public import ImageCodecs
import SystemAccess

/// Decodes the sound of a track, and re-encodes it. Only so much is held at a time as a packet has.
public struct SoundTranscoder: Sendable {
  private let job: SoundJob

  public init(_ job: SoundJob) { self.job = job }

  /// Opens the libraries that the job needs: once a process has given up to open files, it is too late.
  public func openLibraries() { _ = MovieEngine.usual }

  /// Reads the movie, and writes the packets one behind the other.
  public func transcode(
    from movie: some ExtentReader, to descriptor: Int32, _ reply: inout SoundReply
  ) throws(CodecError) {
    let engine = try MovieEngine.usual.get()
    var decoder = try SoundDecoder(engine, job.coding)
    var run = SoundRun(job, engine, DescriptorWriter(descriptor))
    for (number, packet) in job.packets.enumerated() {
      let data = try movie.data(of: packet, number)
      for (place, frame) in SoundFrames.ranges(in: data, job.coding.decoder.string).enumerated() {
        // What it does not take has no sound, and is found so at the end.
        _ = decoder.send(Array(data[frame]), packet: place == 0 ? number : nil)
        try run.take(from: &decoder)
      }
    }
    decoder.end()
    try run.take(from: &decoder)
    try run.end(&reply)
  }
}
