import WorkerProtocol

/// The frames of a track, as they are decoded.
struct VideoFrameSource {
  private let job: TranscodeJob
  private let engine: MovieCodecModule
  private let threads: Int

  init(_ job: TranscodeJob, _ engine: MovieCodecModule, threads: Int) {
    (self.job, self.engine, self.threads) = (job, engine, threads)
  }

  /// Decodes all samples.
  ///
  /// - Parameters:
  ///   - progress: gets the number of samples that have been decoded.
  ///   - body: gets each complete frame and its time, in presentation order; it returns false to stop.
  /// - Returns: the numbers of the samples, from 0, that did not give a complete frame.
  func decode(
    _ movie: some ExtentReader, _ progress: (UInt64) -> Void,
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> [UInt32] {
    var states = [State](repeating: .awaited, count: job.samples.count)
    var start = 0
    while start < job.samples.count {
      let number = job.samples[start].coding
      guard job.codings.indices.contains(Int(number)) else {
        throw CodecError("sample \(start + 1) has no coding")
      }
      let end = job.samples[start...].firstIndex { $0.coding != number } ?? job.samples.count
      var decoder = try PictureDecoder(
        engine, job.codings[Int(number)], threads: threads, largestFrame: job.largestFrame)
      for index in start..<end {
        let data = try movie.data(of: job.samples[index], index)
        if job.codings[Int(number)].hasHole(data) { states[index] = .damaged }
        // A sample that is refused has no frame, which is noticed at the end.
        _ = decoder.send(data, sample: index, isSync: job.samples[index].isSync)
        guard try take(from: &decoder, &states, body) else { return [] }
        progress(UInt64(index + 1))
      }
      decoder.end()
      guard try take(from: &decoder, &states, body) else { return [] }
      start = end
    }
    return states.indices.filter { states[$0] != .shown }.map { UInt32(clamping: $0) }
  }

  /// The state of the frame of a sample.
  private enum State { case awaited, damaged, shown }

  private func take(
    from decoder: inout PictureDecoder, _ states: inout [State],
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> Bool {
    // No decoder holds more frames than this.
    for _ in 0..<1024 {
      switch decoder.receive() {
      case .none: return true
      case .lost: continue
      case .picture(let frame):
        guard states.indices.contains(frame.sample), !frame.isDamaged,
          states[frame.sample] == .awaited
        else { continue }
        states[frame.sample] = .shown
        guard try body(frame, job.samples[frame.sample].time) else { return false }
      }
    }
    return true
  }
}
