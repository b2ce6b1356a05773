import FieldCoding
import HEIF
public import WorkerClient
import WorkerProtocol

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
    // All tiles of a grid are decoded at once.
    for item in file.items where item.type == "grid" {
      let tiles = file.targets("dimg", from: item.id)
      guard let plan = try? file.plan(for: item.id), plan.tiles.count == tiles.count,
        decoded.isDisjoint(with: tiles)
      else { continue }
      decoded.formUnion(tiles)
      losses += try lost(in: plan, tiles, path)
    }
    for item in file.items where item.isImage && !item.isDerived && !decoded.contains(item.id) {
      let plan: ImagePlan
      do throws(FieldError) { plan = try file.plan(for: item.id) } catch {
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
}
