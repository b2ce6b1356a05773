import CodecJob
import ImageCodecs

/// The pictures of a track, as they are decoded.
struct PictureSource {
  private let job: TranscodeJob
  private let engine: MovieEngine
  private let threads: Int

  init(_ job: TranscodeJob, _ engine: MovieEngine, threads: Int) {
    (self.job, self.engine, self.threads) = (job, engine, threads)
  }

  /// Decodes all samples.
  ///
  /// - Parameters:
  ///   - progress: is told how many samples have been decoded.
  ///   - body: gets each picture that is whole, in the order in which they are shown, and its time; false
  ///     ends it.
  /// - Returns: the numbers of samples, from 0, of which no whole picture came.
  func decode(
    _ movie: some ExtentReader, _ progress: (UInt64) -> Void,
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> [UInt32] {
    var hasPicture = [Bool](repeating: false, count: job.samples.count)
    var start = 0
    while start < job.samples.count {
      let number = job.samples[start].coding
      guard job.codings.indices.contains(Int(number)) else {
        throw CodecError("sample \(start + 1) has no coding")
      }
      let end = job.samples[start...].firstIndex { $0.coding != number } ?? job.samples.count
      var decoder = try PictureDecoder(
        engine, job.codings[Int(number)], threads: threads, largestPicture: job.largestPicture)
      for index in start..<end {
        // What it does not take has no picture, and is found so at the end.
        _ = decoder.send(try movie.data(of: job.samples[index], index), sample: index)
        guard try take(from: &decoder, &hasPicture, body) else { return [] }
        progress(UInt64(index + 1))
      }
      decoder.end()
      guard try take(from: &decoder, &hasPicture, body) else { return [] }
      start = end
    }
    return hasPicture.indices.filter { !hasPicture[$0] }.map { UInt32(clamping: $0) }
  }

  private func take(
    from decoder: inout PictureDecoder, _ hasPicture: inout [Bool],
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> Bool {
    // No decoder has more pictures than these that wait.
    for _ in 0..<1024 {
      switch decoder.receive() {
      case .none: return true
      case .lost: continue
      case .picture(let frame):
        guard hasPicture.indices.contains(frame.sample), !frame.isDamaged, !hasPicture[frame.sample]
        else { continue }
        hasPicture[frame.sample] = true
        guard try body(frame, job.samples[frame.sample].time) else { return false }
      }
    }
    return true
  }
}
