public import FieldCoding
import Inspection
import Text

/// The pixels at which two images of one size differ, and the size of the differences.
public struct HeatMap: Sendable {
  /// The width of both, in samples.
  public let width: Int
  /// The height of both, in samples.
  public let height: Int
  /// The number of positions with another sample.
  public private(set) var differentCount = 0
  /// The largest difference of two samples, in steps of 8 bits.
  public private(set) var largest = 0.0
  /// The mean of the squares of all differences, in steps of 8 bits.
  public private(set) var meanSquare = 0.0
  /// The largest difference in each cell, row by row.
  private var cells: [Double]
  private let columns: Int
  private let rows: Int
  private let side: Int

  private static let mostCells = 64

  /// Compares samples.
  ///
  /// - Parameters:
  ///   - old: the samples of an image, row by row; those of a pixel are interleaved.
  ///   - new: those of the other image.
  ///   - channels: how many samples a pixel has, at least 1.
  ///   - isWide: whether a sample has two bytes, the more significant one first.
  public init?(
    _ old: Bytes, _ new: Bytes, width: Int, height: Int, channels: Int, isWide: Bool
  ) {
    let bytesOfPixel = channels * (isWide ? 2 : 1)
    guard width > 0, height > 0, channels > 0, old.count == new.count,
      old.count == width * height * bytesOfPixel
    else { return nil }
    (self.width, self.height) = (width, height)
    side = max(1, (max(width, height) + HeatMap.mostCells - 1) / HeatMap.mostCells)
    (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    cells = [Double](repeating: 0, count: columns * rows)
    let bytesOfRow = width * bytesOfPixel
    var squares = 0.0
    for y in 0..<height {
      guard let a = old.part(y * bytesOfRow..<(y + 1) * bytesOfRow),
        let b = new.part(y * bytesOfRow..<(y + 1) * bytesOfRow), a != b
      else { continue }
      let (one, other) = (Array(a), Array(b))
      for x in 0..<width {
        var most = 0.0
        for channel in 0..<channels {
          let index = (x * channels + channel) * (isWide ? 2 : 1)
          let difference =
            isWide
            ? abs(HeatMap.wide(one, index) - HeatMap.wide(other, index))
            : abs(Double(one[index]) - Double(other[index]))
          squares += difference * difference
          most = max(most, difference)
        }
        guard most > 0 else { continue }
        differentCount += 1
        largest = max(largest, most)
        let cell = y / side * columns + x / side
        cells[cell] = max(cells[cell], most)
      }
    }
    meanSquare = squares / Double(width * height * channels)
  }

  private static func wide(_ bytes: [UInt8], _ index: Int) -> Double {
    Double(Int(bytes[index]) << 8 | Int(bytes[index + 1])) / 257
  }

  /// Whether no sample differs.
  public var isSame: Bool { differentCount == 0 }

  /// The figures in a sentence.
  var summary: String {
    if isSame { return "All samples of \(width) × \(height) are the same." }
    let share = Double(differentCount) / Double(width * height) * 100
    return
      "\(grouped(differentCount)) of \(counted(width * height, "pixel")) differ (\(decimal(share, digits: 2))%), "
      + "by up to \(decimal(largest, digits: 1)) of 255; the root of the mean square is "
      + "\(decimal(meanSquare.squareRoot(), digits: 3))."
  }

  /// The pixels that differ, over the new image if there is one: the darker, the more, in steps at 4, 16 and
  /// 64 of 255.
  func drawing(over image: PagePreview.Image?) -> Drawing {
    let scale = 420 / Double(max(width, height))
    var drawing = Drawing(
      width: Double(width) * scale, height: Double(height) * scale,
      label: "Where the images differ")
    if let image {
      drawing.picture(image.dataURL, width: drawing.width, height: drawing.height)
    } else {
      drawing.rectangle(0, 0, drawing.width, drawing.height, "t6")
    }
    let cell = Double(side) * scale
    var levels = [Path](repeating: Path(), count: 4)
    for (index, difference) in cells.enumerated() where difference > 0 {
      let level = difference > 64 ? 3 : difference > 16 ? 2 : difference > 4 ? 1 : 0
      let (x, y) = (Double(index % columns) * cell, Double(index / columns) * cell)
      levels[level].rectangle(x, y, min(cell, drawing.width - x), min(cell, drawing.height - y))
    }
    for (level, path) in levels.enumerated() { drawing.path(path, "heat h\(level + 1)") }
    return drawing
  }
}
