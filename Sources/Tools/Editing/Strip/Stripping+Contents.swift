import AV1
import ISOBMFF
import Metadata
import NALUnits

/// The parts that are removed from boxes that stay.
extension Stripping {
  /// Strips the content of a box. Nil for a box that has no such content.
  mutating func stripContent(of box: Box, in path: [FourCC], _ name: String) -> Change? {
    if let change = what == .all ? withoutDates(box, name) : nil { return change }
    if let change = stripTexts(of: box, name) { return change }
    if var spherical = box[SphericalVideoXMLBox.self] {
      return apply(.xml(Bytes(spherical.xml.bytes), locations), to: box, name) { box, bytes in
        spherical.xml.bytes = bytes
        box[SphericalVideoXMLBox.self] = spherical
      }
    }
    if let box = withoutUserData(box, name) { return .changed(box) }
    if let data = box[SamsungExtendedDataBox.self] { return strip(data, of: box, name) }
    if what == .all { return nil }
    if let change = stripCover(box, in: path, name) { return change }
    if let xml = box[XMLBox.self] {
      let part = StrippedPart.xml(Bytes(xml.xml.bytes), locations)
      return apply(part, to: box, name) { box, bytes in
        var body = xml
        body.xml.bytes = bytes
        box[XMLBox.self] = body
      }
    }
    if let metadata = box[GoProMetadataBox.self] {
      var cleaned = metadata
      for index in cleaned.entries.indices { cleaned.entries[index].clearPositions(locations) }
      guard cleaned != metadata else { return .same }
      var box = box
      box[GoProMetadataBox.self] = cleaned
      removed.append("positions in \(name)")
      return .changed(box)
    }
    guard path.last != "stsd", let payload = box.opaquePayload else { return nil }
    if box.type == "XMP_" || box.userType == Stripping.xmp {
      return apply(.xml(payload, locations), to: box, name)
    }
    if box.type == "Exif" || box.userType.map({ Stripping.exif.contains($0) }) == true {
      return apply(.exif(payload, locations), to: box, name)
    }
    return stripPicture(payload, of: box, name)
  }

  private mutating func apply(
    _ part: StrippedPart, to box: Box, _ name: String,
    _ set: (inout Box, [UInt8]) -> Void = { $0.content = .opaque(Bytes($1)) }
  ) -> Change {
    switch part {
    case .clean(let rest):
      add(rest, in: name)
      return .same
    case .changed(let bytes, let notes, let rest):
      add(rest, in: name)
      var box = box
      set(&box, bytes)
      removed.append("the location in \(title(of: box, name))")
      remarks += notes.map { "\(name): \($0)" }
      return .changed(box)
    case .unreadable(let reason):
      removed.append(title(of: box, name))
      remarks.append("\(name) \(reason): it is left out, as it may hold the location")
      return .gone
    }
  }

  /// Strips a preview that starts in the first bytes of a vendor's box.
  private mutating func stripPicture(_ payload: Bytes, of box: Box, _ name: String) -> Change? {
    let start = (0..<max(0, min(64, payload.count - 2))).first {
      payload[$0] == 0xFF && payload[$0 + 1] == 0xD8 && payload[$0 + 2] == 0xFF
    }
    guard let start, let picture = payload.part(start..<payload.count) else { return nil }
    let part = StrippedPart.jpeg(picture, .location, locations, decompressor)
    if case .clean = part { return nil }
    return apply(part, to: box, name) { box, bytes in
      box.content = .opaque(Bytes(payload.prefix(start) + bytes))
    }
  }

  /// Clears the country of the phone's network, and data that may be a location.
  private mutating func strip(
    _ data: SamsungExtendedDataBox, of box: Box, _ name: String
  ) -> Change? {
    var data = data
    var names: [String] = []
    for index in data.records.indices {
      let record = data.records[index]
      guard record.goes(what, locations) else { continue }
      names.append(record.name.string)
      data.records[index].payload = Bytes([UInt8](repeating: 0, count: record.payload.count))
      if record.nameStates(locations) {
        data.records[index].name.bytes = [UInt8](repeating: 0, count: record.name.bytes.count)
      }
    }
    guard !names.isEmpty else { return data.data.isEmpty ? .same : nil }
    var box = box
    box[SamsungExtendedDataBox.self] = data
    removed.append("\(name): \(names.joined(separator: ", "))")
    return .changed(box)
  }

  // MARK: Keys

