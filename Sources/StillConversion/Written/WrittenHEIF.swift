import CodecJob
import HEIF
import ISOBMFF
import StillMetadata
import SystemAccess
import WorkerClient

/// A written HEIC or AVIF file, which is read and checked before it gets its name.
struct WrittenHEIF {
  private let file: HEIFFile
  private let item: Item

  init(_ output: borrowing OutputFile) throws(ConversionError) {
    let source: ByteSource
    do throws(ByteSourceError) { source = try output.source() } catch {
      throw WrittenHEIF.error("cannot be read again: \(error.reason.words)")
    }
    let boxes = BoxFile(source.bytes)
    if let finding = boxes.findings.first {
      throw WrittenHEIF.error("is damaged: \(finding)")
    }
    guard let file = HEIFFile(boxes), let item = file.primaryItem else {
      throw WrittenHEIF.error("has no picture")
    }
    self.file = file
    self.item = item
  }

  /// Throws unless the file has the picture and the metadata of the job.
  func check(_ job: ConversionJob, hasGainMap: Bool) throws(ConversionError) {
    let plan: ImagePlan
    do throws(FieldError) { plan = try file.plan(for: item.id) } catch {
      throw WrittenHEIF.error("cannot be decoded: \(error)")
    }
    let (size, wanted) = (plan.displaySize, job.outputSize)
    guard size == wanted else {
      throw WrittenHEIF.error(
        "is \(size.width) × \(size.height) instead of \(wanted.width) × \(wanted.height)")
    }
    guard plan.coding == (job.format == .heic ? .hevc : .av1) else {
      throw WrittenHEIF.error("is coded in \(plan.coding.title)")
    }
    guard plan.colour != nil else { throw WrittenHEIF.error("does not say what its colours are") }
    // If the worker added a thumbnail, Exif is longer than in the job.
    if job.thumbnails.isEmpty || file.exifItem(of: item.id) == nil {
      try check(file.exifItem(of: item.id), job.exif, "Exif") { ExifItem.tiff(in: $0) }
    }
    try check(file.xmpItem(of: item.id), job.xmp, "XMP") { $0 }
    if !job.hasPNGProfile || !job.iccProfile.isEmpty {
      guard file.iccProfile(of: item.id) ?? Bytes() == job.iccProfile else {
        throw WrittenHEIF.error("has another colour profile")
      }
    }
    let alpha = file.auxiliaryImages(of: item.id).filter { $0.kind == .alpha }
    guard alpha.count == (job.hasOpacity ? 1 : 0) else {
      throw WrittenHEIF.error(alpha.isEmpty ? "has lost its transparency" : "has a transparency")
    }
    guard (file.gainMap(of: item.id) != nil) == hasGainMap else {
      throw WrittenHEIF.error(hasGainMap ? "has lost its gain map" : "has a gain map")
    }
    guard file.targets("prem", from: item.id).isEmpty != job.isPremultiplied else {
      throw WrittenHEIF.error(
        "does not say correctly whether its colours are multiplied by its alpha")
    }
  }

  private func check(
    _ item: Item?, _ wanted: Bytes, _ name: String, _ content: (Bytes) -> Bytes?
  ) throws(ConversionError) {
    let found = item.flatMap { try? file.data(of: $0.id) }.flatMap(content) ?? Bytes()
    guard found.elementsEqual(wanted) else {
      throw WrittenHEIF.error(
        "has other \(name) metadata: \(counted(found.count, "byte")) instead of \(grouped(wanted.count))"
      )
    }
  }

  private static func error(_ sentence: String) -> ConversionError {
    ConversionError(.worker, "the file that libheif wrote \(sentence)")
  }
}
