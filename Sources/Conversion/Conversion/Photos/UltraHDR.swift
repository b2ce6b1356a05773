import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import WorkerClient
import WorkerProtocol

/// The gain map of a photo as a part of an Ultra HDR JPEG file, or of a HEIC or AVIF file.
struct UltraHDR {
  /// The gain map of the result; nil if the photo has no gain map that can be kept.
  private(set) var job: GainMapJob?
  /// The parameters for the image on brighter displays.
  private(set) var toneMap = ToneMap()
  private(set) var notes: [String] = []
  /// Warnings about damage.
  private(set) var warnings: [String] = []

  /// Without a gain map.
  init() {}

  /// - Parameters:
  ///   - plan: the plan of the image.
  ///   - metadata: the metadata of the image. If its colours are converted, the gains must also be right for the new
  ///     primaries.
  init(
    _ file: HEIFFile, _ id: UInt32, _ plan: ImagePlan, _ metadata: PhotoMetadata,
    _ format: OutputFormat
  ) {
    guard let map = file.gainMap(of: id) else { return }
    do throws(FieldError) { try add(map, of: id, file, plan, metadata, format) } catch {
      warnings.append("the HDR gain map is lost: \(error)")
    }
  }

  /// The same for a JPEG file that has a gain map.
  init(
    _ file: FilePicture, _ plan: ImagePlan, _ metadata: PhotoMetadata, _ format: OutputFormat
  ) throws(ConversionError) {
    if let map = file.gainMap { try add(map, plan, metadata, format) }
  }

  private mutating func add(
    _ map: JPEGGainMap, _ plan: ImagePlan, _ metadata: PhotoMetadata, _ format: OutputFormat
  ) throws(ConversionError) {
    guard let mapPlan = try map.plan(on: plan) else {
      return leaveOut("its shape is not that of the image")
    }
    guard let meaning = map.metadata else {
      return leaveOut(
        "nothing that is known says how bright it makes the image")
    }
    notes += map.notes
    var job = GainMapJob()
    job.plan = mapPlan
    job.values = Bytes(map.values)
    do throws(FieldError) { try take(job, meaning, plan, metadata, format) } catch {
      warnings.append("the HDR gain map is lost: \(error)")
    }
  }

  private mutating func add(
    _ map: GainMap, of id: UInt32, _ file: HEIFFile, _ plan: ImagePlan, _ metadata: PhotoMetadata,
    _ format: OutputFormat
  ) throws(FieldError) {
    guard let mapPlan = try file.plan(for: map, of: plan) else {
      return leaveOut("its shape is not that of the image")
    }
    var job = GainMapJob()
    job.plan = mapPlan
    let meaning: GainMapMetadata
    switch map.meaning {
    case .toneMap(let item):
      let toneMap = try ToneMap(decoding: try file.data(of: item.id))
      guard toneMap.version == 0, toneMap.metadata.version.minimumVersion == 0 else {
        return leaveOut("its metadata is of a version that is not known")
      }
      meaning = toneMap.metadata
    case .apple:
      // The Exif of the photo is read, because that of the result may have no maker note.
      let exif = file.exifItem(of: id).flatMap { try? file.data(of: $0.id) }
      guard let apple = AppleGainMap(map.item, in: file, exif: exif) else {
        return leaveOut("nothing says how bright it makes the image")
      }
      meaning = apple.metadata
      notes += [apple.note].compactMap { $0 }
      if apple.stops > 0 { job.values = Bytes(apple.values) }
    case .described:
      guard let stated = GainMapMetadata(describing: map, of: id, in: file) else {
        return leaveOut("nothing says how bright it makes the image")
      }
      meaning = stated
    }
    try take(job, meaning, plan, metadata, format)
  }

  private mutating func take(
    _ job: GainMapJob, _ meaning: GainMapMetadata, _ plan: ImagePlan, _ metadata: PhotoMetadata,
    _ format: OutputFormat
  ) throws(FieldError) {
    var meaning = meaning
    if let alternate = metadata.alternate { meaning.reverse(alternate) }
    if let reason = refusal(meaning, plan, metadata) { return leaveOut(reason) }
    toneMap.metadata = meaning
    var job = job
    if format == .jpeg { try describe(meaning, metadata, in: &job) }
    self.job = job
  }

  private mutating func leaveOut(_ reason: String) {
    notes.append("the HDR gain map is not kept: \(reason)")
  }

  /// The reason why such a gain map is not kept; nil if it is kept.
  private func refusal(
    _ metadata: GainMapMetadata, _ plan: ImagePlan, _ picture: PhotoMetadata
  ) -> String? {
    let (base, alternate) = (metadata.baseHeadroom, metadata.alternateHeadroom)
    guard metadata.makesSense else { return "its metadata makes no sense" }
    guard !plan.sampleColour.isHDR || picture.alternate != nil, !metadata.isBackward,
      base.value < alternate.value
    else {
      return "it does not make the image brighter"
    }
    // One gain for all colours, with equal offsets, is valid for any primaries.
    let channel = metadata.channels[0]
    let isNeutral =
      !metadata.isMultichannel && channel.baseOffset.value == channel.alternateOffset.value
    guard metadata.usesBaseColourSpace && picture.sourceProfile.isEmpty || isNeutral else {
      return "its gains are for other primaries than the image's"
    }
    return nil
  }