  /// Removes keys and their values from a `meta` box with `keys` and `ilst`.
  ///
  /// - Returns: whether there were any.
  mutating func stripKeys(_ meta: inout [Box], in path: [FourCC]) -> Bool {
    guard let keysIndex = meta.firstIndex(where: { $0[MetadataItemKeysBox.self] != nil }),
      var keys = meta[keysIndex][MetadataItemKeysBox.self]
    else { return false }
    let listIndex = meta.firstIndex("ilst")
    let items = listIndex.map { meta[$0].children } ?? []
    func number(_ item: Box) -> Int? {
      let index = Int(item.type.rawValue) - 1
      return keys.keys.indices.contains(index) ? index : nil
    }
    var gone = Set(
      keys.keys.indices.filter {
        LocationText.isLocation(key: keys.keys[$0].value.string)
          || Bytes(keys.keys[$0].value.bytes).statesLocation(locations)
      })
    gone.formUnion(items.filter(holdsLocation(item:)).compactMap(number))
    for (item, index) in items.compactMap({ item in number(item).map { (item, $0) } })
    where what == .location && !gone.contains(index) {
      let key = keys.keys[index].value.string
      guard !Stripping.isTechnical(key: key) else { continue }
      let values = item.children.compactMap { $0[MetadataValueBox.self] }
      if values.contains(where: { $0.isText && LocationTraces.tellsSomething($0.plainText) }) {
        texts.append(key)
      } else if values.contains(where: { $0.typeIndicator == 0 && !$0.value.isEmpty }) {
        unknown.append(key)
      }
    }
    guard !gone.isEmpty else { return false }
    let name = (path + ["meta"]).map(\.description).joined(separator: "/")
    removed += gone.sorted().map { "\(name): \(keys.keys[$0].value.string)" }

    // How many keys go before each one.
    var goneBefore: [Int] = []
    for index in keys.keys.indices {
      goneBefore.append((goneBefore.last ?? 0) + (gone.contains(index - 1) ? 1 : 0))
    }
    var kept: [Box] = []
    for item in items {
      guard let index = number(item) else {
        kept.append(item)
        continue
      }
      if gone.contains(index) { continue }
      // Items refer to keys by their numbers, from 1.
      let number = UInt32(index + 1 - goneBefore[index])
      kept.append(item.type.rawValue == number ? item : item.renumbered(number))
    }
    keys.keys = keys.keys.indices.filter { !gone.contains($0) }.map { keys.keys[$0] }
    meta[keysIndex][MetadataItemKeysBox.self] = keys
    if let listIndex { meta[listIndex].children = kept }
    return true
  }
}

extension SamsungExtendedDataBox.Record {
  /// Whether its payload becomes zeros: the country of the phone's network, and what states a location; for all
  /// metadata, each payload but that of the movie.
  func goes(_ what: MetadataStripping, _ locations: LocationTraces) -> Bool {
    if nameStates(locations) { return true }
    guard !payload.isZero, marker != SamsungExtendedDataBox.Record.movie,
      marker != SamsungExtendedDataBox.Record.movieVersion
    else { return false }
    return what == .all || marker == 0x0AA1 || name.string.hasPrefix("MCC")
      || LocationText.isLocation(key: name.string) || payload.statesLocation(locations)
  }

  /// Whether its payload is neither text nor a movie or image, in which a location would be found.
  var hasUnknownForm: Bool {
    marker != SamsungExtendedDataBox.Record.movie && payload.count >= 8 && !payload.isBlank
      && !payload.isReadableText && !payload.starts(with: [0xFF, 0xD8, 0xFF])
  }

  /// Whether a location is in its name.
  func nameStates(_ locations: LocationTraces) -> Bool {
    Bytes(name.bytes).statesLocation(locations)
  }
}

extension MetadataValueBox {
  /// Whether it is text in UTF-8 or UTF-16, also for sorting.
  var isText: Bool { [1, 2, 4, 5].contains(typeIndicator) }

  /// The text, as far as words are concerned.
  var plainText: String { String(decoding: value.filter { $0 != 0 }, as: UTF8.self) }
}

extension Box {
  /// An item of `ilst` with another key number.
  fileprivate func renumbered(_ number: UInt32) -> Box {
    let type = FourCC(rawValue: number)
    guard let body = self[MetadataItemBox.self] else {
      return Box(type: type, opaque: opaquePayload ?? Bytes(), in: .metadataItems)
    }
    return Box(type: type, body, in: .metadataItems)
  }
}

