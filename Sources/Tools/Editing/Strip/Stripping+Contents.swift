import ISOBMFF
import Metadata

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
    guard let payload = box.opaquePayload else { return nil }
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
    let listIndex = meta.firstIndex { $0.type == "ilst" }
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
