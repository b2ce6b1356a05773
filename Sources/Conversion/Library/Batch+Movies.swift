package import Conversion
import Metadata
import WorkerClient

/// Movies whose pictures are re-encoded, and movies from which loops are made.
extension Batch {
  func convertMovie(
    _ result: inout Result, _ places: OutputPlaces, _ moving: @Sendable (MovieProgress) -> Void
  ) {
    let file = result.file
    do throws(ConversionError) {
      if let made = try makeLoop(of: file, places, moving) {
        result.pictures = [.success(made)]
        return
      }
      let made = try convert(movie: file.path, to: file.output, places, moving)
      result.pictures = [.success(ConversionResult(made))]
    } catch {
      result.pictures = [.failure(error)]
    }
  }

  /// - Returns: nil if no loops are made.
  private func makeLoop(
    of file: File, _ places: OutputPlaces, _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> ConversionResult? {
    guard var maker = loopMaker else { return nil }
    let place = try places.place(file.output)
    maker.options.replacesFiles = place.replacesFiles
    return try maker.make(file.path, to: place.path, progress: moving)
  }

  func convert(
    movie path: String, to output: String, _ places: OutputPlaces,
    _ moving: @Sendable (MovieProgress) -> Void
  ) throws(ConversionError) -> MovieConversionResult {
    guard var converter = movieConversion else {
      throw ConversionError(.input, "is a movie, and conversion of movies was not requested")
    }
    let place = try places.place(output)
    converter.options.replacesFiles = place.replacesFiles
    return try converter.convert(path, to: place.path, progress: moving)
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
    var words = [preset.name]
    if let quality { words.append("quality \(quality)") }
    if speed != .medium { words.append("\(speed.rawValue)") }
    if let sound { words.append("sound \(sound.rawValue)") }
    if let mostBitsPerSecond { words.append("at most \(mostBitsPerSecond) bit/s") }
    if let mostBytes { words.append("at most \(mostBytes) bytes") }
    if let tracks {
      words.append("tracks \(tracks.sorted().map { String($0) }.joined(separator: " "))")
    }
    if let start { words.append("from \(start) s") }
    if let end { words.append("to \(end) s") }
    if turnsUpright { words.append("upright") }
    if stripping != .nothing { words.append("without \(stripping.words)") }
    if let mapsColours { words.append(mapsColours ? "without HDR" : "with HDR") }
    return words.joined(separator: ", ")
  }
}

extension LoopMaker.Options {
  var settings: String {
    var words = [
      "\(format.rawValue) loop", "quality \(quality ?? format.quality)",
      "at most \(longerSide ?? format.usualSide)", "rate \(rate ?? format.usualRate)",
    ]
    if let start { words.append("from \(start) s") }
    if let end { words.append("to \(end) s") }
    if bounces { words.append("forwards and backwards") }
    if playCount > 0 { words.append("played \(playCount) times") }
    if stripping != .nothing { words.append("without \(stripping.words)") }
    return words.joined(separator: ", ")
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
