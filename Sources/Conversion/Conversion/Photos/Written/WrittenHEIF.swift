import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import WorkerClient
import WorkerProtocol

/// A written HEIC or AVIF file.
struct WrittenHEIF: WrittenPicture {
  private let file: HEIFFile
  private let item: Item
  private let plan: ImagePlan

  init(_ bytes: Bytes) throws(ConversionError) {
    let boxes = BoxFile(bytes)
    if let finding = boxes.findings.first {
      throw ConversionError(written: "is damaged: \(finding)")
    }
    guard boxes.trailing.isEmpty else {
      throw ConversionError(
        written: "has \(counted(boxes.trailing.count, "byte")) after its last box")
    }
    for (index, box) in boxes.boxes.enumerated() {
      guard box.type == (index == 0 ? "ftyp" : index == 1 ? "meta" : "mdat") else {
        throw ConversionError(written: "has a box '\(box.type)' as its box \(index + 1)")
      }
    }
    guard let file = HEIFFile(boxes), let item = file.primaryItem else {
      throw ConversionError(written: "has no image")
    }
    do throws(FieldError) { plan = try file.plan(for: item.id) } catch {
      throw ConversionError(written: "cannot be decoded: \(error)")
    }
    self.file = file
    self.item = item
  }

  var size: (width: Int, height: Int)? { (plan.displaySize.width, plan.displaySize.height) }

  func check(_ job: ConversionJob, _ reply: ConversionReply) throws(ConversionError) {
    guard plan.codec == (job.format == .heic ? .hevc : .av1) else {
      throw ConversionError(written: "is coded in \(plan.codec.title)")
    }
    guard plan.colour != nil else {
      throw ConversionError(written: "does not say what its colours are")
    }
    // If the worker added a thumbnail, Exif is longer than in the job.
    if job.thumbnails.isEmpty || file.exifItem(of: item.id) == nil {
      try job.check(
        data(file.exifItem(of: item.id)).flatMap { ExifItem.tiff(in: $0) }, job.exif, "Exif")
    }
    try job.check(data(file.xmpItem(of: item.id)), job.xmp, "XMP")
    guard
      job.hasUnknownProfile || file.iccProfile(of: item.id) ?? Bytes() == job.iccProfile
    else { throw ConversionError(written: "has another colour profile") }
    let alpha = file.auxiliaryImages(of: item.id).filter { $0.kind == .alpha }
    guard alpha.count == (job.hasOpacity ? 1 : 0) else {
      throw ConversionError(
        written: alpha.isEmpty ? "has lost its transparency" : "has a transparency")
    }
    guard (file.gainMap(of: item.id) != nil) == reply.hasGainMap else {
      throw ConversionError(written: reply.hasGainMap ? "has lost its gain map" : "has a gain map")
    }
    guard file.targets("prem", from: item.id).isEmpty != job.isPremultiplied else {
      throw ConversionError(
        written: "does not say correctly whether its colours are multiplied by its alpha")
    }
  }

  private func data(_ item: Item?) -> Bytes? { item.flatMap { try? file.data(of: $0.id) } }
}
