import ISOBMFF
import Metadata

/// The kinds of boxes that contain metadata.
extension Stripping {
  /// Whether it never contains metadata.
  static func isMedia(_ box: Box) -> Bool {
    ["mdat", "idat", "imda", "free", "skip", "wide", "stbl", "ftyp", "styp"].contains(box.type)
  }

  // MARK: All metadata

  /// Whether a box is metadata, as a whole.
  func goes(_ box: Box, in parent: FourCC) -> Bool {
    // Samples have the numbers of their descriptions.
    if parent == "stsd" { return false }
    if Stripping.locationTypes.contains(box.type) || Stripping.metadataTypes.contains(box.type) {
      // Records of Samsung say that the movie before them is one.
      return box.type != "sefd" || !isInside
    }
    switch box.type {
    case "udta":
      return !box.children.contains { !goes($0, in: "udta") }
    case "meta":
      let isOfItems = box.children.contains { ["iinf", "iloc", "iprp"].contains($0.type) }
      return (parent != "file" || !isOfItems)
        && !box.children.at("ilst").contains { !goes($0, in: "ilst") }
    case "uuid":
      return box.userType.map { Stripping.metadataUserTypes.contains($0) } ?? false
    default:
      // It states which samples of the audio are padding.
      if parent == "ilst" { return !item(box, isNamed: "iTunSMPB") }
      return parent == "udta" && !Stripping.neededUserData.contains(box.type)
    }
  }

  private func item(_ box: Box, isNamed name: String) -> Bool {
    box.children.contains { $0.type == "name" && $0[MetadataNameBox.self]?.text.string == name }
  }

  /// The user data that players and readers need: chapters, loudness, kinds and sets of tracks, hints, and playback
  /// settings.
  private static let neededUserData: Set<FourCC> = [
    "chpl", "ludt", "tsel", "kind", "strk", "hnti", "hinf", "tagc", "LOOP", "SelO", "AllF", "WLOC",
    "orie",
    "free", "skip",
  ]

  private static let metadataTypes: Set<FourCC> = [
    "XMP_", "Exif", "xml ", "bxml", "ID32", "emsg", "inst", "beam", "sefd", "CNTH", "CMT1", "CMT2",
    "CMT3", "CMTA", "THMB",
  ]

  static let xmp: UserType = "be7acfcb-97a9-42e8-9c71-999491e3afac"
  static let exif: Set<UserType> = [
    "0537cdab-9d0c-4431-a72a-fa561f2a113e", "4a706754-6966-6645-7869-662d3e4a5032",
  ]
  static let contentCredentials: UserType = "d8fec3d6-1b0e-483c-9297-5828877ec481"
  /// IPTC, Photoshop's resources, GeoJP2, the sensors of 360Fly.
  private static let locationUserTypes: Set<UserType> = [
    "33c7a4d2-b81d-4723-a0ba-f1a3e097ad38", "2c4c0100-8504-40b9-a03e-562148d6dfeb",
    "b14bf8bd-083d-4b43-a5ae-8cd7d5a6ce03", "efe1589a-bb77-49ef-8095-27759eb1dc6f",
  ]
  /// The types of the boxes PROF and USMT of Sony, and of boxes of Canon and Flip, and the types above.
  private static let metadataUserTypes: Set<UserType> = exif.union(locationUserTypes).union([
    xmp, contentCredentials, "50524f46-21d2-4fce-bb88-695cfac9c740",
    "55534d54-21d2-4fce-bb88-695cfac9c740", "85c0b687-820f-11e0-8111-f4ce462b6a48",
    "4ab03b0f-618d-4075-82b2-d9faced35ff5",
  ])

  // MARK: The location

  /// Boxes that contain a location, or a list of locations.
  static let locationTypes: Set<FourCC> = [
    "©xyz", "@xyz", "loci", "gps ", "GPS ", "gps0", "gpsa", "CMT4",
  ]

