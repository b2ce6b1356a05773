import Editing
import HEIF
import ISOBMFF
import Metadata
import WorkerProtocol

/// The metadata of a photo, in the form for the output file.
struct PhotoMetadata {
  /// A TIFF structure, upright and with the size of the shown image.
  private(set) var exif: [UInt8] = []
  /// An XMP packet.
  private(set) var xmp: [UInt8] = []
  /// Payloads of APP1 segments for JPEG: Exif, with the orientation and size of the result, and XMP.
  var app1Segments: [Bytes] { exifSegments + xmpSegments }
  private var exifSegments: [Bytes] = []
  private var xmpSegments: [Bytes] = []
  var iccProfile = Bytes()
  /// Whether Exif had a thumbnail that is not upright.
  private(set) var lostThumbnail = false
  /// The profile from which colours are converted to ``iccProfile``; empty if they are not converted.
  private(set) var sourceProfile = Bytes()
  /// Notes for the user.
  var notes: [String] = []
  /// Sentences about what could not be kept.
  var warnings: [String] = []

  /// Text fields that are kept although the location is stripped.
  private var texts: [String] = []

  private let plan: ImagePlan
  /// The size of the result.
  private let size: ImagePlan.Size
  private let stripping: MetadataStripping
  /// The locations of the photo, if the location is stripped.
  private let locations: LocationTraces
  private let format: OutputFormat
  /// Whether the image is HDR, and is mapped to a usual screen.
  let isMapped: Bool
  /// The SDR image that it then becomes, if it has one itself; nil for the usual curve.
  let alternate: AlternateJob?

  /// - Parameters:
  ///   - job: the job for the pixels.
  ///   - losses: the lost parts of the image, which XMP will state.
  init(
    _ file: HEIFFile, _ id: UInt32, _ job: ConversionJob, _ options: ConversionOptions,
    isAuxiliary: Bool = false, losses: [String] = []
  ) {
    plan = job.plan
    size = job.outputSize
    stripping = options.stripping
    locations = stripping == .location ? LocationTraces(file.boxes) : LocationTraces()
    format = options.format
    isMapped = options.mapsTones && !options.keepsLight && plan.sampleColour.isHDR
    alternate = isMapped ? job.alternates.first : nil
    if stripping != .all {
      if let item = file.exifItem(of: id) {
        do throws(FieldError) { try addExif(try file.data(of: item.id)) } catch {
          warnings.append("the Exif metadata is lost: \(error)")
        }
      }
      if let item = file.xmpItem(of: id) {
        do throws(FieldError) {
          addXMP(
            JPEGSegments.packet(ofItem: try file.data(of: item.id)),
            hasGainMap: file.gainMap(of: id) != nil)
        } catch {
          warnings.append("the XMP metadata is lost: \(error)")
        }
      }
      add(losses)
    }
    addTexts()
    addProfile(file, id)
    if options.colour != .keep, !isAuxiliary {
      convertColours(
        to: options.colour, isGrey: file.codedItem(of: id)?.isMonochrome == true)
    }
  }

  /// The metadata of a JPEG or PNG file.
  init(
    _ picture: FilePicture, _ job: ConversionJob, _ options: ConversionOptions,
    losses: [String] = []
  ) {
    plan = picture.plan
    size = job.outputSize
    stripping = options.stripping
    locations = stripping == .location ? LocationTraces(file: picture.file) : LocationTraces()
    format = options.format
    isMapped = options.mapsTones && !options.keepsLight && plan.sampleColour.isHDR
    alternate = isMapped ? job.alternates.first : nil
    if stripping != .all {
      if let tiff = picture.exif {
        do throws(FieldError) { try addExif(tiff: tiff) } catch {
          warnings.append("the Exif metadata is lost: \(error)")
        }
      }
      if let packet = picture.xmp { addXMP(packet, hasGainMap: picture.gainMap != nil) }
      warnings += picture.warnings
      add(losses)
    }
    addTexts()
    if plan.hasInks { addInks(picture.inkProfile) }
    if isMapped {
      addScreenProfile(isGrey: picture.isGrey)
    } else if !picture.iccProfile.isEmpty, fits(picture.iccProfile, isGrey: picture.isGrey) {
      iccProfile = picture.iccProfile
    } else if !picture.hasPNGProfile {
      addMadeProfile(isGrey: picture.isGrey)
    }
    if options.colour != .keep {
      convertColours(
        to: options.colour, isGrey: picture.isGrey,
        hasProfile: picture.hasPNGProfile && !isMapped)
    }
  }

  private var isRotated: Bool {
    plan.transforms.contains { transform in
      switch transform {
      case .crop: false
      case .rotate, .flipVertically, .flipHorizontally: true
      }
    }
  }

