import FieldCoding
import Files
import HEIF
import Metadata
import WorkerClient

/// A file that is a single image with metadata: JPEG or PNG.
struct FilePicture: Sendable {
  /// The whole file.
  private(set) var file = Bytes()
  /// The whole file as one coded image, rotated according to Exif.
  var plan = ImagePlan()
  /// The alpha of the image, if the file has it.
  var alpha: ImagePlan?
  /// A TIFF structure.
  var exif: Bytes?
  /// An XMP packet.
  var xmp: Bytes?
  var iccProfile = Bytes()
  /// The profile of its inks, which are decoded to sRGB.
  private(set) var inkProfile: Bytes?
  /// Whether its samples are grey.
  private(set) var isGrey = false
  /// Whether a PNG file has a compressed profile, which the decoder reads.
  var hasPNGProfile = false
  /// The gain map that follows the image of a JPEG file.
  var gainMap: JPEGGainMap?
  /// The parts that are not kept, in plain words, each once.
  var leftOut: [String] = []
  /// The parts in ``leftOut`` that are metadata.
  var leftOutMetadata: [String] = []
  /// Warnings about parts that should be kept but cannot be.
  var warnings: [String] = []

  private mutating func leave(_ title: String, isMetadata: Bool = false) {
    guard !leftOut.contains(title) else { return }
    leftOut.append(title)
    if isMetadata { leftOutMetadata.append(title) }
  }

  /// Keeps the resolution of the image, which only Exif can state in every format. 72 samples for each inch are what
  /// Exif takes for granted (Exif 2.32 §4.6.4, XResolution).
  ///
  /// - Parameter unit: that of Exif: 2 for inches, 3 for centimetres.
  private mutating func addResolution(_ x: Double, _ y: Double, unit: UInt16) {
    // A resolution for each metre is one for each inch, rounded.
    let values = [x, y].map { abs($0 - $0.rounded()) < 0.02 ? $0.rounded() : $0 }
    guard x > 0, y > 0, unit != 2 || values != [72, 72] else { return }
    if let exif {
      if (try? TIFFFile(exif))?[.ifd0]?[0x011A] == nil { leave("resolution", isMetadata: true) }
      return
    }
    let rationals = values.map { value in
      TIFFField.Value.rationals([
        TIFFRational(numerator: Int64((value * 1000).rounded()), denominator: 1000)
      ])
    }
    exif =
      (try? TIFFWriter.tiff(
        .big,
        [
          TIFFField(0x011A, rationals[0]), TIFFField(0x011B, rationals[1]),
          TIFFField(0x0128, .shorts([unit])),
        ])).map { Bytes($0) }
  }

  /// - Parameter size: of the samples as they are stored.
  private mutating func plan(
    _ codec: Codec, _ size: ImagePlan.Size, _ file: Bytes, _ colour: CodingIndependentCodePoints
  ) throws(ConversionError) {
    self.file = file
    var image = ImagePlan.CodedImage()
    image.extents = [file.fileOffset..<file.fileOffset + file.count]
    var configuration = ImagePlan.DecoderConfiguration()
    configuration.lengthSize = 0
    plan.codec = codec
    plan.configurations = [configuration]
    plan.tiles = [image]
    plan.tileSize = size
    plan.canvas = size
    plan.codedColour = colour
    let orientation = exif.flatMap { ExifSummary(tiff: $0).orientation } ?? 1
    plan.transforms = ImagePlan.Transform.all(ofOrientation: Int(orientation))
    var budget = PlanBudget(fileBytes: file.count)
    if let excess = budget.pay(for: plan) {
      throw ConversionError(.input, "cannot be decoded: the image \(excess)")
    }
  }

  /// Colours without a description are those of sRGB.
  private static func sRGB(_ points: CodingIndependentCodePoints) -> CodingIndependentCodePoints {
    var points = points
    points.colourPrimaries = 1
    points.transferCharacteristics = 13
    return points
  }
}

extension ImagePlan.Transform {
  /// The transforms that show an image with this Exif orientation upright (Exif 2.32 §4.6.4).
  static func all(ofOrientation orientation: Int) -> [ImagePlan.Transform] {
    switch orientation {
    case 2: [.flipHorizontally]
    case 3: [.rotate(quarterTurns: 2)]
    case 4: [.flipVertically]
    case 5: [.flipHorizontally, .rotate(quarterTurns: 1)]
    case 6: [.rotate(quarterTurns: 3)]
    case 7: [.flipHorizontally, .rotate(quarterTurns: 3)]
    case 8: [.rotate(quarterTurns: 1)]
    default: []
    }
  }
}

// MARK: - JPEG

