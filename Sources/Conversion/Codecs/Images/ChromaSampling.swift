import AV1
import HEIF

/// The subsampling of chroma (ITU-T H.265 §6.2).
public enum ChromaSampling: Equatable, Sendable {
  case monochrome, yuv420, yuv422, yuv440, yuv444

  /// Luma samples for each chroma sample in a row, and in a column.
  public var subsampling: (horizontal: Int, vertical: Int) {
    switch self {
    case .monochrome, .yuv444: (1, 1)
    case .yuv420: (2, 2)
    case .yuv422: (2, 1)
    case .yuv440: (1, 2)
    }
  }

  public var planeCount: Int { self == .monochrome ? 1 : 3 }

  /// The subsampling after a rotation by 90 degrees.
  var rotated: ChromaSampling {
    switch self {
    case .yuv422: .yuv440
    case .yuv440: .yuv422
    default: self
    }
  }
}

extension ChromaSampling {
  /// The sampling that parameter sets and sequence headers state.
  init(_ format: AV1.ChromaFormat) {
    switch format {
    case .monochrome: self = .monochrome
    case .yuv420: self = .yuv420
    case .yuv422: self = .yuv422
    case .yuv444: self = .yuv444
    }
  }
}

/// The position of chroma samples in a coded row, if there is one for two of luma. In a column they are always between
/// luma samples.
enum ChromaSiting: Sendable {
  /// Chroma is on the first of them: type 0 of ITU-T H.265 §E.3.1, the default.
  case left
  /// Chroma is between them, as JPEG has it (ITU-T T.871 §6.1).
  case centre

  init(_ codec: Codec) { self = codec == .jpeg ? .centre : .left }
}

/// The position of chroma samples relative to luma samples in the visible image.
///
/// If an image is rotated, its chroma is rotated as well: coded rows may become columns, and a chroma sample at the
/// first of two luma samples may then be at the second.
struct ChromaPlacement: Sendable {
  private let siting: ChromaSiting
  private let isTransposed: Bool
  private let isReversed: Bool

  init(_ siting: ChromaSiting = .left, _ orientation: PixelOrientation = PixelOrientation()) {
    self.siting = siting
    isTransposed = orientation.isTransposed
    isReversed = orientation.isReversed.columns
  }

  init(_ plan: ImagePlan) { self.init(ChromaSiting(plan.codec), PixelPlacement(plan).orientation) }

  func horizontal(_ subsampling: Int) -> SampleGrid { grid(subsampling, isCodedRow: !isTransposed) }
  func vertical(_ subsampling: Int) -> SampleGrid { grid(subsampling, isCodedRow: isTransposed) }

  private func grid(_ subsampling: Int, isCodedRow: Bool) -> SampleGrid {
    guard subsampling == 2, isCodedRow, siting == .left else { return .middles(subsampling) }
    return SampleGrid(first: isReversed ? 1.5 : 0.5, step: 2)
  }
}

extension SampleGrid {
  /// Each chroma sample is in the middle of its luma samples, as in JFIF (ITU-T T.871 §10.1).
  static func middles(_ subsampling: Int) -> SampleGrid {
    SampleGrid(first: Double(subsampling) / 2, step: Double(subsampling))
  }
}

/// Rows of chroma at the resolution of luma.
struct ChromaRows {
  private let image: PlanarImage
  private let columns: Interpolation
  private let rows: Interpolation

  init(_ image: PlanarImage, _ placement: ChromaPlacement) {
    self.image = image
    let (horizontal, vertical) = image.chroma.subsampling
    columns = Interpolation(placement.horizontal(horizontal))
    rows = Interpolation(placement.vertical(vertical))
  }

  func row(_ y: Int, _ plane: Int, into result: inout [Float]) {
    let plane = image.planes[plane]
    let (near, far, share) = rows.samples(at: y, of: plane.height)
    if near == far || share == 0 {
      plane.read(row: near, into: &result)
    } else {
      plane.read(row: near, mixedWith: far, share, into: &result)
    }
    columns.spread(plane.width, &result)
  }
}

/// A line of chroma at the resolution of luma: each value is a mix of the two samples around it.
private struct Interpolation {
  /// The weights for the first and the second luma sample of a chroma sample: the side of the other chroma sample, and
  /// its share.
  private let first: (side: Int, share: Float)
  private let second: (side: Int, share: Float)
  private let step: Int

  init(_ grid: SampleGrid) {
    step = Int(grid.step)
    func mix(_ position: Double) -> (side: Int, share: Float) {
      let distance = (position - grid.first) / grid.step
      return (distance < 0 ? -1 : 1, Float(abs(distance)))
    }
    first = mix(0.5)
    second = mix(1.5)
  }

  /// The samples that make up the value at `index`.
  func samples(at index: Int, of count: Int) -> (near: Int, far: Int, share: Float) {
    guard step == 2 else { return (min(index, count - 1), min(index, count - 1), 0) }
    let near = min(index / 2, count - 1)
    let (side, share) = index % 2 == 0 ? first : second
    return (near, max(0, min(count - 1, near + side)), share)
  }

  /// Spreads the first `count` values over all of the line.
  func spread(_ count: Int, _ line: inout [Float]) {
    guard step == 2 else { return }
    // The line is filled from its end, so that needed values are not overwritten.
    var next = line[count - 1]
    for column in stride(from: count - 1, through: 0, by: -1) {
      let own = line[column]
      let before = column > 0 ? line[column - 1] : own
      if column * 2 + 1 < line.count {
        let other = second.side < 0 ? before : next
        line[column * 2 + 1] = own + second.share * (other - own)
      }
      line[column * 2] = own + first.share * ((first.side < 0 ? before : next) - own)
      next = own
    }
  }
}

extension PlanarImage.Plane {
  /// Reads a row with a share of another.
  fileprivate func read(
    row y: Int, mixedWith other: Int, _ share: Float, into result: inout [Float]
  ) {
    precondition(result.count >= width)
    let own = 1 - share
    // Both rows have `width` samples.
    if bytesPerSample == 1 {
      let (near, far) = unsafe (row(y), row(other))
      for x in 0..<width { result[x] = unsafe own * Float(near[x]) + share * Float(far[x]) }
    } else {
      let near = unsafe row(y).bindMemory(to: UInt16.self)
      let far = unsafe row(other).bindMemory(to: UInt16.self)
      for x in 0..<width { result[x] = unsafe own * Float(near[x]) + share * Float(far[x]) }
    }
  }
}

extension PlanarImage {
  /// Sets chroma, at the resolution of luma, to that of an image which is coarser.
  func interpolateChroma(of source: PlanarImage, _ placement: ChromaPlacement) {
    precondition(width == source.width && height == source.height)
    let rows = ChromaRows(source, placement)
    var line = [Float](repeating: 0, count: width)
    for index in 1...2 {
      for y in 0..<height {
        rows.row(y, index, into: &line)
        for x in line.indices { planes[index].set(UInt16(line[x].rounded()), x, y) }
      }
    }
  }
}
