package import Conversion
import Metadata
import WorkerClient

/// Movies whose images are re-encoded, and movies from which loops are made.
extension Batch {
  func convertMovie(
    _ result: inout Result, _ paths: OutputPaths, _ moving: @Sendable (MovieProgress) -> Void
  ) {
    let file = result.file
    do throws(ConversionError) {
      if let made = try makeLoop(of: file, paths, moving) {
        result.pictures = [.success(made)]
        return
      }
      let made = try convert(movie: file.path, to: file.output, paths, moving)
      result.pictures = [.success(ConversionResult(made))]
    } catch {
      result.pictures = [.failure(error)]
    }
  }

  /// - Returns: nil if no loops are made.
  private func makeLoop(
    of file: File, _ paths: OutputPaths, _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> ConversionResult? {
    guard var maker = loopMaker else { return nil }
    let prepared = try paths.prepare(file.output)
    maker.options.replacesFiles = prepared.replacesFiles
    return try maker.make(file.path, to: prepared.path, progress: moving)
  }

  func convert(
    movie path: String, to output: String, _ paths: OutputPaths,
    _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> MovieConversionResult {
    guard var converter = movieConversion else {
      throw ConversionError(.input, "is a movie, and conversion of movies was not requested")
    }
    let prepared = try paths.prepare(output)
    converter.options.replacesFiles = prepared.replacesFiles
    return try converter.convert(path, to: prepared.path, progress: moving)
  }

  /// The settings that affect the outputs of a file, as text. Equal text means equal outputs.
  func settings(of file: File) -> String {
    if file.isMovie, let loopMaker { return loopMaker.options.settings }
    let movies = movieConversion?.options.settings
    if file.isMovie, let movies { return movies }
    let photos = conversion.options.settings(time: time)
    guard file.movie != nil, let movies else { return photos }
    return "\(photos), its movie \(movies)"
  }
}

extension MovieConverter.Options {
  var settings: String {
    var parts = [preset.name]
    if let quality { parts.append("quality \(quality)") }
    if speed != .medium { parts.append("\(speed.rawValue)") }
    if let audio { parts.append("audio \(audio.rawValue)") }
    if let mostBitsPerSecond { parts.append("at most \(mostBitsPerSecond) bit/s") }
    if let mostBytes { parts.append("at most \(mostBytes) bytes") }
    if let tracks {
      parts.append("tracks \(tracks.sorted().map { String($0) }.joined(separator: " "))")
    }
    if let start { parts.append("from \(start) s") }
    if let end { parts.append("to \(end) s") }
    if rotatesUpright { parts.append("upright") }
    if stripping != .nothing { parts.append("without \(stripping.text)") }
    if let mapsColours { parts.append(mapsColours ? "without HDR" : "with HDR") }
    return parts.joined(separator: ", ")
  }
}

extension LoopMaker.Options {
  var settings: String {
    var parts = [
      "\(format.rawValue) loop", "quality \(quality ?? format.quality)",
      "at most \(longerSide ?? format.usualSide)", "rate \(rate ?? format.usualRate)",
    ]
    if let start { parts.append("from \(start) s") }
    if let end { parts.append("to \(end) s") }
    if bounces { parts.append("forwards and backwards") }
    if playCount > 0 { parts.append("played \(playCount) times") }
    if stripping != .nothing { parts.append("without \(stripping.text)") }
    return parts.joined(separator: ", ")
  }
}

extension ConversionResult {
  /// The result for a movie.
  package init(_ made: MovieConversionResult) {
    self.init(
      action: made.action == .copied ? Action.copied : .converted, output: made.output,
      width: made.width, height: made.height, byteCount: made.byteCount)
    (notes, warnings, leftOut) = (made.notes, made.warnings, made.leftOut)
    if !leftOut.isEmpty { notes.append("not carried over: \(leftOut.joined(separator: ", "))") }
    losesParts = !leftOut.isEmpty
    sandbox = made.sandbox
  }
}

extension MovieResult {
  init(_ made: MovieConversionResult) {
    self.init(
      action: made.action == .copied ? Action.copied : .converted, output: made.output,
      byteCount: made.byteCount)
    (notes, warnings) = (made.notes, made.warnings)
    if !made.leftOut.isEmpty {
      notes.append("not carried over: \(made.leftOut.joined(separator: ", "))")
    }
  }
}

extension MovieResult.Action {
  /// Whether the movie has a separate file, which was written now.
  var isFile: Bool { [.copied, .linked, .converted].contains(self) }
}
