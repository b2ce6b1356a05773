public import CodecJob
public import HEIF

/// From a plan to a JPEG file: decode, transform, convert, encode.
public struct StillConverter: Sendable {
  public var plan: ImagePlan
  public var jpeg: JPEGFile
  /// 0 is one for each core.
  public var threads = 0
  /// What the tiles may take that are held at a time, in bytes.
  public var planeBudget = 4 << 30
  public var engine = EngineChoice()

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
  ///
  /// - Parameter descriptor: of an empty file that can be read, too: what was written is checked.
  public func convert(
    from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let pipeline = try BandPipeline(
      plan, threads: threadCount, budget: planeBudget, engine: engine)
    let writer = try JPEGWriter(
      jpeg, width: pipeline.placement.width, height: pipeline.placement.height,
      bandHeight: BandPipeline.bandHeight, to: descriptor)
    let colour = try pipeline.run(from: file) { (band, colour) throws(CodecError) in
      try writer.write(pixels(band, try ColourMatrix(colour)), at: band.rows.lowerBound)
    }
    let byteCount = try writer.finish()
    let header = try readBack(descriptor, byteCount)
    guard header.width == plan.displaySize.width, header.height == plan.displaySize.height,
      header.componentCount == writer.componentCount
    else {
      throw CodecError(
        "the JPEG file came out as \(header.width) × \(header.height) with \(header.componentCount) components"
      )
    }
    return Result(
      width: header.width, height: header.height, byteCount: byteCount,
      notes: notes(colour))
  }

  /// The header of the file that was written, which must be complete.
  private func readBack(_ descriptor: Int32, _ byteCount: Int) throws(CodecError) -> JPEGHeader {
    do throws(CodecError) {
      let file = try DescriptorReader(descriptor)
      var end: [UInt8] = []
      try file.read(byteCount - 2..<byteCount, into: &end)
      guard end == [0xFF, 0xD9] else { throw CodecError("it has no end") }
      return try JPEGHeader(file)
    } catch {
      throw CodecError("the JPEG file that was written cannot be read back: \(error.message)")
    }
  }

  private var threadCount: Int { threads > 0 ? threads : Threads.coreCount }

  /// What JPEG can take as it is stays as it is.
  private func pixels(_ band: Band, _ matrix: ColourMatrix) -> JPEGFile.Pixels {
    if band.image.chroma == .monochrome || matrix.kind == ColourMatrix.jpeg.kind {
      return .planes(band.core.with8BitFullRange(from: matrix))
    }
    let rows = band.start..<band.start + band.rows.count
    return .rgb(band.image.rgb(matrix, rows: rows), band.image.chroma)
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