  /// How coordinates on the image change.
  private var reframing: RegionReframing {
    RegionReframing(
      RegionReframing.Size(plan.canvas),
      plan.transforms.map { transform in
        switch transform {
        case .crop(let x, let y, let width, let height):
          .crop(x: x, y: y, width: width, height: height)
        case .rotate(let turns): .rotate(quarterTurns: turns)
        case .flipVertically: .flipVertically
        case .flipHorizontally: .flipHorizontally
        }
      }, result: RegionReframing.Size(size))
  }

  // MARK: Exif and XMP

  private mutating func addExif(_ payload: Bytes) throws(FieldError) {
    guard let tiff = ExifItem.tiff(in: payload) else {
      throw FieldError(.invalid("there is no TIFF header in it"), offset: payload.fileOffset)
    }
    try addExif(tiff: tiff)
  }

  private mutating func addExif(tiff: Bytes) throws(FieldError) {
    var tiff = tiff
    if stripping == .location {
      let stripped = try ExifEditor.withoutLocation(tiff, locations)
      tiff = Bytes(stripped.bytes)
      notes += stripped.notes
      texts += stripped.texts
    }
    let reframed = try ExifEditor.reframed(tiff, reframing)
    notes += reframed.notes
    let upright = try ExifEditor.upright(
      Bytes(reframed.bytes), width: size.width, height: size.height, isRotated: isRotated)
    exif = upright.bytes
    lostThumbnail = upright.lostThumbnail
    let segments = ExifSegments.payloads(of: upright.bytes)
    exifSegments = segments.map { Bytes($0) }
    notes += upright.notes
    if segments.count > 1, format == .jpeg {
      notes.append(
        "the Exif metadata has \(counted(upright.bytes.count, "byte")) and takes \(segments.count) segments, and some programs read only the first"
      )
    }
  }

  private mutating func addXMP(_ item: Bytes, hasGainMap: Bool) {
    var packet = Array(item)
    if let parsed = XMPPacket(packet) {
      if parsed.hasGainMap, !hasGainMap {
        notes.append(
          "left out of XMP: the description of an HDR gain map, which the file does not have")
      }
      let reframed = parsed.reframed(reframing)
      packet = reframed.bytes
      notes += reframed.notes
      if let moved = XMPPacket(packet) {
        packet = moved.upright(width: size.width, height: size.height)
      }
      if let upright = XMPPacket(packet) { packet = upright.withoutMovie }
      // An Ultra HDR file states the gain map that it has itself.
      if let still = XMPPacket(packet) { packet = still.withoutGainMap }
      if stripping == .location, let upright = XMPPacket(packet) {
        packet = upright.withoutLocation(locations)
        texts += upright.freeTexts(locations)
      }
    } else if stripping == .location {
      return warnings.append(
        "the XMP metadata is left out: it cannot be read, and may hold the location")
    }
    xmp = packet
    let segments = XMPSegments.payloads(of: packet)
    xmpSegments = segments.map { Bytes($0) }
    if segments.count > 1, format == .jpeg {
      notes.append(
        "the XMP metadata has \(counted(packet.count, "byte")): a part of it is extended XMP, which some programs do not read"
      )
    }
  }

  /// States the lost parts of the image in XMP.
  private mutating func add(_ losses: [String]) {
    guard !losses.isEmpty,
      let stated = XMPPacket(xmp.isEmpty ? XMPPacket.empty : xmp)?.stating(losses: losses)
    else { return }
    xmp = stated
    xmpSegments = XMPSegments.payloads(of: stated).map { Bytes($0) }
  }

  private mutating func addTexts() {
    if let remark = MetadataStripping.remark(onTexts: texts) { notes.append(remark) }
  }

  // MARK: Colour

  /// Adds the file's profile, or else one for its code points, unless readers of JPEG assume these code points anyway.
  private mutating func addProfile(_ file: HEIFFile, _ id: UInt32) {
    let coded = file.codedItem(of: id)
    let isGrey = coded?.isMonochrome == true
    if let stated = plan.colour, let inside = coded.flatMap(file.bitstreamColour) {
      warnOfContradiction(stated, inside)
    }
    if isMapped { return addScreenProfile(isGrey: isGrey) }
    if let profile = file.iccProfile(of: id) {
      if let problem = ICCProfile.problem(of: profile) {
        warnings.append(ICCProfile.leftOut(problem))
      } else if fits(profile, isGrey: isGrey) {
        iccProfile = profile
        return
      }
    }
    addMadeProfile(isGrey: isGrey)
  }

