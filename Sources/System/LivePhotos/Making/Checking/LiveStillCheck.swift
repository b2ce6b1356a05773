import HEIF
import ISOBMFF
public import Metadata
import Verification

/// The facts about the still of a Live Photo, and what is wrong with it.
public struct LiveStillCheck: Sendable {
  /// "JPEG", "HEIC" or "AVIF"; nil if the file is not a photo.
  public private(set) var format: String?
  /// The content identifier in the maker note; nil if there is none.
  public private(set) var identifier: ContentIdentifier?
  /// The vendor of the maker note; only Apple's maker note can contain the identifier.
  public private(set) var makerNoteVendor: MakerNote.Vendor?
  /// The date on which it was taken, according to Exif.
  public private(set) var date: String?
  /// What is wrong or unusual.
  public private(set) var findings: [LiveFinding] = []

  /// - Parameter name: the name of the file; its extension is compared with the content.
  public init(_ bytes: Bytes, name: String) {
    let kind = FileKind(bytes)
    switch kind {
    case .jpeg:
      format = "JPEG"
      checkJPEG(JPEGSegments(bytes))
    case .boxes: checkBoxes(BoxFile(bytes))
    case .empty, .other, .unknown: if let refusal = kind.refusalAsStill { add(refusal) }
    }
    guard let format else { return }
    let named = format == "JPEG" ? MediaExtensions.jpeg : MediaExtensions.heif
    if !named.contains(MediaExtensions.of(name)) {
      add("is a \(format) photo, but is named .\(MediaExtensions.of(name))", .warning)
    }
    guard identifier == nil else { return }
    if let makerNoteVendor, makerNoteVendor != .apple {
      add(
        "has no identifier: its maker note is from \(makerNoteVendor.rawValue), and Photos reads only Apple's",
        .error, .strong)
    } else {
      add(
        "has no identifier (Apple maker note, tag 0x0011): Photos shows a still and a movie",
        .error, .strong)
    }
  }

  private mutating func checkJPEG(_ picture: JPEGSegments) {
    if let finding = picture.finding {
      add("is truncated, or damaged: \(finding.reason)")
    } else if !picture.endsWithEOI {
      add("is truncated: nothing ends the image (EOI)")
    }
    if let exif = picture.exif { read(exif) }
  }

  private mutating func checkBoxes(_ file: BoxFile) {
    guard let photo = HEIFFile(file), let primary = photo.primaryItem else {
      if file.boxes.contains(where: { $0.type == "moov" }) {
        return add("is a movie, and not a photo")
      }
      return add(
        file.findings.first.map { "is truncated, or damaged: \($0)" } ?? "has no image in it")
    }
    format = photo.codedItem(of: primary.id)?.type == "av01" ? "AVIF" : "HEIC"
    if format == "AVIF" {
      add(
        "is an AVIF photo; only JPEG and HEIC are known as stills of Live Photos", .warning, .weak)
    }
    var isWhole = true
    for item in photo.items where item.location != nil {
      do throws(ItemLocationError) { _ = try photo.dataRanges(of: item.id) } catch {
        guard case .pastEnd = error, isWhole else { continue }
        isWhole = false
        add("is truncated: item \(item.id) (\(item.type)) \(error)")
      }
    }
    if isWhole, let finding = file.findings.first { add("is damaged: \(finding)") }
    guard let item = photo.exifItem(of: primary.id), let payload = try? photo.data(of: item.id),
      let exif = ExifItem.tiff(in: payload)
    else { return }
    read(exif)
  }

  private mutating func read(_ exif: Bytes) {
    guard let tiff = try? TIFFFile(exif) else {
      return add("has Exif metadata that cannot be read")
    }
    identifier = ContentIdentifier(tiff)
    makerNoteVendor = tiff.makerNote?.vendor
    date = ExifSummary(tiff).dateTimeOriginal
  }

  private mutating func add(
    _ message: String, _ severity: LiveFinding.Severity = .error,
    _ evidence: LiveFinding.Evidence = .seen
  ) {
    findings.append(LiveFinding(.still, severity, evidence, message))
  }
}
