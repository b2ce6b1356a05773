/// The change from an image to another one that shows the same, or a part of it: cropping, rotation, mirroring and
/// scaling.
public struct RegionReframing: Equatable, Sendable {
  /// Width and height of an image, in samples.
  public struct Size: Equatable, Sendable {
    /// The samples of a row.
    public var width: Int
    /// The rows.
    public var height: Int

    /// A size; none that is not positive is that of an image.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// One of the changes that follow each other.
  public enum Step: Equatable, Sendable {
    /// A part is taken out, in samples from the left and from the top.
    case crop(x: Int, y: Int, width: Int, height: Int)
    /// Counter-clockwise by this many times 90 degrees.
    case rotate(quarterTurns: Int)
    /// Top and bottom are exchanged.
    case flipVertically
    /// Left and right are exchanged.
    case flipHorizontally
  }

  /// The size of the image before all steps.
  public var size: Size
  /// The changes, in order.
  public var steps: [Step]
  /// The size of the image that it became: it is scaled to that after all steps.
  public var result: Size

  /// A change of an image of one size to one of another.
  public init(_ size: Size, _ steps: [Step], result: Size) {
    self.size = size
    self.steps = steps
    self.result = result
  }

  /// The change of coordinates that were stated for an image of some size; nil if the image never had this shape.
  ///
  /// Coordinates are stated for the stored image (Exif 2.32 §4.6.5; Guidelines for Handling Image Metadata 2.0 §5.9),
  /// but some programs state them for the image as it is shown; the size distinguishes them.
  ///
  /// - Parameter stated: nil if no size is stated.
  func change(on stated: Size?) -> CoordinateChange? {
    let frames = steps.indices.reduce(into: [size]) { $0.append(steps[$1].size(of: $0[$1])) }
    guard let stated else { return CoordinateChange(size: size, steps: steps) }
    guard let index = frames.firstIndex(of: stated) ?? frames.firstIndex(where: stated.isSimilar)
    else { return nil }
    return CoordinateChange(size: frames[index], steps: Array(steps[index...]))
  }
}

extension RegionReframing.Size {
  /// Whether an image of this size shows the same as one of another size that is scaled.
  fileprivate func isSimilar(_ other: RegionReframing.Size) -> Bool {
    guard width > 0, height > 0 else { return false }
    let (own, others) = (
      Double(width) / Double(height), Double(other.width) / Double(other.height)
    )
    return abs(own / others - 1) < 0.01
  }
}

extension RegionReframing.Step {
  fileprivate func size(of size: RegionReframing.Size) -> RegionReframing.Size {
    switch self {
    case .crop(_, _, let width, let height): RegionReframing.Size(width: width, height: height)
    case .rotate(let turns) where turns % 2 != 0:
      RegionReframing.Size(width: size.height, height: size.width)
    case .rotate, .flipVertically, .flipHorizontally: size
    }
  }
}

/// The change of coordinates on an image, which are fractions of its width and height from the left and from the top.
struct CoordinateChange {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// A rectangle by two of its corners: left and top, right and bottom.
  struct Rectangle: Equatable {
    var first: Point
    var last: Point
    var width: Double { last.x - first.x }
    var height: Double { last.y - first.y }
    var centre: Point { Point(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2) }

    /// A rectangle around a point.
    init(centre: Point, width: Double, height: Double) {
      first = Point(x: centre.x - width / 2, y: centre.y - height / 2)
      last = Point(x: centre.x + width / 2, y: centre.y + height / 2)
    }

    /// The rectangle between two opposite corners.
    init(_ one: Point, _ other: Point) {
      first = Point(x: min(one.x, other.x), y: min(one.y, other.y))
      last = Point(x: max(one.x, other.x), y: max(one.y, other.y))
    }
  }

  /// The size of the image for which the coordinates are stated.
  let size: RegionReframing.Size
  fileprivate let steps: [RegionReframing.Step]

  /// Whether shares stay as they are.
  var isNone: Bool { steps.isEmpty }
  private var isCropped: Bool {
    steps.contains { if case .crop = $0 { true } else { false } }
  }

  /// The new position of a point, which may be outside.
  func moved(_ point: Point) -> Point {
    var (point, size) = (point, size)
    for step in steps {
      switch step {
      case .crop(let x, let y, let width, let height):
        point.x = (point.x * Double(size.width) - Double(x)) / Double(width)
        point.y = (point.y * Double(size.height) - Double(y)) / Double(height)
      case .rotate(let turns):
        for _ in 0..<turns & 3 { point = Point(x: point.y, y: 1 - point.x) }
      case .flipVertically: point.y = 1 - point.y
      case .flipHorizontally: point.x = 1 - point.x
      }
      size = step.size(of: size)
    }
    return point
  }

