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
  /// Whether the light of HDR pictures (PQ, HLG) is brought into the range of a screen, in Display
  /// P3; otherwise the values are kept.
  public var mapsTones = true
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
    let conversion = try SampleConversion(plan, mapsTones: mapsTones)
    let writer = try JPEGWriter(
      jpeg, width: pipeline.placement.width, height: pipeline.placement.height,
      bandHeight: BandPipeline.bandHeight, to: descriptor)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      try writer.write(conversion.pixels(band), at: band.rows.lowerBound)
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
      notes: notes)
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

  /// Colours that a JPEG without a profile does not have are shown wrongly.
  private var notes: [String] {
    guard jpeg.iccProfile.isEmpty else { return [] }
    let colour = plan.sampleColour
    var notes: [String] = []
    if colour.isHDR, !mapsTones {
      notes.append(
        "the picture is HDR (\(colour.transferCharacteristics == 16 ? "PQ" : "HLG")) and is not tone-mapped; it will look flat"
      )
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
