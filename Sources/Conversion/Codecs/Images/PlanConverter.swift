import FieldCoding
import Files
public import HEIF
import Metadata
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

  /// Writes a PNG file.
  func writePNG(
    _ given: PNGFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CPNG) && canImport(CDe265)
      var lost: [String] = []
      var changed = given.withPlainText(&lost)
      if let thumbnail = madeThumbnail(from: file, threads: threadCount, &lost),
        let exif = thumbnail.added(to: given.exif, &lost)
      {
        changed.exif = Bytes(exif)
      }
      let png = changed
      let decoding = try RowDecoding(self, bitDepth: png.bitDepth, from: file)
      let size = decoding.size
      let writer = try PNGWriter(
        png, width: size.width, height: size.height, bandHeight: decoding.bandHeight,
        to: descriptor)
      // Code points are shorter than a profile, but have to describe the colours.
      let colour = plan.sampleColour
      let isStated =
        colourChange == nil && colour.colourPrimaries != 2 && colour.transferCharacteristics != 2
      let stated = isStated && (png.iccProfile.isEmpty || colour.isHDR) ? colour : nil
      try decoding.run(from: file) { (rows, row, isMapped) throws(CodecError) in
        try writer.write(rows, at: row, isMapped ? nil : stated)
      }
      let warning = try writer.finish().warning
      let notes = warning.isEmpty ? lost : lost + ["libpng left something out: \(warning)"]
      return Result(width: size.width, height: size.height, notes: notes)
    #else
      throw CodecError("this build has no PNG encoder; build it with the trait Codecs")
    #endif
  }

  /// Writes the samples, row by row, and nothing else.
  func writeSamples(
    _ samples: SampleFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    let decoding = try RowDecoding(self, bitDepth: samples.bitDepth, from: file)
    let writer = RowWriter(bandHeight: decoding.bandHeight, to: descriptor)
    try decoding.run(from: file) { (rows, row, _) throws(CodecError) in
      try writer.write(rows, at: row)
    }
    let form = try writer.finish()
    let size = decoding.size
    guard writer.byteCount == size.width * size.height * form.channels * form.bitDepth / 8 else {
      throw CodecError("the image is not complete")
    }
    var result = Result(width: size.width, height: size.height, notes: [])
    (result.channels, result.bitDepth) = (form.channels, form.bitDepth)
    return result
  }
}

/// The conversion of an image to rows of red, green and blue, or of grey, with alpha if it has some.
private struct RowDecoding {
  private let pipeline: BandPipeline
  private let bitDepth: Int?
  /// Samples of 16 bits keep the light of an HDR image; others are brought into that of a screen.
  private let mapped: PixelConversion
  private let kept: PixelConversion

  var size: ImagePlan.Size { pipeline.size }
  var bandHeight: Int { pipeline.bandHeight }

  /// - Parameter bitDepth: 8 or 16; nil for 16 if the image has more than 8 bits, or light that 8 bits would not hold.
  init(
    _ converter: PlanConverter, bitDepth: Int?, from file: some ExtentReader
  ) throws(CodecError) {
    let size = converter.size(of: converter.plan)
    let own = try converter.opacity(from: file)
    let opacity = own?.scaled(to: size)
    pipeline = try BandPipeline(
      converter.plan, threads: converter.threadCount, budget: converter.planeBudget,
      engine: converter.engine, size: size, keepsChroma: false, opacity: own,
      overlayContent: converter.overlayContent)
    let colours = try ColourConverter(converter.colourChange)
    mapped = try PixelConversion(
      converter.plan, mapsTones: converter.mapsTones,
      alternate: converter.alternatePicture(from: file), colours: colours, opacity: opacity)
    kept = try PixelConversion(
      converter.plan, mapsTones: false, colours: colours, opacity: opacity)
    self.bitDepth = bitDepth
  }

  /// - Parameter body: gets the rows of a band, the row of the image at which it starts, and whether its light was
  ///   mapped; bands come in any order, from several threads.
  func run(
    from file: some ExtentReader,
    _ body: @escaping @Sendable (SampleRows, Int, Bool) throws(CodecError) -> Void
  ) throws(CodecError) {
    try pipeline.run(from: file) { (band) throws(CodecError) in
      let bitDepth = bitDepth ?? (kept.isDeep(band.image) || mapped.isMapped ? 16 : 8)
      let conversion = bitDepth == 8 ? mapped : kept
      let rows = try conversion.rows(band, bitDepth: bitDepth)
      try body(rows, band.rows.lowerBound, conversion.isMapped)
    }
  }
}

extension PlanConverter {
  /// The file with the gain map, and with the metadata of the image about the map.
  ///
  /// If the map cannot be made, the image is written without it: the file does not change then, and `lost` has the
  /// reason.
  ///
  /// - Parameters:
  ///   - thumbnail: the thumbnail that is added to the Exif metadata.
  ///   - lost: sentences about what is missing in the file.
  func adding(
    _ gainMap: GainMapJob?, to jpeg: JPEGFile, _ thumbnail: EncodedThumbnail?,
    from file: some ExtentReader, threads: Int, _ lost: inout [String]
  ) -> JPEGFile {
    var plain = jpeg
    plain.app1 = thumbnail?.added(to: jpeg.app1, &lost) ?? jpeg.app1
    guard let gainMap else { return plain }
    do throws(CodecError) {
      var changed = jpeg
      // First, because the image's metadata states the length of the map.
      changed.gainMap = try encoded(gainMap, quality: jpeg.quality, from: file, threads: threads)
      changed.app1 = gainMap.pictureAPP1.map { $0.stating(lengthOfGainMap: changed.gainMap.count) }
      var unsaid: [String] = []
      changed.app1 = thumbnail?.added(to: changed.app1, &unsaid) ?? changed.app1
      changed.app2 = gainMap.pictureAPP2
      _ = try changed.start(pictureSize: 0)
      return changed
    } catch {
      lost.append("the HDR gain map is lost: \(error.message)")
      return plain
    }
  }

