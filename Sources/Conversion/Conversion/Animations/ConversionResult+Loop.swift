import FieldCoding
import LivePhotos
import Movie
import WorkerClient

/// The notes about a loop.
extension ConversionResult {
  mutating func add(
    _ schedule: LoopSchedule, _ decoded: LoopPictures.Outcome, of movie: MovieFrames,
    _ options: LoopMaker.Options, isOpaque: Bool, hasExif: Bool
  ) {
    let format = options.format
    notes = movie.notes + decoded.notes
    if schedule.shown.count < schedule.frameCount {
      let rate = options.rate ?? format.usualRate
      let text = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
      notes.append(
        "shows \(schedule.shown.count) of \(schedule.frameCount) frames, at most \(text) a second; --rate sets another number"
      )
    }
    if let (frame, error) = decoded.lost.first {
      let others = decoded.lost.count > 1 ? " (and \(decoded.lost.count - 1) more)" : ""
      warnings.append(
        "the frame at \(MovieFrames.text(frame.time)) s is missing\(others): \(error.message)")
    }
    if !isOpaque, format == .avif {
      notes.append("what is transparent is shown over white")
      leftOut.append("transparency")
      losesParts = true
    }
    leftOut += movie.lostInLoops
    if movie.hasAuxiliaryPictures {
      leftOut.append("auxiliary images")
      losesParts = true
    }
    if hasExif, !format.holdsExif { leftOut.append("Exif metadata") }
    if !leftOut.isEmpty { notes.append("not carried over: \(leftOut.joined(separator: ", "))") }
  }
}

extension MovieFrames {
  /// Whether an image sequence has an auxiliary one besides its opacity, such as depth.
  fileprivate var hasAuxiliaryPictures: Bool {
    let alpha = movie.alpha(of: track)?.id
    return movie.tracks.contains { $0.isAuxiliary && $0.id != alpha && $0.sampleCount > 0 }
  }

  /// The parts that a loop cannot hold, in plain words.
  fileprivate var lostInLoops: [String] {
    let others = movie.tracks.filter {
      $0.id != track.id && $0.sampleCount > 0 && !$0.isAuxiliary
    }
    var parts: [String] = []
    if others.contains(where: { $0.handlerType == "soun" }) { parts.append("audio") }
    if others.contains(where: { ["text", "sbtl", "subt", "clcp"].contains($0.handlerType) }) {
      parts.append("subtitles and other text")
    }
    if others.contains(where: { ["meta", "tmcd"].contains($0.handlerType) }) {
      parts.append("timed metadata")
    }
    if others.contains(where: { ["vide", "pict"].contains($0.handlerType) }) {
      parts.append("other frames")
    }
    if movie.metadata.contains(where: { $0.key == ContentIdentifier.key }) {
      parts.append("the identifier of the Live Photo")
    }
    return parts
  }
}