  /// Boxes with data in vendors' own formats, such as maker notes.
  private static let makerNotes: Set<FourCC> = [
    "TAGS", "DcMD", "FFMV", "LEIC", "MMA0", "MMA1", "MVTG", "NCDT", "PANA", "PENT", "PXMN", "QVMI",
    "RMKN", "TTMD", "htcb", "pmcc", "@sec", "©dji", "CMT3",
  ]

  /// The reason why a box is removed, which may be empty; nil for a box that stays, or is stripped.
  mutating func reasonToGo(_ box: Box, in path: [FourCC]) -> String? {
    let parent = path.last ?? "file"
    if parent == "stsd" { return nil }
    if Stripping.locationTypes.contains(box.type) { return "" }
    if parent == "ilst" { return isLocation(item: box) ? "" : nil }
    let mayHold = "is left out: it may hold the location"
    if Stripping.makerNotes.contains(box.type), parent == "udta" || parent == "uuid" {
      return mayHold
    }
    if let type = box.userType {
      if Stripping.locationUserTypes.contains(type) { return mayHold }
      if type == Stripping.contentCredentials {
        return box.sourcePayload?.statesLocation(locations) == true ? mayHold : nil
      }
    }
    if holdsLocation(box, in: path) { return box.type == "emsg" ? mayHold : "" }
    if box[ID3v2Box.self]?.hasLocation == true { return "" }
    // Data references have numbers, by which sample descriptions refer to them.
    guard goes(unknown: box), parent != "dref" else { return nil }
    return what == .all ? "" : mayHold
  }

  /// Whether a box of which nothing is known goes: it states a location or, if all metadata goes, holds a text or an
  /// image.
  func goes(unknown box: Box) -> Bool {
    guard let payload = box.opaquePayload, !payload.isBlank else { return false }
    if payload.statesLocation(locations) { return true }
    guard what == .all, box.definition()?.opaqueBecause == nil else { return false }
    if payload.starts(with: [0xFF, 0xD8, 0xFF]) { return true }
    return payload.isReadableText
      && LocationTraces.tellsSomething(String(decoding: payload, as: UTF8.self))
  }

  /// Whether a box of user data, of metadata, or of unknown format contains a location of the file.
  private func holdsLocation(_ box: Box, in path: [FourCC]) -> Bool {
    guard !box.isContainer, !["hdlr", "keys"].contains(box.type),
      path.contains("udta") || path.last == "tref" || Stripping.metadataTypes.contains(box.type)
        || box.opaquePayload != nil,
      let payload = box.sourcePayload ?? box.opaquePayload
    else { return false }
    return payload.statesLocation(locations)
  }

  /// Whether an iTunes item, whose type is its key, is a location.
  private func isLocation(item: Box) -> Bool {
    var key = "\(item.type)"
    if item.type == "----" {
      key = item.children.compactMap { $0[MetadataNameBox.self]?.text.string }
        .joined(separator: ".")
    }
    return LocationText.isLocation(key: key) || holdsLocation(item: item)
  }

  /// Whether a value of an item in `ilst` is a location, or contains a location of the file.
  func holdsLocation(item: Box) -> Bool {
    item.children.contains { part in
      part[MetadataValueBox.self].map {
        LocationText.isISO6709(String(decoding: $0.value, as: UTF8.self))
          || [23, 24].contains($0.typeIndicator) && locations.isCoordinate(float: $0.value)
          || PNGChunks.hasCompressedText($0.value)
      } == true || part.sourcePayload.map(locations.isFound(inMetadata:)) == true
    }
  }

  // MARK: Texts