  /// Whether the file may have a profile: a grey PNG image cannot have one of red, green and blue (PNG §11.3.2.3).
  private mutating func fits(_ profile: Bytes, isGrey: Bool) -> Bool {
    guard format == .png, isGrey, !ColourProfile.isGrey(profile) else { return true }
    notes.append(
      "the colour profile is left out: it describes red, green and blue, and the image is grey")
    return false
  }

  /// Says how four inks became red, green and blue.
  private mutating func addInks(_ profile: Bytes?) {
    if let profile {
      let name = ICCProfile(profile)?.name.map { " (\($0))" } ?? ""
      notes.append("its inks (CMYK) were converted to sRGB by its colour profile\(name)")
    } else {
      warnings.append(
        "its inks (CMYK) were converted to sRGB by a simple formula, because it has no colour profile of a press: colours may differ from those in print"
      )
    }
  }

  /// The profile of a usual screen, to which an HDR image is mapped.
  private mutating func addScreenProfile(isGrey: Bool) {
    var screen = CodingIndependentCodePoints()
    screen.colourPrimaries = alternate?.primaries ?? 12
    screen.transferCharacteristics = 13
    let made = ColourProfile.made(of: screen, isGrey: isGrey && format == .png)
    if case .profile(let profile) = made { iccProfile = Bytes(profile) }
    notes.append(
      "the image is HDR (\(plan.sampleColour.transferCharacteristics == 16 ? "PQ" : "HLG")), and was mapped to SDR"
        + (alternate == nil ? "" : " by its own gain map")
    )
  }

  /// Adds a profile with the meaning of the code points. HEIC and AVIF files have the code points themselves.
  private mutating func addMadeProfile(isGrey: Bool) {
    let points = plan.sampleColour
    if format.isHEIF {
      if points != points.withMeaning {
        warnings.append(
          "the colours are lost: primaries \(points.colourPrimaries) with transfer characteristics \(points.transferCharacteristics) mean nothing (ITU-T H.273)"
        )
      }
      return
    }
    switch ColourProfile.made(of: points, isGrey: isGrey) {
    case .unnecessary: break
    case .profile(let profile):
      iccProfile = Bytes(profile)
      if TransferCurve(points.transferCharacteristics)?.isHDR == true { noteHDRValues() }
    case .impossible:
      warnings.append(
        "the colours are lost: no profile can state primaries \(points.colourPrimaries) with transfer characteristics \(points.transferCharacteristics) (ITU-T H.273)"
      )
    }
  }

  private mutating func noteHDRValues() {
    let kept = "the image keeps its HDR values, which the colour profile describes"
    if format == .png {
      notes.append("\(kept); --depth 8 maps them to SDR")
    } else {
      warnings.append("\(kept); most programs show nothing brighter than reference white")
    }
  }

  /// Sets the profile to that of `colour`, to which the samples are converted.
  ///
  /// - Parameter hasProfile: whether the image has a profile that is unknown here, and is read later.
  private mutating func convertColours(
    to colour: OutputColour, isGrey: Bool, hasProfile: Bool = false
  ) {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = colour == .p3 ? 12 : 1
    points.transferCharacteristics = 13
    let isGreyProfile = isGrey && (iccProfile.isEmpty || ColourProfile.isGrey(iccProfile))
    if iccProfile.isEmpty, case .impossible = ColourProfile.made(of: plan.sampleColour), !isMapped {
      // A warning about the colours exists already. Without a description, they cannot be converted.
      return
    }
    guard let target = ColourProfile.profile(of: points, isGrey: isGreyProfile),
      let usual = ColourProfile.profile(of: CodingIndependentCodePoints(), isGrey: isGreyProfile)
    else { return }
    let source = iccProfile.isEmpty ? Bytes(usual) : iccProfile
    if source != Bytes(target), !hasProfile { sourceProfile = source }
    iccProfile = Bytes(target)
  }

  /// Some cameras state other colours in the container than in the coded picture. The container takes precedence
  /// (ISO/IEC 23000-22 §7.3.6.4).
  private mutating func warnOfContradiction(
    _ stated: CodingIndependentCodePoints, _ inside: CodingIndependentCodePoints
  ) {
    let differences = stated.contradictions(to: inside)
    guard !differences.isEmpty else { return }
    warnings.append(
      "the file states other colours (colr) than its coded picture: \(differences.joined(separator: "; ")); the statement of the file is used"
    )
  }
}

extension RegionReframing.Size {
  fileprivate init(_ size: ImagePlan.Size) { self.init(width: size.width, height: size.height) }
}

extension ConversionOptions {
  /// Whether the file can hold HDR samples, and keeps them: sRGB and Display P3 have none.
  fileprivate var keepsLight: Bool {
    guard colour == .keep else { return false }
    return switch format {
    case .jpeg: false
    case .png, .heic, .avif: bitDepth != 8
    }
  }
}
