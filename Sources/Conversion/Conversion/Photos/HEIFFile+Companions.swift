import HEIF
import ISOBMFF
import WorkerProtocol

extension HEIFFile {
  /// The alpha of the first of these items that has one.
  func alpha(of ids: [UInt32]) throws(FieldError) -> AlphaJob? {
    for id in ids {
      // A tone-mapped image is shown as its base.
      let base = item(id)?.type == "tmap" ? targets("dimg", from: id).first ?? id : id
      guard let opacity = try opacityPlan(of: base) else { continue }
      var job = AlphaJob()
      job.plan = opacity.plan
      job.isPremultiplied = opacity.isPremultiplied
      return job
    }
    return nil
  }
}

extension HEIFFile {
  /// An embedded thumbnail whose longer side has at least this number of samples, if it can be planned.
  func smallPicture(of id: UInt32, longerSide: Int) -> ImagePlan? {
    thumbnail(of: id, longerSide: longerSide).flatMap { try? plan(for: $0.id) }
  }
}
