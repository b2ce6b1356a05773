import Files
import Movie
import WorkerClient
import WorkerProtocol

extension MovieConverter {
  /// Decodes the frames of copied tracks in the worker, and reports the damaged ones.
  func check(
    _ tracks: [Track], of original: borrowing OriginalFile, _ result: inout MovieConversionResult,
    _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) {
    for track in tracks {
      let reply: TranscodeReply
      do throws(ConversionError) {
        guard let source = try VideoSource(track) else { continue }
        var job = try source.job()
        job.threads = UInt16(clamping: options.threads)
        let descriptor = original.file.descriptor
        reply = try ask(job, source, of: original, descriptor, progress)
      } catch {
        // They are copied even if they cannot be decoded here.
        guard error.isOfInput || error.kind == .worker else { throw error }
        let message =
          "the frames of track \(track.id) are copied without a check: \(error.message)"
        if error.kind == .worker {
          result.warnings.append(message)
        } else {
          result.notes.append(message)
        }
        continue
      }
      result.take(reply.sandbox)
      if let damaged = DamagedPictures(reply.lost, of: track) {
        result.warnings.append(damaged.ofCopied)
      }
    }
  }
}
