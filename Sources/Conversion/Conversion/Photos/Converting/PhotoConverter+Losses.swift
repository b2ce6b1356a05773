import FieldCoding
import HEIF
import ISOBMFF
import Metadata
public import WorkerClient
package import WorkerProtocol

extension PhotoConverter {
  /// An image of a file, or a part of it, that cannot be decoded.
  public struct Loss: Sendable {
    /// The coded image; nil if the whole file is the image.
    public var item: UInt32?
    /// What is lost, and why.
    public var reason: String
    /// Whether its data may be intact: what describes it is damaged, or nothing here can decode it.
    public var isUnknown = false
  }

  /// Decodes every coded image of a file, also tiles, thumbnails and auxiliary images, and returns what is lost.
  public func losses(of photo: PhotoFile) throws(ConversionError) -> [Loss] {
    switch photo.content {
    case .jpeg(let jpeg): try losses(in: FilePicture(jpeg: jpeg).plan, photo.path)
    case .png(let bytes): try losses(in: FilePicture(png: bytes).plan, photo.path)
    case .heif(let file): try losses(in: file, photo.path)
    }
  }

  private func losses(in file: HEIFFile, _ path: String) throws(ConversionError) -> [Loss] {
    var file = file
    file.allowsLoss = true
    var losses: [Loss] = []
    var decoded: Set<UInt32> = []
    // Images can share their bytes, and a small file can have thousands of them.
    var budget = PlanBudget(fileBytes: file.boxes.bytes.count)
    // All tiles of a grid are decoded at once.
    for item in file.items where item.type == "grid" {
      let tiles = file.targets("dimg", from: item.id)
      guard let plan = try? file.plan(for: item.id, &budget), plan.tiles.count == tiles.count,
        decoded.isDisjoint(with: tiles)
      else { continue }
      decoded.formUnion(tiles)
      losses += try lost(in: plan, tiles, path)
    }
    for item in file.items where item.isImage && !item.isDerived && !decoded.contains(item.id) {
      let plan: ImagePlan
      do throws(FieldError) { plan = try file.plan(for: item.id, &budget) } catch {
        losses.append(Loss(item: item.id, reason: "\(error)", isUnknown: true))
        continue
      }
      do throws(ConversionError) { losses += try lost(in: plan, [item.id], path) } catch {
        guard error.isOfInput else { throw error }
        losses.append(
          Loss(item: item.id, reason: error.message, isUnknown: error.kind == .unsupported))
      }
    }
    return losses
  }

  private func lost(
    in plan: ImagePlan, _ tiles: [UInt32], _ path: String
  ) throws(ConversionError) -> [Loss] {
    let reply = try survey(plan, path)
    let reason = reply.reason.string
    return reply.lostTiles.map {
      Loss(item: tiles[Int($0)], reason: reason.isEmpty ? "its data is not in the file" : reason)
    }
  }

  /// The losses of an image that is a whole file.
  private func losses(in plan: ImagePlan, _ path: String) throws(ConversionError) -> [Loss] {
    let whole = try survey(plan, path)
    guard !whole.lostTiles.isEmpty else { return [] }
    // How much of a JPEG image is lost shows only if it is read as one that is truncated.
    var truncated = plan
    truncated.tiles[0].isCut = true
    let share =
      plan.codec == .jpeg
      ? (try? survey(truncated, path)).map { Double($0.lostShare) / 10_000 } : nil
    let lost = share.map { "; \(max(1, Int($0.rounded())))% of it is lost" } ?? ""
    return [Loss(reason: whole.reason.string + lost)]
  }

  /// The metadata that the output of a photo should have but does not, as a sentence; nil if it has everything.
  package func lostMetadata(
    of photo: PhotoFile, in output: PhotoFile
  ) throws(ConversionError) -> String? {
    var job = newJob()
    job.plan = try photo.plan
    var hasGainMap = false
    let wanted: PhotoMetadata
    var hasPNGProfile = false
    switch photo.content {
    case .jpeg(let jpeg):
      let picture = try FilePicture(jpeg: jpeg)
      wanted = PhotoMetadata(picture, job, options)
      hasGainMap = picture.gainMap != nil
    case .png(let bytes):
      let picture = try FilePicture(png: bytes)
      wanted = PhotoMetadata(picture, job, options)
      hasPNGProfile = picture.hasPNGProfile
    case .heif(let file):
      guard let id = file.primaryItem?.id else { return "it has no image" }
      wanted = PhotoMetadata(file, id, job, options)
      hasGainMap = file.companions(of: id).contains { $1 == .hdrGainMap }
    }
    if hasGainMap, options.keepsGainMap, case .heif(let made) = output.content,
      made.primaryItem.flatMap({ made.gainMap(of: $0.id) }) == nil
    {
      return "the gain map is missing from the output"
    }
    let found = try output.metadata
    // A new thumbnail makes Exif longer, and XMP gets the properties of a gain map or a movie.
    let isExif =
      wanted.lostThumbnail
      ? found.exif.count >= 8 : found.exif.elementsEqual(wanted.exif)
    if !wanted.exif.isEmpty, !isExif { return "the Exif metadata of the output is different" }
    if found.xmp.count < wanted.xmp.count { return "XMP metadata is missing from the output" }
    if case .png = output.content { return nil }
    if wanted.iccProfile.isEmpty
      ? hasPNGProfile && found.profile.isEmpty : found.profile != wanted.iccProfile
    {
      return "the colour profile of the output is different"
    }
    if hasGainMap, case .jpeg(let jpeg) = output.content,
      try !FilePicture(jpeg: jpeg).leftOut.contains(AuxiliaryKind.hdrGainMap.title)
    {
      return "the gain map is missing from the output"
    }
    return nil
  }

  /// The gain map that the output of a photo should have; nil if it should have none.
  package func gainMap(of photo: PhotoFile) throws(ConversionError) -> GainMapJob? {
    guard options.format == .jpeg, options.keepsGainMap else { return nil }
    var job = newJob()
    job.plan = try photo.plan
    switch photo.content {
    case .jpeg(let jpeg):
      let picture = try FilePicture(jpeg: jpeg)
      return try UltraHDR(picture, job.plan, PhotoMetadata(picture, job, options), .jpeg).job
    case .heif(let file):
      guard let id = file.primaryItem?.id else { return nil }
      return UltraHDR(file, id, job.plan, PhotoMetadata(file, id, job, options), .jpeg).job
    case .png: return nil
    }
  }
}

extension PhotoFile {
  /// The metadata of its primary image: a TIFF structure, an XMP packet, and a colour profile; empty if there is
  /// none.
  fileprivate var metadata: (exif: Bytes, xmp: Bytes, profile: Bytes) {
    get throws(ConversionError) {
      switch content {
      case .jpeg(let jpeg):
        let picture = try FilePicture(jpeg: jpeg)
        return (picture.exif ?? Bytes(), picture.xmp ?? Bytes(), picture.iccProfile)
      case .png(let bytes):
        let picture = try FilePicture(png: bytes)
        return (picture.exif ?? Bytes(), picture.xmp ?? Bytes(), Bytes())
      case .heif(let file):
        guard let id = file.primaryItem?.id else { return (Bytes(), Bytes(), Bytes()) }
        let exif = file.exifItem(of: id).flatMap { try? file.data(of: $0.id) }
        let xmp = file.xmpItem(of: id).flatMap { try? file.data(of: $0.id) }
        return (
          exif.flatMap { ExifItem.tiff(in: $0) } ?? Bytes(), xmp ?? Bytes(),
          file.iccProfile(of: id) ?? Bytes()
        )
      }
    }
  }
}