  /// The map as a JPEG file.
  private func encoded(
    _ gainMap: GainMapJob, quality: Int, from file: some ExtentReader, threads: Int
  ) throws(CodecError) -> [UInt8] {
    let values = Array(gainMap.values)
    let conversion = try PixelConversion(gainMap.plan, mapsTones: false)
    var own = JPEGFile()
    own.quality = quality
    own.app1 = gainMap.mapAPP1
    own.app2 = gainMap.mapAPP2
    // It is enough that the map is as sharp as the image.
    return try encoded(
      gainMap.plan, as: own, size: size(of: gainMap.plan), conversion, from: file,
      threads: threads
    ) { (pixels) throws(CodecError) in try pixels.mapped(by: values) }
  }

  /// An image as a JPEG file in memory.
  ///
  /// - Parameter change: changes the pixels of each band.
  func encoded(
    _ plan: ImagePlan, as jpeg: JPEGFile, size: ImagePlan.Size, _ conversion: PixelConversion,
    from file: some ExtentReader, threads: Int,
    _ change: @escaping @Sendable (JPEGFile.Pixels) throws(CodecError) -> JPEGFile.Pixels = {
      (pixels) throws(CodecError) in pixels
    }
  ) throws(CodecError) -> [UInt8] {
    let pipeline = try BandPipeline(
      plan, threads: threads, budget: planeBudget, engine: engine, size: size,
      keepsChroma: conversion.keepsPlanes)
    let output = MemoryOutput()
    let writer = try JPEGWriter(
      jpeg, width: size.width, height: size.height, bandHeight: pipeline.bandHeight, to: output)
    try writer.begin(jpeg)
    try pipeline.run(from: file) { (band) throws(CodecError) in
      try writer.write(change(conversion.pixels(band)), at: band.rows.lowerBound)
    }
    try writer.finish()
    return output.bytes
  }
}

extension JPEGFile.Pixels {
  /// Only the luma plane, with new values; the whole image, unchanged, if `values` is empty.
  func mapped(by values: [UInt8]) throws(CodecError) -> JPEGFile.Pixels {
    guard !values.isEmpty else { return self }
    guard case .planes(let image) = self else {
      throw CodecError("it is in colour, and should be grey")
    }
    return .planes(try image.mapped(by: values))
  }
}

extension PlanarImage {
  /// Only the luma plane, with new values; the whole image, unchanged, if `values` is empty.
  ///
  /// - Parameter values: for each value of 8 bits.
  func mapped(by values: [UInt8]) throws(CodecError) -> PlanarImage {
    guard !values.isEmpty else { return self }
    guard values.count == 256, bitDepth == 8 else {
      throw CodecError("\(values.count) values are not those of \(bitDepth) bits")
    }
    let result = PlanarImage(width: width, height: height, chroma: .monochrome, bitDepth: 8)
    for y in 0..<height { planes[0].lookUp(row: y, in: values, into: result.planes[0]) }
    return result
  }
}

extension PlanConverter {
  /// Writes a HEIC or AVIF file.
  func writeHEIF(
    _ given: HEIFPictureFile, from file: some ExtentReader, to descriptor: Int32
  ) throws(CodecError) -> Result {
    #if canImport(CDe265)
      var settings = given
      var lost: [String] = []
      if let thumbnail = madeThumbnail(from: file, threads: threadCount, &lost),
        let exif = thumbnail.added(to: given.exif, &lost)
      {
        settings.exif = Bytes(exif)
      }
      settings.isPremultiplied = isPremultiplied
      let size = size(of: plan)
      let samples = try HEIFEncoderSamples(
        plan, bitDepth: settings.bitDepth, mapsTones: mapsTones,
        alternate: alternatePicture(from: file), colours: ColourConverter(colourChange),
        isScaled: size != plan.displaySize)
      // Opacity counts for colours that are not multiplied yet.
      let weighs = size != plan.displaySize && !isPremultiplied
      let opacity = weighs ? try opacity(from: file) : nil
      let pipeline = try BandPipeline(
        plan, threads: threadCount, budget: planeBudget, engine: engine, size: size,
        keepsChroma: samples.keepsPlanes, opacity: opacity, overlayContent: overlayContent)
      let second = try opacityPipeline(size: size)
      let writer = try HEIFPictureWriter(
        settings, width: size.width, height: size.height, hasAlpha: second != nil,
        budget: planeBudget)
      let values = lumaValues
      try pipeline.run(from: file) { (band) throws(CodecError) in
        let image = try samples(band).mapped(by: values)
        try writer.write(image, at: band.rows.lowerBound, samples.points)
      }
      if let (second, matrix) = second {
        guard let bitDepth = writer.bitDepth else { throw CodecError("nothing was decoded") }
        try second.run(from: file) { (band) throws(CodecError) in
          try writer.write(
            alpha: HEIFEncoderSamples.alpha(band, matrix, bitDepth: bitDepth),
            at: band.rows.lowerBound)
        }
      }
      try writer.finish(to: descriptor, threads: threadCount, samples.siting)
      return Result(width: size.width, height: size.height, notes: lost)
    #else
      throw CodecError("this build has no encoder; build it with the trait Codecs")
    #endif
  }
}
