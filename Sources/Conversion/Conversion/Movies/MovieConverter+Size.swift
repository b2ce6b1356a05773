import Editing
import FieldCoding
import Files
import Platform
import WorkerClient

/// A movie that is not written yet.
struct MadeMovie {
  /// The result.
  var result: MovieConversionResult
  var edited: EditedFile
  /// The conditions that the written movie has to meet.
  var proof: MovieConversionProof
}

extension MovieConverter {
  /// After this number of tries, the best quality that fits is used.
  private static let enoughTries = 6

  /// Converts a movie so that it has at most ``Options/mostBytes`` bytes, with nearly the best quality that fits.
  func fitting(
    _ original: borrowing OriginalFile, to output: String, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> MadeMovie {
    var made = try convert(original, to: output, progress)
    guard let most = options.mostBytes else { return made }
    var attempt = self
    // The highest known quality that fits, and the lowest that does not.
    var (fits, exceeds) = (0, 101)
    var best: MadeMovie?
    var tries = 1
    while true {
      let quality = attempt.options.quality ?? MovieConverter.usualQuality
      let (byteCount, codedCount) = (made.edited.written.count, made.result.codedByteCount)
      if byteCount <= most {
        if tries > 1 {
          made.result.notes.append("is coded with quality \(quality), so that it fits")
        }
        // The requested quality, or nearly the most bytes.
        if exceeds > 100 || byteCount > most / 100 * 92 { return made }
        (fits, best) = (quality, made)
      } else if codedCount > 0 {
        exceeds = quality
      } else if attempt.options.quality != nil || options.preset.codec == nil {
        throw tooLong(byteCount, "none of its frames are re-encoded")
      }
      if let best, exceeds - fits <= 1 || tries >= MovieConverter.enoughTries { return best }
      guard exceeds > 1 else {
        throw tooLong(byteCount, "that is the lowest quality; a preset of fewer lines may fit")
      }
      var next = quality
      if codedCount > 0 {
        let goal = codedCount - (byteCount - most)
        guard goal > 0 else { throw tooLongWithoutPictures(byteCount - codedCount) }
        // Twenty steps of quality halve the size, approximately, in each of the codecs.
        let steps = 20 * log2(Double(goal) / Double(codedCount))
        next += Int(max(-100, steps - 0.5).rounded(.down))
      }
      attempt.options.quality = min(max(next, fits + 1), exceeds - 1)
      made = try attempt.convert(original, to: output, progress)
      tries += 1
    }
  }

  private func tooLongWithoutPictures(_ byteCount: Int) -> ConversionError {
    ConversionError(
      .input,
      "has \(counted(byteCount, "byte")) without its frames, more than --max-file-size allows: --from and --to take a part"
    )
  }

  private func tooLong(_ byteCount: Int, _ why: String) -> ConversionError {
    ConversionError(
      .input, "would have \(counted(byteCount, "byte")), more than --max-file-size allows: \(why)")
  }
}