extension FilePicture {
  init(jpeg: JPEGSegments) throws(ConversionError) {
    if let finding = jpeg.finding {
      throw ConversionError(.input, "cannot be decoded: \(finding)")
    }
    guard let size = jpeg.frameSize, size.width > 0, size.height > 0 else {
      throw ConversionError(.input, "cannot be decoded: the JPEG image states no size")
    }
    exif = jpeg.exif
    isGrey = jpeg.componentCount == 1
    if let header = jpeg.segments.first(where: {
      $0.marker == 0xE0 && $0.payload.starts(with: JPEGSegments.jfifIdentifier)
    })?.payload, header.count >= 12, (1...2).contains(header[7]) {
      let numbers = [8, 10].map { Double(header.number(at: $0, size: 2) ?? 0) }
      addResolution(numbers[0], numbers[1], unit: UInt16(header[7]) + 1)
    }
    warnings += jpeg.doubts
    addXMP(of: jpeg)
    addProfile(of: jpeg)
    let stray = jpeg.allStrayBytes
    let hasInks = jpeg.componentCount == 4
    try plan(
      .jpeg, ImagePlan.Size(width: size.width, height: size.height), jpeg.bytes,
      hasInks ? .png : .jfif)
    if hasInks {
      plan.configurations[0].hasInks = true
      (inkProfile, iccProfile) = (jpeg.inkProfile, Bytes())
    }
    // The decoder takes stray bytes behind a scan for samples: it gets the file without those of later segments.
    if stray.count > jpeg.strayBytes.count { leaveOut(stray) }
    if iccProfile.isEmpty, !hasInks, !isGrey, exif.map({ ExifSummary(tiff: $0).isAdobeRGB }) == true
    {
      iccProfile = ColourProfile.adobeRGB.map { Bytes($0) } ?? Bytes()
    }
    if iccProfile.isEmpty { plan.colour = FilePicture.sRGB(plan.codedColour) }
    gainMap = JPEGGainMap(of: jpeg)
    let count = stray.reduce(0) { $0 + $1.count }
    if count > 0 {
      warnings.append(
        counted(
          count, "stray byte between segments of the JPEG file is left out",
          "stray bytes between segments of the JPEG file are left out")
          + "; no sample is lost")
    }
    addRest(of: jpeg)
  }

  private mutating func addXMP(of jpeg: JPEGSegments) {
    xmp = jpeg.xmp
    guard jpeg.has(app1: JPEGSegments.extendedXMPIdentifier) else { return }
    guard let main = jpeg.xmp, let extended = jpeg.extendedXMP,
      let joined = XMPPacket(main)?.joinedWith(extended)
    else {
      if jpeg.incompleteMetadata.isEmpty { warnings.append("the extended XMP metadata is lost") }
      return
    }
    xmp = Bytes(joined)
  }

  private mutating func addProfile(of jpeg: JPEGSegments) {
    guard let icc = jpeg.icc else { return }
    if let problem = ICCProfile.problem(of: icc) {
      warnings.append(ICCProfile.leftOut(problem))
    } else {
      iccProfile = icc
    }
  }

  /// - Parameter ranges: of the file's bytes.
  private mutating func leaveOut(_ ranges: [Range<Int>]) {
    var extents: [Range<Int>] = []
    var start = 0
    for range in ranges {
      extents.append(start..<range.lowerBound)
      start = range.upperBound
    }
    extents.append(start..<file.count)
    plan.tiles[0].extents = extents.map { extent in
      file.fileOffset + extent.lowerBound..<file.fileOffset + extent.upperBound
    }
  }

  private mutating func addRest(of jpeg: JPEGSegments) {
    for segment in jpeg.segments {
      func starts(_ text: String) -> Bool { segment.payload.starts(with: Array(text.utf8)) }
      switch segment.marker {
      case 0xE1
      where starts("Exif\0\0") || JPEGSegments.isXMP(segment.payload)
        || starts("http://ns.adobe.com/xmp/extension/\0"):
        break
      case 0xE2 where starts("ICC_PROFILE\0"): break
      case 0xE2 where segment.payload.starts(with: JPEGSegments.multiPictureIdentifier):
        // One of them is the map.
        if gainMap != nil { leave(AuxiliaryKind.hdrGainMap.title) }
        if gainMap == nil || jpeg.furtherPictures.count > 1 {
          leave("further pictures of the file (MPF)")
        }
      case 0xE2 where segment.payload.starts(with: JPEGSegments.gainMapIdentifier):
        leave(AuxiliaryKind.hdrGainMap.title)
      case 0xE0 where starts("JFIF\0"), 0xEE where starts("Adobe"): break
      case 0xED: leave("Photoshop and IPTC data", isMetadata: true)
      case 0xE0...0xEF:
        leave("data of \(JPEGSegments.name(segment.marker))", isMetadata: true)
      case 0xFE: leave("comment", isMetadata: true)
      default: break
      }
    }
    let movie = MotionPhoto(jpeg.bytes).map(\.movieRange.count) ?? 0
    if movie > 0 { leave(LeftOut.movieTitle) }
    let known = movie + jpeg.furtherPictures.reduce(0) { $0 + $1.count }
    if let trailer = jpeg.trailer, trailer.count > known { leave("what follows the image") }
  }
}

extension ICCProfile {
  /// The note about a colour profile that is invalid.
  static func leftOut(_ problem: String) -> String {
    "the colour profile is left out: it is not a valid one, because it \(problem)"
  }
}

extension JPEGSegments {
  /// Warnings about a file that are true of a copy of it, too.
  var doubts: [String] {
    incompleteMetadata
      + (isArithmetic ? ["it has arithmetic coding, in which damage cannot be noticed"] : [])
  }

