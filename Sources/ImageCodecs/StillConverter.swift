public import HEIF

/// From a plan to a JPEG file: decode, transform, convert, encode.
public struct StillConverter: Sendable {
  public var plan: ImagePlan
  public var jpeg: JPEGFile
  /// 0 is one for each core.
  public var threads = 0
  /// What the planes may take, in bytes.
  public var planeBudget = 4 << 30

  public init(_ plan: ImagePlan, _ jpeg: JPEGFile) {
    self.plan = plan
    self.jpeg = jpeg
  }

  public struct Result: Sendable {
    public var width: Int
    public var height: Int
    public var byteCount: Int
    /// What a person should know of the result.
    public var notes: [String]
  }

  /// Reads the coded data from `file`, and writes the JPEG to an open descriptor.
  public func convert(
    from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let decoded = try plan.decode(from: file, threads: threadCount, budget: planeBudget)
    let matrix = try ColourMatrix(decoded.colour)
    var image = decoded.image
    for transform in plan.transforms { image = image.applying(transform, threads: threadCount) }
    let byteCount = try jpeg.write(pixels(image, matrix), to: descriptor)
    return Result(
      width: image.width, height: image.height, byteCount: byteCount, notes: notes(decoded.colour))
  }

  private var threadCount: Int { threads > 0 ? threads : Threads.coreCount }

  /// What JPEG can take as it is stays as it is.
  private func pixels(_ image: PlanarImage, _ matrix: ColourMatrix) -> JPEGFile.Pixels {
    if image.chroma == .monochrome || matrix.kind == ColourMatrix.jpeg.kind {
      return .planes(image.with8BitFullRange(from: matrix, threads: threadCount))
    }
    return .rgb(image.rgb(matrix, threads: threadCount), image.chroma)
  }

  /// Colours that a JPEG without a profile does not have are shown wrongly.
  private func notes(_ colour: CodingIndependentCodePoints) -> [String] {
    guard jpeg.iccProfile.isEmpty else { return [] }
    var notes: [String] = []
    switch colour.transferCharacteristics {
    case 16, 18:
      notes.append(
        "the picture is HDR (\(colour.transferCharacteristics == 16 ? "PQ" : "HLG")) and is not tone-mapped; it will look flat"
      )
    default: break
    }
    switch colour.colourPrimaries {
    case 9, 11, 12:
      notes.append(
        "the wide colour gamut is not described in the JPEG: the file has no ICC profile")
    default: break
    }
    return notes
  }
}