/// What boxes hold besides numbers: the texts and the bytes in their fields, whatever the types of the boxes are.
///
/// A description of a box has all that is in it, so that nothing in a box is passed over because nobody thought of it.
final class BoxContents: FieldSink {
  /// A field, or the payload of a box that has none.
  struct Part {
    /// The types of the boxes around it, from the outermost one.
    var path: [FourCC]
    var field: String
    var bytes: Bytes
    /// Its range in the file.
    var range: Range<Int>

    /// The box, with the field if it has several.
    var name: String {
      let box = "\(path.last ?? "file")"
      guard field == "data" else { return "\(box) (\(field))" }
      // The payload of a box of which nothing is known.
      let start = bytes.range.lowerBound
      guard path.last == "uuid", let type = bytes.source.bytes.part(start - 16..<start) else {
        return box
      }
      return UserType(type).map { "\(box) \($0)" } ?? box
    }

    /// Whether a sample description has this text for people, such as the name of a presentation.
    var isFreeText: Bool {
      path.contains("stsd") && Part.settings.isDisjoint(with: path)
        && !Part.technical.contains(field)
        && LocationTraces.tellsSomething(String(decoding: bytes, as: UTF8.self))
    }

    /// The boxes of sample descriptions that decoders need. Colour profiles stay, and user data has its own rules.
    private static let settings: Set<FourCC> = [
      "av1C", "avcC", "colr", "hvcC", "lhvC", "sinf", "vttC", "vvcC",
    ]
    /// The fields of sample descriptions that decoders need, and the names of programs.
    private static let technical: Set<String> = [
      "URI", "annotations_language", "aux_track_type", "auxiliary_mime_types", "compressorname",
      "content_encoding", "content_type", "data", "datatype", "font", "font_name", "key_value",
      "locale_string", "media_type", "metadata_source", "mime_format", "namespace",
      "statement_namespace", "text_config", "theURI",
    ]
  }

  private(set) var texts: [Part] = []
  /// Bytes whose form no description knows.
  private(set) var unread: [Part] = []
  private var path: [FourCC] = []
  /// The number of open colour profiles, which have tables of numbers.
  private var profiles = 0

  /// - Parameter isMeant: which boxes at the top of the file count.
  init(_ file: BoxFile, where isMeant: (Box) -> Bool = { _ in true }) {
    file.describe(
      where: { isMeant($0) && !BoxContents.isPassedOver($0.type) && !$0.hasOnlyNumbers }, to: self)
  }

  /// Coded media and free space, which are searched in other ways, and tables of numbers.
  private static func isPassedOver(_ type: FourCC) -> Bool {
    ["mdat", "imda", "idat", "free", "skip", "wide", "jxlc", "jxlp", "jp2c"].contains(type)
      || Box.numeric.contains(type)
  }

  func open(_ group: FieldGroup) -> Bool {
    if case .box = group.kind {
      let type = BoxContents.type(group)
      if BoxContents.isPassedOver(type) { return false }
      path.append(type)
    } else if group.name.hasPrefix("IFD") {
      // Exif has an editor of its own.
      return false
    } else if BoxContents.isProfile(group) {
      profiles += 1
    }
    return true
  }

