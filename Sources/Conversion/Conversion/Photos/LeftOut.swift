import HEIF
import ISOBMFF
import Metadata

/// The parts of a file besides its image that a JPEG cannot hold. A smaller version of the image does not count as
/// lost.
struct LeftOut {
  static let movieTitle = "the movie of the motion photo"
  static let auxiliarySequence = "auxiliary sequence"

  /// The parts in plain words, each once.
  private(set) var titles: [String] = []
  /// The parts in ``titles`` that are metadata.
  private(set) var metadata: [String] = []
  private let file: HEIFFile
  private let id: UInt32

  /// Items that are written to separate files.
  private let written: Set<UInt32>

  init(
    _ file: HEIFFile, _ id: UInt32, _ stripping: MetadataStripping, written: Set<UInt32> = []
  ) {
    self.file = file
    self.id = id
    self.written = written
    addAuxiliaryImages()
    addImages()
    let imageCount = titles.count
    addMetadata(stripping)
    addProperties()
    metadata = Array(titles[imageCount...])
    addMovies()
  }

  private mutating func add(_ title: String) {
    if !titles.contains(title) { titles.append(title) }
  }

  private mutating func addAuxiliaryImages() {
    let parts = [id] + file.targets("dimg", from: id)
    var seen: Set<UInt32> = []
    for part in parts where seen.insert(part).inserted {
      for (item, kind) in file.auxiliaryImages(of: part) where !written.contains(item.id) {
        // Images of an overlay are blended.
        if part != id, kind == .alpha, file.item(id)?.type == "iovl" { continue }
        add(kind.title)
      }
    }
    // Its gain map may have been written to a separate file.
    if file.companions(of: id).contains(where: { $1 == .hdrGainMap && written.contains($0.id) }) {
      return
    }
    let toneMapped = file.items.contains {
      $0.type == "tmap" && file.targets("dimg", from: $0.id).contains(id)
    }
    if toneMapped || file.item(id)?.type == "tmap" { add(AuxiliaryKind.hdrGainMap.title) }
  }

  private mutating func addImages() {
    // These items are parts of another image, or belong to one.
    var companions: Set<UInt32> = written.union([id])
    for reference in file.references {
      switch reference.type {
      case "dimg": companions.formUnion(reference.to)
      case "thmb", "auxl": companions.insert(reference.from)
      default: break
      }
    }
    let others = file.items.filter {
      $0.isImage && $0.type != "tmap" && !$0.entry.isHidden && !companions.contains($0.id)
    }
    if !others.isEmpty { add(counted(others.count, "further image")) }
  }

  /// Adds the metadata that describes the image or no item. Metadata of other images is left out with them.
  private mutating func addMetadata(_ stripping: MetadataStripping) {
    let carried = stripping == .all ? [] : [file.exifItem(of: id)?.id, file.xmpItem(of: id)?.id]
    for item in file.items where !item.isImage && !carried.contains(item.id) {
      let described = file.targets("cdsc", from: item.id)
      guard described.isEmpty || described.contains(id) else { continue }
      switch item.type {
      case "Exif": add(stripping == .all ? "Exif metadata" : "further Exif metadata")
      case "mime":
        let type = item.entry.contentType.string
        let isXMP = type == "application/rdf+xml"
        add(
          isXMP
            ? (stripping == .all ? "XMP metadata" : "further XMP metadata")
            : "data of type \(type.isEmpty ? "unknown" : type)")
      case "uri ": add("data of \(item.entry.uriType.string)")
      default: add(ItemType.title(item.type) ?? "data of type \(item.type)")
      }
    }
  }

  private static let propertyTitles: [FourCC: String] = [
    "udes": "description", "altt": "alternative text", "crtt": "creation time of the item",
    "mdft": "modification time of the item", "clli": "HDR light levels",
    "mdcv": "HDR mastering display", "cclv": "HDR content colour volume",
    "amve": "ambient viewing environment", "cmin": "camera intrinsics",
    "cmex": "camera position", "reve": "viewing environment", "ndwt": "nominal white",
  ]

  /// The properties that say how HDR is shown. They have been applied if it was mapped to SDR.
  static let light: Set<String> = Set(["clli", "mdcv"].compactMap { propertyTitles[$0] })

  private mutating func addProperties() {
    let item = file.item(id)
    for property in item?.properties ?? [] {
      if let title = LeftOut.propertyTitles[property.box.type] { add(title) }
    }
    if let group = file.groups.first(where: { $0.type == "ster" }) { add(group.title) }
  }

  private mutating func addMovies() {
    let boxes = file.boxes.boxes
    if let movie = boxes.first("mpvd") {
      add(LeftOut.movieTitle)
      let behind = TrailingData(behindMovieIn: movie, of: file.boxes).parts
      for part in behind where !part.kind.isPadding {
        add("\(part.kind.title) after the movie of the motion photo")
      }
      if movie.children.contains(where: { $0.type == "sefd" }) {
        add("data of the camera's vendor (sefd)")
      }
    }
    for track in boxes.first("moov")?.children.all("trak") ?? [] {
      switch track.children.at("mdia").first(HandlerBox.self)?.handlerType {
      case "pict"?: add("image sequence")
      case "vide"?: add("movie")
      case "auxv"?: add(LeftOut.auxiliarySequence)
      case "soun"?: add("audio")
      case let handler?: add("track of type \(handler)")
      case nil: add("track")
      }
    }
    if boxes.count(where: { $0.type == "ftyp" }) > 1 { add("another file after the image") }
    for part in TrailingData(file.boxes).parts where !part.kind.isPadding {
      add("\(part.kind.title) after the last box")
    }
    for box in boxes where box.type == "sefd" || box.type == "uuid" {
      add("data of the camera's vendor (\(box.type))")
    }
  }
}
