import FieldCoding
import Files
import HEIF
import ISOBMFF
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

/// Red, green and blue of 8 bits, on which frames and digits are painted.
struct ContactSheetCanvas {
  let width: Int
  let height: Int
  private var samples: [UInt8]

  /// A dark grey canvas.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = [UInt8](repeating: 24, count: width * height * 3)
  }

  private mutating func set(_ x: Int, _ y: Int, _ colour: (UInt8, UInt8, UInt8)) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let offset = (y * width + x) * 3
    (samples[offset], samples[offset + 1], samples[offset + 2]) = colour
  }

  /// Paints a frame of 8 bits on the canvas, blended with white if it is not opaque.
  mutating func paint(_ picture: DecodedPicture, _ x: Int, _ y: Int, most: (Int, Int)) {
    for row in 0..<min(picture.height, most.1) {
      for column in 0..<min(picture.width, most.0) {
        guard var colour = picture[column, row] else { continue }
        if colour.count % 2 == 0, let opacity = colour.popLast() {
          colour = colour.map { (($0 * opacity + 127) / 255) + 255 - opacity }
        }
        let red = UInt8(clamping: colour[0])
        let isGray = colour.count == 1
        set(
          x + column, y + row,
          (
            red, isGray ? red : UInt8(clamping: colour[1]),
            isGray ? red : UInt8(clamping: colour[2])
          ))
      }
    }
  }

  /// Writes white digits on black.
  ///
  /// - Parameters:
  ///   - x: the left edge of the text.
  ///   - bottom: the row below it.
  ///   - scale: the side of the dots that characters consist of.
  mutating func write(_ text: String, _ x: Int, _ bottom: Int, scale: Int) {
    let glyphs = text.compactMap { ContactSheetCanvas.glyphs[$0] }
    let top = bottom - 9 * scale
    for row in 0..<9 * scale {
      for column in 0..<(glyphs.count * 6 + 1) * scale {
        let (line, dot) = (row / scale - 1, column / scale - 1)
        var isSet = false
        if (0..<7).contains(line), dot >= 0, dot / 6 < glyphs.count, dot % 6 < 5 {
          isSet = glyphs[dot / 6][line] >> UInt8(4 - dot % 6) & 1 == 1
        }
        set(x + column, top + row, isSet ? (255, 255, 255) : (0, 0, 0))
      }
    }
  }

  /// Seven rows of five dots, from the top; the leftmost dot is the highest of five bits.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E],
    "1": [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
    "2": [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F],
    "3": [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
    "4": [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02],
    "5": [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
    "6": [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E],
    "7": [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    "8": [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E],
    "9": [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
    ".": [0, 0, 0, 0, 0, 0x0C, 0x0C], ":": [0, 0x0C, 0x0C, 0, 0x0C, 0x0C, 0],
  ]

  /// The canvas as a photo of uncompressed samples.
  ///
  /// - Parameters:
  ///   - picture: whose colours it has.
  ///   - frame: whose metadata it has.
  func photo(
    like picture: DecodedPicture, of movie: MovieFrames, _ frame: MovieFrames.Frame
  ) throws(ConversionError) -> FrameFile {
    var configuration = UncompressedFrameConfigBox()
    configuration.header.version = 1
    configuration.profile = "rgb3"
    var properties = [Box(configuration), ImagePlan.Size(width: width, height: height).property]
    if picture.iccProfile.isEmpty {
      var points = picture.colour
      (points.matrixCoefficients, points.isFullRange) = (0, true)
      properties.append(points.property)
    } else {
      var colours = ColourInformationBox()
      colours.colourType = "prof"
      colours.iccProfile = picture.iccProfile
      properties.append(Box(colours))
    }
    var file = SingleImageFile("unci", properties.map { Item.Property($0) }, brand: "mif2")
    let start: [UInt8]
    do throws(FieldError) {
      file.exif = try movie.exif(of: frame, width: width, height: height)
      start = try file.start(dataCount: samples.count)
    } catch {
      throw ConversionError(.worker, "a contact sheet cannot be passed on: \(error)")
    }
    return try ConversionError.output { () throws(SystemError) in
      let photo = try FrameFile()
      try photo.write(Bytes(start + samples))
      try photo.takeTimes(of: movie.descriptor)
      return photo
    }
  }
}