  func close(_ group: FieldGroup) {
    if case .box = group.kind {
      path.removeLast()
    } else if BoxContents.isProfile(group) {
      profiles -= 1
    }
  }

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    switch value {
    case .text(let text):
      // An identifier has digits and letters, as coordinates have.
      if !BoxContents.identifiers.contains(name) { add(text, name, bits) }
    case .bytes(let bytes):
      if profiles > 0 || isUnderstood(name, bytes) { return }
      if bytes.isReadableText {
        add(name, bytes, bits, to: &texts)
      } else {
        add(name, bytes, bits, to: &unread)
      }
    case .uint, .int, .flag: break
    }
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}

  private func add(_ text: Text, _ name: String, _ bits: Range<Int>) {
    let bytes = Bytes(text.allBytes)
    if text.isFollowed {
      add(name, bytes, bits, to: &unread)
    } else {
      add(name, bytes, bits, to: &texts)
    }
  }

  private func add(_ name: String, _ bytes: Bytes, _ bits: Range<Int>, to parts: inout [Part]) {
    let range = bits.lowerBound / 8..<(bits.upperBound + 7) / 8
    parts.append(Part(path: path, field: name, bytes: bytes, range: range))
  }

  // MARK: Boxes

  /// The names of boxes end in their number: `trak[1]`.
  private static func type(_ group: FieldGroup) -> FourCC {
    let end = group.name.utf8.firstIndex(of: 0x5B) ?? group.name.endIndex
    return FourCC(group.name[..<end]) ?? FourCC(rawValue: 0)
  }

  private static func isProfile(_ group: FieldGroup) -> Bool {
    ["ICC_profile", "PROFILE", "icc_data"].contains(group.name)
  }

  // MARK: Bytes

  /// Two numbers of 32 bits make a position.
  private static let shortest = 8

  /// Whether bytes are none in which somebody can have written something.
  private func isUnderstood(_ name: String, _ bytes: Bytes) -> Bool {
    if bytes.count < BoxContents.shortest || bytes.isBlank { return true }
    if BoxContents.identifiers.contains(name) { return true }
    switch (path.last ?? "free", name) {
    case (_, "nalUnit"), (_, "nal_unit"), (_, "ps_nal_unit"), (_, "dci_nal_unit"):
      // A description also has the fields of those that are user data.
      return isOfPicture(unit: bytes)
    // The setup of metadata, a property list; its texts can be read.
    case ("cfgv", "data"): return bytes.starts(with: "bplist".utf8)
    case ("av1C", "configOBUs"):
      return (try? OpenBitstreamUnit.units(in: bytes))?.allSatisfy(isForDecoders) == true
    case ("av1C", "payload"): return true
    // The digest of the serial number of a GoPro.
    case ("CAME", "data"): return true
    // Lengths, and messages about depth and transparency.
    case ("auxC", "aux_subtype"):
      return bytes.count > 11 && [39, 40].contains(bytes[8] >> 1 & 0x3F)
        && ![4, 5].contains(bytes[10])
    // The header of MPEG-4 frames, whose user data is the name of the writer.
    case ("esds", "data"): return bytes.starts(with: [0, 0, 1])
    // Messages to decoders, the fields of which follow if they are user data.
    case (_, "payload"):
      return ["hvcC", "avcC", "lhvC", "vvcC", "svcC", "mvcC"].contains(path.last)
    // The encoding of the characters comes first.
    case ("ID32", "data"): return bytes[0] <= 3 && Bytes(bytes.filter { $0 > 3 }).isReadableText
    case ("mini", _): return name.hasPrefix("main_item") || name.contains("alpha_item")
    default: return false
    }
  }

  /// Whether a unit is a sequence header or metadata of a known type (AV1 §6.7.1), or nothing is written in it.
  private func isForDecoders(_ unit: OpenBitstreamUnit) -> Bool {
    // The last byte ends the unit.
    let isCleared = unit.payload.dropFirst().dropLast().allSatisfy { $0 == 0 }
    return isCleared || unit.header.type == .sequenceHeader
      || unit.header.type == .metadata && unit.payload.first.map { (1...5).contains($0) } == true
  }

  private func isOfPicture(unit: Bytes) -> Bool {
    guard unit.count >= 2 else { return true }
    switch path.last {
    case "avcC", "svcC", "mvcC": return [6, 7, 8, 13, 15].contains(unit[0] & 0x1F)
    case "vvcC": return (12...18).contains(unit[1] >> 3) || [23, 24].contains(unit[1] >> 3)
    case "hvcC", "lhvC", "mini":
      return (32...34).contains(unit[0] >> 1 & 0x3F) || [39, 40].contains(unit[0] >> 1 & 0x3F)
    default: return false
    }
  }

  /// Keys, vectors and digests.
  private static let identifiers: Set<String> = [
    "KID", "default_KID", "constant_IV", "default_constant_IV", "IV", "InitializationVector",
    "input_MD5", "md5", "profile_ID", "SHA256", "SystemID",
    "uuid_iso_iec_11578",
  ]
}

extension Box {
  /// Tables of numbers and codes, and boxes in which they are.
  fileprivate static let numeric: Set<FourCC> = [
    "ctts", "co64", "cslg", "elst", "ftyp", "styp", "mfhd", "mvhd", "prft", "saio", "saiz", "sbgp",
    "sdtp", "senc",
    "sidx", "ssix", "stco", "stsc", "stss", "stsz", "stts", "stz2", "tfdt", "tfhd", "tfra", "tkhd",
    "trun",
  ]

  /// Whether it is a fragment with nothing but tables, of which a movie has thousands.
  fileprivate var hasOnlyNumbers: Bool {
    guard trailing.isEmpty, damage.isEmpty else { return false }
    return Box.numeric.contains(type)
      || ["moof", "traf"].contains(type) && children.allSatisfy(\.hasOnlyNumbers)
  }
}