  fileprivate func has(app1 identifier: [UInt8]) -> Bool {
    segments.contains { $0.marker == 0xE1 && $0.payload.starts(with: identifier) }
  }
}

extension XMPPacket {
  fileprivate func joinedWith(_ extended: Bytes) -> [UInt8]? {
    XMPPacket(extended).flatMap { joined(with: $0) }
  }
}

// MARK: - PNG

extension FilePicture {
  /// - Parameter allowsLoss: whether the end of the file may be missing.
  init(png bytes: Bytes, allowsLoss: Bool = false) throws(ConversionError) {
    let png = PNGChunks(bytes)
    if let finding = png.finding, !allowsLoss {
      throw ConversionError(.input, "cannot be decoded: \(finding)")
    }
    guard let header = png.header, header.width > 0, header.height > 0 else {
      throw ConversionError(.input, "cannot be decoded: the PNG image states no size")
    }
    let texts = PNGTextMetadata(png) { Zlib.inflate($0, upTo: $1) }
    exif = png.exif ?? texts.exif
    xmp = texts.xmp
    isGrey = header.colourType & 3 == 0
    if let numbers = png.first("pHYs"), numbers.count == 9, numbers[8] == 1 {
      // Per metre; printers and programs count in inches.
      let values = [0, 4].map { Double(numbers.number(at: $0, size: 4) ?? 0) * 0.0254 }
      addResolution(values[0], values[1], unit: 2)
    }
    hasPNGProfile = png.first("iCCP") != nil
    try plan(
      .png,
      ImagePlan.Size(width: Int(clamping: header.width), height: Int(clamping: header.height)),
      bytes, .png)
    addColours(of: png)
    if header.colourType & 4 != 0 || png.first("tRNS") != nil {
      var alpha = plan
      alpha.configurations[0].isAlpha = true
      alpha.colour = nil
      self.alpha = alpha
    }
    addRest(of: png, texts.keywords)
  }

  private mutating func addColours(of png: PNGChunks) {
    // The chunks are in the order of precedence (§4.3).
    if let points = png.first("cICP"), points.count >= 4 {
      var colour = CodingIndependentCodePoints.png
      let numbers = Array(points.prefix(4))
      colour.colourPrimaries = UInt16(numbers[0])
      colour.transferCharacteristics = UInt16(numbers[1])
      colour.isFullRange = numbers[3] != 0
      plan.colour = colour
      return
    }
    if hasPNGProfile { return }
    if png.first("sRGB") == nil, let profile = profile(of: png) {
      iccProfile = profile
    } else {
      plan.colour = FilePicture.sRGB(.png)
    }
  }

  /// A profile of the colours that `cHRM` and `gAMA` state (§11.3.2.1, §11.3.2.2). Nil for those of sRGB, whose curve
  /// has an exponent of about 2.2, and if they state nothing.
  private mutating func profile(of png: PNGChunks) -> Bytes? {
    let usual = [(0.3127, 0.3290), (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
    let points = png.chromaticities ?? usual
    let isUsual = zip(points, usual).allSatisfy {
      abs($0.0 - $1.0) < 0.002 && abs($0.1 - $1.1) < 0.002
    }
    let gamma = png.gamma ?? 1 / 2.2
    guard (0.01...10).contains(gamma) else {
      warnings.append("the gamma that the PNG file states (\(gamma)) is ignored")
      return nil
    }
    // 1 / 2.2, with the rounding of programs.
    let hasUsualCurve = (0.45...0.46).contains(gamma)
    if hasUsualCurve, isUsual || isGrey { return nil }
    let primaries = ColourPrimaries("PNG", points[1], points[2], points[3], points[0])
    return ColourProfile.profile(primaries, gamma: 1 / gamma, isGrey: isGrey).map { Bytes($0) }
  }

  private static let usual: Set<FourCC> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "iCCP", "sRGB", "cICP", "gAMA", "cHRM", "eXIf", "bKGD",
    "sBIT", "pHYs", "hIST", "fcTL", "fdAT",
  ]

  /// - Parameter taken: the keywords of texts that are metadata.
  private mutating func addRest(of png: PNGChunks, _ taken: Set<String>) {
    if png.finding == nil, let rest = file.part(min(png.end, file.count)..<file.count), !rest.isZero
    {
      leave("what follows the image")
    }
    for chunk in png.chunks where !FilePicture.usual.contains(chunk.type) {
      switch (chunk.type, PNGText(chunk)) {
      case (_, let text?) where taken.contains(text.keyword):
        break
      case (_, let text?) where text.keyword == PNGText.xmpKeyword:
        warnings.append("the XMP metadata is lost: it cannot be inflated")
      case (_, let text?): leave("text (\(text.keyword))")
      case ("acTL", _): leave("the animation")
      case ("tIME", _): leave("time of change (tIME)")
      case ("mDCV", _), ("mDCv", _): leave("HDR mastering display")
      case ("cLLI", _), ("cLLi", _): leave("HDR light levels")
      default: leave("data of type \(chunk.type)")
      }
    }
  }
}
