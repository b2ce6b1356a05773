public import CodecJob
public import HEIF
import Synchronization

/// From a plan to a picture file: decode, transform, convert, encode.
public struct StillConverter: Sendable {
  public enum Format: Sendable {
    case jpeg(JPEGFile)
    case png(PNGFile)
    case heif(HEIFPictureFile)
  }

  public var plan: ImagePlan
  public var format: Format
  /// 0 is one for each core.
  public var threads = 0
  /// What the tiles may take that are held at a time, in bytes.
  public var planeBudget = 4 << 30
  /// Whether the light of HDR pictures (PQ, HLG) is brought into the range of a screen, in Display
  /// P3; otherwise the values are kept.
  public var mapsTones = true
  public var engine = EngineChoice()
  /// What makes a JPEG file an Ultra HDR file.
  public var gainMap: GainMapJob?
  /// How opaque the picture is, for formats that keep it.
  public var alpha: ImagePlan?
  /// Whether the file that is read is a PNG file whose profile is that of the result.
  public var keepsPNGProfile = false

  public init(_ plan: ImagePlan, _ format: Format) {
    self.plan = plan
    self.format = format
  }

  public struct Result: Sendable {
    public var width: Int
    public var height: Int
    public var byteCount: Int
    /// What a person should know of the result.
    public var notes: [String]
    public var hasGainMap = false
  }

  /// Reads the coded data from `file`, and writes the picture to an open descriptor.
  ///
  /// - Parameter descriptor: of an empty file that can be read, too: what was written is checked.
  public func convert(
    from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let pipeline = try BandPipeline(
      plan, threads: threadCount, budget: planeBudget, engine: engine)
    switch try keepsPNGProfile ? formatWithProfile(of: file) : format {
    case .jpeg(let jpeg): return try convert(pipeline, jpeg, from: file, to: descriptor)
    case .png(let png): return try convert(pipeline, png, from: file, to: descriptor)
    case .heif(let heif): return try convert(pipeline, heif, from: file, to: descriptor)
    }
  }

  /// The format with the colour profile of a PNG file, which is compressed there.
  private func formatWithProfile(of file: some ExtentReader) throws(CodecError) -> Format {
    #if canImport(CPNG) && canImport(CDe265)
      var data: [UInt8] = []
      for extent in plan.tiles.first?.extents ?? [] { try file.read(extent, into: &data) }
      let profile = try PNGDecoder.profile(data)
      switch format {
      case .jpeg(var jpeg):
        jpeg.iccProfile = profile
        return .jpeg(jpeg)
      case .png(var png):
        png.iccProfile = profile
        return .png(png)
      case .heif(var heif):
        heif.iccProfile = profile
        return .heif(heif)
      }
    #else
      return format
    #endif
  }

  var threadCount: Int { threads > 0 ? threads : Threads.coreCount }
}

// MARK: - JPEG

extension StillConverter {
  private func convert(
    _ pipeline: BandPipeline, _ jpeg: JPEGFile, from file: some ExtentReader,
    to descriptor: Int32
  ) throws(CodecError) -> Result {
    let conversion = try SampleConversion(plan, mapsTones: mapsTones)
    let size = plan.displaySize
    let writer = try JPEGWriter(
      jpeg, width: size.width, height: size.height, bandHeight: BandPipeline.bandHeight,
      to: DescriptorWriter(descriptor))
    let gainMap = Mutex((isThere: false, lost: [String]()))
    let begin = { @Sendable () throws(CodecError) in
      let (jpeg, lost) = adding(self.gainMap, to: jpeg, from: file)
      gainMap.withLock { $0 = (!jpeg.gainMap.isEmpty, lost) }
      try writer.begin(jpeg)
    }
    try pipeline.run(from: file, alongside: begin) { (band) throws(CodecError) in
      try writer.write(conversion.pixels(band), at: band.rows.lowerBound)
    }
    let byteCount = try writer.finish()
    let (hasGainMap, lost) = gainMap.withLock { $0 }
    let header = try readBack(descriptor, byteCount)
    guard header.width == size.width, header.height == size.height,
      header.componentCount == writer.componentCount
    else {
      throw CodecError(
        "the JPEG file came out as \(header.width) × \(header.height) with \(header.componentCount) components"
      )
    }
    return Result(
      width: header.width, height: header.height, byteCount: byteCount,
      notes: notes(hasProfile: !jpeg.iccProfile.isEmpty) + lost,
      hasGainMap: hasGainMap)
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

  /// Colours that a file without a profile does not have are shown wrongly.
  private func notes(hasProfile: Bool) -> [String] {
    guard !hasProfile else { return [] }
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

// MARK: - PNG

extension StillConverter {
  private func convert(
    _ pipeline: BandPipeline, _ png: PNGFile, from file: some ExtentReader,
    to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CPNG) && canImport(CDe265)
      let size = plan.displaySize
      let writer = try PNGWriter(
        png, width: size.width, height: size.height, bandHeight: BandPipeline.bandHeight,
        to: descriptor)
      // Samples of 16 bits keep the light of an HDR picture.
      let mapped = try SampleConversion(plan, mapsTones: mapsTones)
      let kept = try SampleConversion(plan, mapsTones: false)
      // Code points say it shorter than a profile; but they must say it.
      let colour = plan.sampleColour
      let isStated = colour.colourPrimaries != 2 && colour.transferCharacteristics != 2
      let stated = isStated && (png.iccProfile.isEmpty || colour.isHDR) ? colour : nil
      let shown = mapped.isMapped ? nil : stated
      try pipeline.run(from: file) { (band) throws(CodecError) in
        let bitDepth = png.bitDepth ?? (band.image.bitDepth > 8 && !mapped.isMapped ? 16 : 8)
        let rows = (bitDepth == 8 ? mapped : kept).rows(band, bitDepth: bitDepth)
        try writer.write(rows, at: band.rows.lowerBound, bitDepth == 16 ? stated : shown)
      }
      let (byteCount, warning) = try writer.finish()
      let notes = warning.isEmpty ? [] : ["libpng left something out: \(warning)"]
      return Result(width: size.width, height: size.height, byteCount: byteCount, notes: notes)
    #else
      throw CodecError("this build has no PNG encoder; build it with the trait Codecs")
    #endif
  }
}
