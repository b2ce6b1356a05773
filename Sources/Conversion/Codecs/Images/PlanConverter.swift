import FieldCoding
import Files
public import HEIF
import Synchronization
public import WorkerProtocol

/// Makes an image file of a plan: it decodes, transforms, converts and encodes.
public struct PlanConverter: Sendable {
  public enum Format: Sendable {
    case jpeg(JPEGFile)
    case png(PNGFile)
    case heif(HEIFPictureFile)
    case samples(SampleFile)

    /// The profile with the colours of the result.
    var iccProfile: Bytes {
      get {
        switch self {
        case .jpeg(let file): file.iccProfile
        case .png(let file): file.iccProfile
        case .heif(let file): file.iccProfile
        case .samples(let file): file.iccProfile
        }
      }
      set {
        switch self {
        case .jpeg(var file):
          file.iccProfile = newValue
          self = .jpeg(file)
        case .png(var file):
          file.iccProfile = newValue
          self = .png(file)
        case .heif(var file):
          file.iccProfile = newValue
          self = .heif(file)
        case .samples(var file):
          file.iccProfile = newValue
          self = .samples(file)
        }
      }
    }
  }

  public var plan: ImagePlan
  public var format: Format
  /// 0 is one for each core.
  public var threads = 0
  /// The most bytes of the tiles that are in memory at a time.
  public var planeBudget = 4 << 30
  /// Whether HDR images (PQ, HLG) are mapped to the range of a screen, in Display P3; if not, the values are kept.
  public var mapsTones = true
  public var engine = EngineChoice()
  /// The maximum of the longer side of the result; nil for the size of the image.
  public var longerSide: Int?
  /// The conversion of colours; nil if they do not change.
  public var colourChange: ColourChange?
  /// The alpha of the image; opaque if it is nil. JPEG files have it blended over white.
  public var alpha: AlphaJob?
  /// The image for the thumbnail in the Exif metadata, upright like the image.
  public var thumbnail: ImagePlan?
  /// The new value of each luma sample of a grey image in a HEIC or AVIF file; empty if they do not change.
  public var lumaValues: [UInt8] = []
  /// The SDR image that an HDR image has in its gain map; nil if tones are mapped by the usual curve.
  public var alternate: AlternateJob?
  /// What makes a JPEG file an Ultra HDR file.
  public var gainMap: GainMapJob?
  /// Whether the file that is read is a PNG file with a profile: that of the result, or of colours
  /// that are converted to those of the result's profile.
  public var hasPNGProfile = false

  public init(_ plan: ImagePlan, _ format: Format) {
    self.plan = plan
    self.format = format
  }

  public struct Result: Sendable {
    public var width: Int
    public var height: Int
    /// Notes about the result for the user.
    public var notes: [String]
    /// Whether the image is not opaque, and was blended over white.
    public var isBlended = false
    public var hasGainMap = false
    /// The number of samples for each pixel; only for samples.
    public var channels = 0
    public var bitDepth = 0
  }

  /// Reads the coded data from `file`, and writes the image to an open descriptor.
  ///
  /// - Parameter descriptor: an empty file.
  public func convert(
    from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    var copy = self
    if hasPNGProfile { try copy.useProfile(of: file) }
    switch copy.format {
    case .jpeg(let jpeg): return try copy.writeJPEG(jpeg, from: file, to: descriptor)
    case .png(let png): return try copy.writePNG(png, from: file, to: descriptor)
    case .heif(let heif): return try copy.writeHEIF(heif, from: file, to: descriptor)
    case .samples(let samples): return try copy.writeSamples(samples, from: file, to: descriptor)
    }
  }

  /// The size of the result for an image.
  func size(of plan: ImagePlan) -> ImagePlan.Size {
    plan.shownSize.fitting(longerSide: longerSide)
  }

  /// Uses the colour profile of a PNG file, which is compressed there: for the result, or as the source for the
  /// conversion to another profile.
  private mutating func useProfile(of file: some ExtentReader) throws(CodecError) {
    #if canImport(CPNG) && canImport(CDe265)
      var data: [UInt8] = []
      for extent in plan.tiles.first?.extents ?? [] { try file.read(extent, into: &data) }
      let profile = try PNGDecoder.profile(data)
      if format.iccProfile.isEmpty {
        format.iccProfile = profile
      } else if format.iccProfile != profile {
        colourChange = ColourChange(from: profile, to: format.iccProfile)
      }
    #endif
  }

  var threadCount: Int { threads > 0 ? threads : Threads.coreCount }
}

// MARK: - JPEG

extension PlanConverter {
  private func writeJPEG(
    _ jpeg: JPEGFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let own = try opacity(from: file)
    let opacity = own?.scaled(to: size(of: plan))
    let conversion = try PixelConversion(
      plan, mapsTones: mapsTones, alternate: alternatePicture(from: file),
      colours: ColourConverter(colourChange), opacity: opacity)
    let pipeline = try BandPipeline(
      plan, threads: threadCount, budget: planeBudget, engine: engine, size: size(of: plan),
      keepsChroma: conversion.keepsPlanes, opacity: own, overlayContent: overlayContent)
    let size = pipeline.size
    let writer = try JPEGWriter(
      jpeg, width: size.width, height: size.height, bandHeight: pipeline.bandHeight,
      to: CodecFileWriter(descriptor))
    let gainMap = Mutex((isThere: false, lost: [String]()))
    let begin = { @Sendable () throws(CodecError) in
      // The other threads are at work on the image.
      var lost: [String] = []
      let thumbnail = madeThumbnail(from: file, threads: 1, &lost)
      let whole = adding(self.gainMap, to: jpeg, thumbnail, from: file, threads: 1, &lost)
      gainMap.withLock { [lost] in $0 = (!whole.gainMap.isEmpty, lost) }
      try writer.begin(whole)
    }
    try pipeline.run(from: file, alongside: begin) { (band) throws(CodecError) in
      try writer.write(conversion.pixels(band), at: band.rows.lowerBound)
    }
    try writer.finish()
    let (hasGainMap, lost) = gainMap.withLock { $0 }
    return Result(
      width: size.width, height: size.height,
      notes: notes(hasProfile: !jpeg.iccProfile.isEmpty) + lost, isBlended: opacity != nil,
      hasGainMap: hasGainMap)
  }

  /// Colours that a file without a profile does not have are shown wrongly.
  private func notes(hasProfile: Bool) -> [String] {
    guard !hasProfile else { return [] }
    var colour = plan.sampleColour
    if mapsTones, colour.isHDR, let alternate { colour.colourPrimaries = alternate.primaries }
    var notes: [String] = []
    if colour.isHDR, !mapsTones {
      notes.append(
        "the image is HDR (\(colour.transferCharacteristics == 16 ? "PQ" : "HLG")) and is not tone-mapped; it will look flat"
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
