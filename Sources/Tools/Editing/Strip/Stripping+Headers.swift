import ISOBMFF
import Metadata

/// Fields that are cleared in boxes that have to stay.
extension Stripping {
  /// A header without its dates; nil for a box that has none.
  mutating func withoutDates(_ box: Box, _ name: String) -> Change? {
    switch box.type {
    case "mvhd":
      return change(box, name, MovieHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "tkhd":
      return change(box, name, TrackHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "mdhd":
      return change(box, name, MediaHeaderBox.self, "the dates") {
        $0.creationTime = 0
        $0.modificationTime = 0
      }
    case "prft":
      return change(box, name, ProducerReferenceTimeBox.self, "the date") { $0.ntpTimestamp = 0 }
    case "pnot":
      return change(box, name, PreviewBox.self, "the date") { $0.modificationDate = 0 }
    case "crtt", "mdft":
      return change(box, name, CreationTimeProperty.self, "the date") { $0.time = 0 }
    default: return nil
    }
  }

  /// Clears texts of users, and names of tracks and items, which may be names of devices: all of them, or those that
  /// contain the location. Those that stay are named. Nil for a box that has none.
  mutating func stripTexts(of box: Box, _ name: String) -> Change? {
    let (locations, isAll) = (locations, what == .all)
    func goes(_ text: Text) -> Bool {
      !text.isEmpty && (isAll || Bytes(text.bytes).statesLocation(locations))
    }
    var kept: [String] = []
    func clear(_ text: inout Text) {
      if goes(text) { text.bytes = [] } else { kept.append(text.string) }
    }
    // Texts for programs, which no program knows if they state a location.
    func clearLocation(_ text: inout Text) {
      if Bytes(text.bytes).statesLocation(locations) { text.bytes = [] }
    }
    let result: Change
    switch box.type {
    case "udes":
      result = change(box, name, UserDescriptionProperty.self, "text") {
        clear(&$0.name)
        clear(&$0.description)
        clear(&$0.tags)
      }
    case "altt":
      result = change(box, name, AccessibilityTextProperty.self, "text") { clear(&$0.altText) }
    case "hdlr":
      result = change(box, name, HandlerBox.self, "a name") { clear(&$0.name) }
    case "infe":
      result = change(box, name, ItemInfoEntry.self, "a name") {
        clear(&$0.name)
        clearLocation(&$0.contentType)
        clearLocation(&$0.uriType)
        if var encoding = $0.contentEncoding {
          clearLocation(&encoding)
          $0.contentEncoding = encoding
        }
      }
    // Where the data was, if it is in the file itself now.
    case "url ":
      result = change(box, name, DataEntryUrlBox.self, "a name") {
        if $0.header.flags & 1 != 0, let location = $0.location, goes(location) {
          $0.location = nil
        }
      }
    case "alis" where isAll:
      result = change(box, name, AliasBox.self, "a name") {
        if $0.header.flags & 1 != 0 { $0.alias = Bytes() }
      }
    default: return nil
    }
    if kept.contains(where: {
      LocationTraces.tellsSomething($0) && !Stripping.isTechnical(name: $0)
    }) {
      texts.append(name)
    }
    return result
  }

  /// Strips sample descriptions: user data in the settings of decoders, and the names of compressors, which are names of
  /// cameras and programs, if all metadata goes or they state a location. The sample tables stay.
  mutating func strippedEntries(of box: Box, _ name: String) -> Change {
    var box = box
    var isChanged = removeUnknown(from: &box, name)
    guard let index = box.children.firstIndex(where: { $0.type == "stsd" }) else {
      return isChanged ? .changed(box) : .same
    }
    var entries = box.children[index].children
    for entry in entries.indices {
      let path = "\(name)/stsd/\(entries[entry].type)"
      if case .changed(let box) = withoutCompressor(entries[entry], path) {
        entries[entry] = box
        isChanged = true
      }
      for child in entries[entry].children.indices {
        let part = entries[entry].children[child]
        guard let changed = withoutUserData(part, "\(path)/\(part.type)") else { continue }
        entries[entry].children[child] = changed
        isChanged = true
      }
    }
    guard isChanged else { return .same }
    box.children[index].children = entries
    return .changed(box)
  }

  /// Removes boxes of unknown types that go, at any depth. Sample descriptions stay, because samples have their numbers.
  ///
  /// - Returns: whether there were any.
  private mutating func removeUnknown(from box: inout Box, _ name: String) -> Bool {
    var kept: [Box] = []
    var isChanged = false
    for var child in box.children {
      let path = "\(name)/\(child.type)"
      if box.type != "stsd", !Stripping.isMedia(child), goes(unknown: child) {
        removed.append(path)
        isChanged = true
        continue
      }
      if removeUnknown(from: &child, path) { isChanged = true }
      kept.append(child)
    }
    if isChanged { box.children = kept }
    return isChanged
  }

  private mutating func withoutCompressor(_ entry: Box, _ name: String) -> Change {
    let title = "the name of the compressor"
    let (locations, isAll) = (locations, what == .all)
    func clear(_ text: inout Text) {
      if isAll || Bytes(text.bytes).statesLocation(locations) { text.bytes = [] }
    }
    let change = change(entry, name, VisualSampleEntry.self, title) { clear(&$0.compressorName) }
    if case .changed = change { return change }
    return self.change(entry, name, VolumetricVisualSampleEntry.self, title) {
      clear(&$0.compressorName)
    }
  }

  private mutating func change<Body: BoxBody & Equatable>(
    _ box: Box, _ name: String, _ type: Body.Type, _ title: String, _ body: (inout Body) -> Void
  ) -> Change {
    guard let before = box[type] else { return .same }
    var after = before
    body(&after)
    guard after != before else { return .same }
    var box = box
    box[type] = after
    removed.append("\(title) in \(name)")
    return .changed(box)
  }
}