  /// Adds the names of boxes that stay and may have texts of users.
  mutating func noteText(of box: Box, in path: [FourCC], _ name: String) {
    guard path.contains("udta") || path.last == "ilst" || box.type == "ID32",
      !Stripping.technicalTexts.contains("\(box.type)")
    else { return }
    let texts: [String]
    switch path.last {
    case "ilst":
      // Items with keys are named by their keys.
      guard box.type.rawValue > 0xFFFF else { return }
      texts = box.children.compactMap { $0[MetadataValueBox.self] }
        .filter(\.isText).map(\.plainText)
    default:
      texts =
        box.type == "ID32"
        ? ["ID3"]
        : (box[UserDataTextBox.self]?.texts.map(\.text) ?? []).map(\.string)
          + [box[UserDataPlainTextBox.self]?.text, box[AssetTextBox.self]?.text]
          .compactMap { $0?.string } + (box.type == "chpl" ? ["chapters"] : [])
    }
    if texts.contains(where: LocationTraces.tellsSomething) { self.texts.append(name) }
  }

  /// Texts of devices and programs about themselves, by type.
  private static let technicalTexts: Set<String> = [
    "©mak", "©mod", "©swr", "©day", "©enc", "©too", "©fmt", "©fpt", "©TIM", "©TSC", "©TSZ", "manu",
    "modl", "FIRM", "SDLN", "mdln", "hdlr", "tagc", "kind", "kgtt", "apmd",
  ]

  /// Whether the key stands for such a text.
  static func isTechnical(key: String) -> Bool {
    let words = key.lowercased().split { !$0.isLetter && !$0.isNumber }
    return words.contains {
      [
        "make", "model", "software", "uuid", "brands", "capturemode", "version", "identifier",
        "creationdate", "encoder", "camera",
        "brand",
      ]
      .contains($0)
    }
  }

  /// Whether a name of a track or an item is one that programs write for its kind.
  static func isTechnical(name: String) -> Bool {
    let name = name.lowercased()
    return ["video", "audio", "color", "alpha", "exif", "xmp", "gmap", "metadata", "pict"]
      .contains(name)
      || ["handler", "handle", "image", "picture"].contains { name.hasSuffix($0) }
      || name.hasPrefix("core media") || name.hasPrefix("gopro") && name.utf8.count < 16
      || ["avif", "gpac", "google", "libheif"].contains { name.contains($0) }
  }

  // MARK: Messages

  func title(of box: Box, _ name: String) -> String {
    if let type = box.userType {
      return "\(name) (\(box.definition()?.title ?? "\(type)"))"
    }
    var names = Stripping.names(in: box)
    if names.count > 12 { names = names.prefix(10) + ["and \(names.count - 10) others"] }
    return names.isEmpty ? name : "\(name) (\(names.joined(separator: ", ")))"
  }

  /// The contents of user data and `meta` boxes, by key or type.
  private static func names(in box: Box) -> [String] {
    switch box.type {
    case "udta":
      return box.children.flatMap { $0.type == "meta" ? names(in: $0) : ["\($0.type)"] }
    case "meta":
      let keys = box.children.first(MetadataItemKeysBox.self)?.keys.map(\.value.string) ?? []
      let items = keys.isEmpty ? box.children.at("ilst").map { "\($0.type)" } : keys
      return items
        + box.children.map(\.type).filter { !["hdlr", "free", "keys", "ilst"].contains($0) }
        .map { "\($0)" }
    default: return []
    }
  }
}

extension ID3v2Box {
  /// Whether a text of a user-defined name is called a location (ID3v2.4 §4.2.6).
  fileprivate var hasLocation: Bool {
    guard case .tag(let tag) = content else { return false }
    return tag.frames.contains { frame in
      guard frame.id == "TXXX", let encoding = frame.data.first else { return false }
      // The name ends with a zero, of two bytes in UTF-16.
      let isWide = encoding == 1 || encoding == 2
      let text = frame.data.dropFirst().filter { !isWide || $0 != 0 }
      let name = isWide ? text.prefix(64) : text.prefix { $0 != 0 }
      return LocationText.isLocation(key: String(decoding: name, as: UTF8.self))
    }
  }
}