  private mutating func describe(
    _ meaning: GainMapMetadata, _ metadata: PhotoMetadata, in job: inout GainMapJob
  ) throws(FieldError) {
    job.mapAPP1 = [Bytes(JPEGSegments.xmpIdentifier + GainMapXMP.map(meaning))]
    job.mapAPP2 = [Bytes(JPEGSegments.gainMapIdentifier + (try meaning.encoded()))]
    job.pictureAPP2 = [Bytes(JPEGSegments.gainMapIdentifier + (try meaning.version.encoded()))]
    guard let xmp = GainMapXMP.picture(metadata.xmp) else {
      job.pictureAPP1 = metadata.app1Segments
      notes.append(
        "the XMP metadata cannot be read, so that it does not mention the HDR gain map; some programs will not see it"
      )
      return
    }
    let exif = metadata.exif.isEmpty ? [] : ExifSegments.payloads(of: metadata.exif)
    job.pictureAPP1 = (exif + XMPSegments.payloads(of: xmp)).map { Bytes($0) }
  }
}

extension GainMapMetadata {
  /// Whether all numbers are finite, and each channel has a range.
  fileprivate var makesSense: Bool {
    baseHeadroom.denominator != 0 && alternateHeadroom.denominator != 0
      && channels.allSatisfy {
        $0.gainMapMin.denominator != 0 && $0.gainMapMax.denominator != 0
          && $0.gamma.denominator != 0 && $0.gamma.numerator != 0
          && $0.baseOffset.denominator != 0 && $0.alternateOffset.denominator != 0
          && $0.gainMapMax.value >= $0.gainMapMin.value
      }
  }

  /// Makes the alternate image the base, so that the gains lead back to the brighter image.
  fileprivate mutating func reverse(_ alternate: AlternateJob) {
    exchangePictures()
    isBackward = false
    usesBaseColourSpace = alternate.gainPrimaries == alternate.primaries
  }
}

extension AlternateJob {
  /// The SDR image of an HDR image with a gain map; nil if the file describes none.
  init?(_ file: HEIFFile, _ id: UInt32, _ picture: ImagePlan) {
    guard picture.sampleColour.isHDR, let map = file.gainMap(of: id) else { return nil }
    let meaning: GainMapMetadata
    var stated: UInt16 = 2
    switch map.meaning {
    case .toneMap(let item):
      guard let toneMap = (try? file.data(of: item.id)).flatMap({ try? ToneMap(decoding: $0) }),
        toneMap.version == 0, toneMap.metadata.version.minimumVersion == 0
      else { return nil }
      meaning = toneMap.metadata
      stated = item.property(ColourInformationBox.self)?.colourPrimaries ?? 2
    case .described:
      guard let found = GainMapMetadata(describing: map, of: id, in: file) else { return nil }
      meaning = found
    // Its base is always SDR.
    case .apple: return nil
    }
    guard meaning.makesSense, let mapPlan = try? file.plan(for: map, of: picture) else {
      return nil
    }
    let (base, alternate) = (meaning.baseHeadroom, meaning.alternateHeadroom)
    // A brighter image than that of a usual screen would be clipped.
    guard alternate.value < base.value, alternate.value < 0.1 else { return nil }
    self.init()
    plan = mapPlan
    metadata = meaning
    let own = picture.sampleColour.colourPrimaries
    let baseNumber = ColourPrimaries(own) == nil ? 9 : own
    primaries = ColourPrimaries(stated) == nil ? baseNumber : stated
    gainPrimaries = metadata.usesBaseColourSpace ? baseNumber : primaries
  }
}

/// The gain map that follows an image in its JPEG file, as in Ultra HDR and in JPEG files of Apple's phones.
struct JPEGGainMap: Sendable {
  /// The map, a JPEG file inside that of the image.
  let picture: JPEGSegments
  /// How it makes the image brighter; nil if the metadata is missing or not understood.
  let metadata: GainMapMetadata?
  /// The new value of each sample value; empty if samples do not change.
  var values: [UInt8] = []
  /// Notes about its meaning.
  private(set) var notes: [String] = []

  /// The map of an image; nil if none of the images that follow is one.
  init?(of jpeg: JPEGSegments) {
    guard let map = jpeg.gainMap else { return nil }
    picture = map
    let xmp = map.xmp.flatMap { XMPPacket($0) }
    if let stated = map.gainMapMetadata {
      let metadata = try? GainMapMetadata(decoding: stated)
      self.metadata = metadata?.version.minimumVersion == 0 ? metadata : nil
    } else if let xmp, xmp.hasGainMap {
      metadata = GainMapMetadata(xmp)
    } else {
      let exif = jpeg.exif.flatMap { try? TIFFFile($0) }
      let apple = xmp.flatMap { AppleGainMap([$0], exif) }
      metadata = apple?.metadata
      notes = [apple?.note].compactMap { $0 }
      if let apple, apple.stops > 0 { values = apple.values }
    }
  }

  /// The plan for decoding it with the orientation of the image; nil if their shapes differ.
  func plan(on picture: ImagePlan) throws(ConversionError) -> ImagePlan? {
    var plan = try FilePicture(jpeg: self.picture).plan
    // The map is stored like the image, and only the image states the rotation of both.
    plan.transforms = picture.transforms
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }
}