  /// The new position of a rectangle; if it was cropped, the remaining part; nil if nothing is left.
  func moved(_ rectangle: Rectangle) -> Rectangle? {
    var moved = Rectangle(moved(rectangle.first), moved(rectangle.last))
    guard isCropped else { return moved }
    moved.first = Point(x: max(0, moved.first.x), y: max(0, moved.first.y))
    moved.last = Point(x: min(1, moved.last.x), y: min(1, moved.last.y))
    return moved.width > 0 && moved.height > 0 ? moved : nil
  }

  /// The new clockwise rotation, in degrees from 0.
  func roll(_ degrees: Double) -> Double {
    let rotated = steps.reduce(degrees) { degrees, step in
      switch step {
      case .crop: degrees
      case .rotate(let turns): degrees - Double(turns * 90)
      case .flipVertically: 180 - degrees
      case .flipHorizontally: -degrees
      }
    }
    return CoordinateChange.angle(rotated)
  }

  /// The new angle to one side, in degrees from 0.
  func yaw(_ degrees: Double) -> Double {
    let flips = steps.count { $0 == .flipVertically || $0 == .flipHorizontally }
    return CoordinateChange.angle(flips % 2 == 0 ? degrees : -degrees)
  }

  private static func angle(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}

extension ExifEditor {
  private static let subjectArea: UInt16 = 0x9214
  private static let subjectLocation: UInt16 = 0xA214

  /// The structure for an image that was cropped, rotated and scaled: the position of the subject becomes
  /// that on the new image (Exif 2.32 §4.6.5).
  ///
  /// Its sizes still have to be those of the old one, which ``upright(_:width:height:isRotated:limit:)``
  /// changes.
  public static func reframed(_ tiff: Bytes, _ reframing: RegionReframing) throws(FieldError)
    -> Result
  {
    let file = try TIFFFile(tiff)
    var result = Result(bytes: Array(tiff))
    let stated = file.statedSize
    for tag in [subjectArea, subjectLocation] {
      for entry in file[.exif]?.entries ?? [] where entry.tag == tag {
        let name = ExifTag.name(tag, in: .exif)
        let numbers = (0..<min(entry.count, 5)).compactMap {
          entry.integer(at: $0).map(Double.init)
        }
        guard numbers.count == entry.count, (2...4).contains(numbers.count) else { continue }
        guard let change = reframing.change(on: stated) else {
          result.notes.append(reframing.note(on: name, for: stated))
          continue
        }
        guard file.isOutsideStructure(entry) else {
          result.notes.append("\(name) has no bytes of its own, and stays as it is")
          continue
        }
        for (index, number) in change.subject(numbers, on: stated, reframing).enumerated() {
          result.set(entry, index, to: number)
        }
      }
    }
    return result
  }
}

extension TIFFFile {
  /// The size that Exif states for the image.
  fileprivate var statedSize: RegionReframing.Size? {
    let pairs: [(ExifDirectory.Kind, UInt16, UInt16)] = [
      (.exif, 0xA002, 0xA003), (.ifd0, 0x0100, 0x0101),
    ]
    for (kind, width, height) in pairs {
      if let width = self[kind]?[width]?.integer(), let height = self[kind]?[height]?.integer(),
        (1...Int64(Int32.max)).contains(width), (1...Int64(Int32.max)).contains(height)
      {
        return RegionReframing.Size(width: Int(width), height: Int(height))
      }
    }
    return nil
  }
}

extension RegionReframing {
  /// `SubjectArea: left as stated, for a picture of 4032 × 3024`
  func note(on name: String, for stated: Size?) -> String {
    let size = stated.map { "\($0.width) × \($0.height)" } ?? "another size"
    return "\(name): left as stated, for a picture of \(size)"
  }
}

extension CoordinateChange {
  /// The subject area: the middle of a point, of a circle with its diameter, or of a rectangle with width and height,
  /// in samples.
  ///
  /// - Parameters:
  ///   - numbers: two, three or four of them.
  ///   - stated: the size for which they are stated, if that is known.
  func subject(_ numbers: [Double], on stated: RegionReframing.Size?, _ reframing: RegionReframing)
    -> [Int]
  {
    let before = stated ?? size
    let (width, height) = (Double(before.width), Double(before.height))
    let result = reframing.result
    let side = { (share: Double, length: Int) in
      share.isFinite ? Int((min(max(share, 0), 1) * Double(length)).rounded()) : 0
    }
    let centre = Point(x: numbers[0] / width, y: numbers[1] / height)
    guard numbers.count > 2 else {
      let point = moved(centre)
      return [side(point.x, result.width), side(point.y, result.height)]
    }
    let rectangle = Rectangle(
      centre: centre, width: numbers[2] / width, height: (numbers.last ?? 0) / height)
    // An area outside the new image becomes a point at its border.
    guard let new = moved(rectangle) else {
      let point = moved(centre)
      return [side(point.x, result.width), side(point.y, result.height)]
        + [Int](repeating: 0, count: numbers.count - 2)
    }
    let size = [side(new.width, result.width), side(new.height, result.height)]
    return [side(new.centre.x, result.width), side(new.centre.y, result.height)]
      + (numbers.count == 3 ? [size.max() ?? 0] : size)
  }
}
