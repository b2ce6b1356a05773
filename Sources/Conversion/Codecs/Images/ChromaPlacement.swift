import HEIF

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
