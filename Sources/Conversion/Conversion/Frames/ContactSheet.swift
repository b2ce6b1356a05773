import FieldCoding
import Synchronization
public import WorkerClient

/// A frame of many frames, in rows, with the time of each.
public struct ContactSheet: Sendable {
  /// The number of frames in a row.
  public var columns: Int
  /// The maximum number of rows.
  public var rows: Int
  /// The longer side of a frame, in samples.
  public var cellSide = 320
  /// The gap between frames, in samples.
  private static let gap = 4

  /// A sheet with these numbers of columns and rows.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The result of a sheet.
  public struct Outcome: Sendable {
    /// The frame.
    public var picture: ConversionResult
    /// Frames that are not on it, and why.
    public var lost: [(frame: MovieFrames.Frame, error: ConversionError)]
  }

  /// Makes a frame with several frames.
  ///
  /// - Parameters:
  ///   - frames: the frames; those that do not fit on the sheet are left out.
  ///   - progress: is called with the number of frames that are done.
  public func make(
    of movie: MovieFrames, _ frames: [MovieFrames.Frame], to output: String,
    _ options: ConversionOptions, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(ConversionError) -> Outcome {
    try FrameExtractor(options).checkPath(output, of: movie)
    var cells = options
    cells.longerSide = cellSide
    cells.bitDepth = 8
    let shown = Array(frames.prefix(columns * rows))
    let notes = Mutex<[String]>([])
    @Sendable func note(_ text: String) { notes.withLock { $0.append(text) } }
    let found = FrameExtractor(cells).photos(
      of: shown, in: movie, progress: progress, note: note
    ) { (_, photo, options) throws(ConversionError) in
      try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
    }
    var lost: [(frame: MovieFrames.Frame, error: ConversionError)] = []
    var pictures: [(index: Int, time: Double, picture: DecodedPicture)] = []
    for (index, cell) in found.enumerated() {
      switch cell.result {
      case .success(let picture): pictures.append((index, cell.frame.time, picture))
      case .failure(let error):
        guard error.isOfInput else { throw error }
        lost.append((cell.frame, error))
      }
    }
    guard let first = pictures.first?.picture else {
      throw lost.first?.error ?? ConversionError(.input, "shows no frame")
    }
    let count = (found.count + columns - 1) / columns
    var canvas = ContactSheetCanvas(
      width: columns * (first.width + Self.gap) + Self.gap,
      height: count * (first.height + Self.gap) + Self.gap)
    for (index, time, picture) in pictures {
      let x = Self.gap + index % columns * (first.width + Self.gap)
      let y = Self.gap + index / columns * (first.height + Self.gap)
      canvas.paint(picture, x, y, most: (first.width, first.height))
      canvas.write(
        Self.clock(time), x, y + first.height, scale: max(1, min(first.width, first.height) / 90))
    }
    let file = try canvas.photo(like: first, of: movie, shown[0])
    let photo = try file.photo()
    var result = try PhotoConverter(options).convert(
      photo.pictures(options)[0], of: photo, to: output)
    result.notes += notes.withLock { $0 }
    return Outcome(picture: result, lost: lost)
  }

  /// `1:02.345`
  private static func clock(_ time: Double) -> String {
    let milliseconds = Int((time * 1000).rounded())
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
    let seconds = "\(zeroPadded(rest / 1000, to: 2)).\(zeroPadded(rest % 1000, to: 3))"
    return minutes < 60
      ? "\(minutes):\(seconds)"
      : "\(minutes / 60):\(zeroPadded(minutes % 60, to: 2)):\(seconds)"
  }
}
