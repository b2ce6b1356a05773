import Editing
import HEIF
import ISOBMFF
import Metadata
import Movie
import Verification
public import WorkerClient
import WorkerProtocol

/// A file that may have images.
public struct PhotoFile: Sendable {
  enum Content: Sendable {
    /// A JPEG file, with any name.
    case jpeg(JPEGSegments)
    case png(Bytes)
    case heif(HEIFFile)
  }

  /// The path that was passed.
  public let path: String
  let content: Content
  /// All bytes of the file.
  let bytes: Bytes
  private let isRepairable = Lazy<Bool>()

  /// Reads the description of a photo.
  ///
  /// Throws if the file cannot be read, or is not a photo that can be converted.
  ///
  /// - Parameter time: a time in seconds, for the image of an image sequence at this time; nil for the usual
  ///   image.
  public init(_ path: String, time: Double? = nil) throws(ConversionError) {
    self.path = path
    let source: ByteSource
    do throws(ByteSourceError) { source = try ByteSource(mapping: path) } catch {
      throw ConversionError(.unreadable, error.reason.text)
    }
    bytes = source.bytes
    do throws(ConversionError) { content = try PhotoFile.content(of: bytes, time) } catch {
      throw PhotoFile.advisingRepair(error, of: bytes, isRepairable)
    }
  }

  /// The error, with advice if `boxwalk repair` can repair the structure of the file.
  func advisingRepair(_ error: ConversionError) -> ConversionError {
    PhotoFile.advisingRepair(error, of: bytes, isRepairable)
  }

  /// A try of the repair holds the file in memory. Photos are shorter.
  private static let longestRepaired = 1 << 26

  private static func advisingRepair(
    _ error: ConversionError, of bytes: Bytes, _ isRepairable: Lazy<Bool>
  ) -> ConversionError {
    guard error.kind == .input, bytes.count <= longestRepaired,
      isRepairable.value({ !Edit.isIntact(bytes) && Edit.repairing(bytes) != nil })
    else { return error }
    var advised = error
    advised.message += "; boxwalk repair can repair the file"
    return advised
  }

  private static func content(
    of bytes: Bytes, _ time: Double?
  ) throws(ConversionError) -> Content {
    if bytes.starts(with: PNGChunks.signature) { return .png(bytes) }
    switch FileKind(bytes) {
    case .jpeg: return .jpeg(JPEGSegments(bytes))
    case .boxes: return .heif(try items(BoxFile(bytes), time))
    case .empty: throw ConversionError(.input, "is empty (0 bytes), not a photo")
    case .other(let text):
      throw ConversionError(.input, "is \(text), not a photo that can be converted")
    case .unknown:
      throw ConversionError(.input, "is not a HEIF photo: no box starts at byte 0")
    }
  }

  /// The items of the image, or items that are made for an image of a sequence.
  private static func items(
    _ boxes: BoxFile, _ time: Double?
  ) throws(ConversionError) -> HEIFFile {
    let sequence = SequenceStill(boxes)
    if let time {
      guard let sequence else {
        throw ConversionError(.input, "has no image sequence to choose a time from")
      }
      return try sequence.file(at: time)
    }
    let file = HEIFFile(expanding: boxes)
    guard let sequence else {
      if let file { return file }
      throw ConversionError(.input, refusal(boxes))
    }
    if let file, let primary = file.primaryItemID,
      !sequence.isMoreTransparent(than: primary, of: file)
    {
      return file
    }
    return try sequence.file(at: nil, beside: file)
  }

  /// The reason why a file of boxes is not a photo.
  static func refusal(_ boxes: BoxFile) -> String {
    if let error = boxes.findings.first {
      return "has no image that can be found; it is damaged: \(error)"
    }
    if boxes.boxes.first("moov") != nil {
      return "is a movie, not a still image; boxwalk frames makes photos of its frames"
    }
    let others: [FourCC: String] = ["jP  ": "JPEG 2000", "JXL ": "JPEG XL", "JXS ": "JPEG XS"]
    if let name = boxes.boxes.first.flatMap({ others[$0.type] }) {
      return "is a \(name) image, which is not converted"
    }
    if let meta = boxes.boxes.first("meta"), !meta.children.at("iinf").isEmpty {
      let primary = meta.children.first(PrimaryItemBox.self)
      let reason = primary.map { "its pitm box names item \($0.itemID), which is no image in it" }
      return
        "does not say which of its items is the image: \(reason ?? "it has no pitm box"); boxwalk repair --like, with another photo of the same camera and settings, can replace what it has lost"
    }
    return "is a file of boxes without an image item"
  }
}

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

  /// An embedded thumbnail whose longer side has at least this number of samples, if it can be planned.
  func smallPicture(of id: UInt32, longerSide: Int) -> ImagePlan? {
    thumbnail(of: id, longerSide: longerSide).flatMap { try? plan(for: $0.id) }
  }
}
