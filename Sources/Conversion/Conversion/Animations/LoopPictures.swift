import FieldCoding
import Files
import Synchronization
import WorkerClient
import WorkerProtocol

/// The decoded frames of a loop, in a file without a name: upright, in square pixels, in sRGB.
final class LoopPictures: Sendable {
  private let file: OutputFile
  private let state = Mutex(State())

  private struct State {
    var size: (width: Int, height: Int)?
    var channels: [UInt8] = []
    /// What a user should know about a frame.
    var notes: [String] = []
    /// The same about all of them.
    var movieNotes: [String] = []
  }

  /// The most bytes of all frames together.
  private static let most = 8 << 30

  /// The result of decoding.
  struct Outcome {
    var width: Int
    var height: Int
    /// The number of bytes per sample of each frame.
    var channels: [UInt8]
    /// Notes about the colours.
    var notes: [String]
    /// The frames that could not be decoded, and why.
    var lost: [(frame: MovieFrames.Frame, error: ConversionError)]
  }

  init(_ file: consuming OutputFile) { self.file = file }

  var descriptor: Int32 { file.descriptor }

  /// Decodes frames, and keeps each in a separate slot.
  ///
  /// - Parameter progress: gets the number of finished frames.
  func decode(
    _ schedule: LoopSchedule, of movie: MovieFrames, _ options: ConversionOptions,
    progress: @Sendable (Int) -> Void
  ) throws(ConversionError) -> Outcome {
    let frames = schedule.shown.map(\.frame)
    let slots = Dictionary(
      frames.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    state.withLock { $0.channels = Array(repeating: 3, count: frames.count) }
    @Sendable func note(_ text: String) { state.withLock { $0.movieNotes.append(text) } }
    let made = FrameExtractor(options).photos(
      of: frames, in: movie, progress: progress,
      note: note
    ) { (frame, photo, options) throws(ConversionError) in
      let (picture, notes) = try PhotoConverter(options)
        .decode(photo.pictures(options)[0], of: photo, in: .sRGB)
      try self.keep(picture, notes, in: slots[frame.number] ?? 0, of: frames.count)
    }
    var lost: [(frame: MovieFrames.Frame, error: ConversionError)] = []
    for (frame, result) in made {
      guard case .failure(let error) = result else { continue }
      // A problem of this computer affects all of them, or will not be there the next time.
      guard error.isOfInput, !error.isTransient else { throw error }
      lost.append((frame, error))
    }
    let (size, channels, notes) = state.withLock {
      ($0.size, $0.channels, $0.notes + $0.movieNotes)
    }
    guard let size else { throw lost.first?.error ?? ConversionError(.input, "shows no frame") }
    return Outcome(
      width: size.width, height: size.height, channels: channels, notes: notes, lost: lost)
  }

  private func keep(
    _ picture: DecodedPicture, _ notes: [String], in slot: Int, of count: Int
  ) throws(ConversionError) {
    let (width, height) = (picture.width, picture.height)
    guard picture.bitDepth == 8 else {
      throw ConversionError(.worker, "has other samples than expected after decoding")
    }
    let size = state.withLock { state in
      if state.size == nil { (state.size, state.notes) = ((width, height), notes) }
      state.channels[slot] = UInt8(clamping: picture.channels)
      return state.size ?? (width, height)
    }
    guard size == (width, height) else {
      throw ConversionError(
        .output,
        "has frames of \(size.width) × \(size.height) and of \(width) × \(height); use --from and --to for a part in which all are alike"
      )
    }
    guard width * height * 4 <= LoopPictures.most / count else {
      throw ConversionError(
        .output,
        "has \(count) frames of \(width) × \(height), too much for a loop; use --max-size, --rate, --from or --to to make it smaller"
      )
    }
    try ConversionError.output { () throws(SystemError) in
      try file.write(picture.bytes, at: slot * width * height * 4)
    }
  }
}
