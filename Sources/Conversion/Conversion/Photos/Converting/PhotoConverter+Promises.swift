import HEIF
import Metadata
package import WorkerClient
package import WorkerProtocol

extension PhotoConverter {
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
}

extension PhotoConverter {
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
