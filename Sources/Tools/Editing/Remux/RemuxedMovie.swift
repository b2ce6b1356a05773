import ISOBMFF
import Movie

/// Converts the description of a movie to the form of a format: QuickTime, or ISO/IEC 14496-12.
struct RemuxedMovie {
  let format: MovieFormat
  var isQuickTime: Bool { format.isQuickTime }
  /// The features that the format does not support, as sentences.
  private(set) var losses: [String] = []

  init(_ format: MovieFormat) { self.format = format }

  mutating func convert(_ moov: inout Box, of movie: MovieFile) throws(EditError) {
    var children = moov.children
    if children.contains(where: { $0.type == "rmra" }) {
      throw EditError(.unsupported, "refers to other movies (rmra), and contains none itself")
    }
    // `meta` with QuickTime's keys keeps its form without a version: Android and Apple also write it in MP4, and
    // programs expect it.
    let tracks = Dictionary(movie.tracks.map { ($0.id, $0) }) { first, _ in first }
    for index in children.indices where children[index].type == "trak" {
      let id = children[index].children.first(TrackHeaderBox.self)?.trackID
      guard let track = id.flatMap({ tracks[$0] }) else { continue }
      try convert(&children[index], of: track)
    }
    moov.children = children
  }

  private mutating func convert(_ trak: inout Box, of track: Track) throws(EditError) {
    let quickTime = isQuickTime
    trak.change(["tkhd"]) { box in
      // One bit has two meanings: the track is in the poster, or its size is only a ratio (§8.3.2).
      guard let flags = box[TrackHeaderBox.self]?.header.flags, flags & 8 != 0 else { return false }
      box[TrackHeaderBox.self]?.header.flags = flags & ~8
      return true
    }
    trak.change(["mdia", "mdhd"]) { header in
      guard !quickTime, let language = header[MediaHeaderBox.self]?.language else { return false }
      header[MediaHeaderBox.self]?.language = MacintoshLanguage.packed(language)
      return true
    }
    trak.change(["mdia", "hdlr"]) { box in
      box.setHandlerForm(quickTime)
      return true
    }
    if !quickTime { name(["clip", "matt", "imap"], in: trak, of: track) }
    try trak.change(["mdia", "minf"]) { (box) throws(EditError) in
      var children = box.children
      try setHeader(&children, of: track)
      try setDataReferences(&children, of: track)
      box.children = children
      return true
    }
    try trak.change(["mdia", "minf", "stbl"]) { (table) throws(EditError) in
      try setSampleEntries(of: &table, of: track)
      return true
    }
    trak.change(["mdia", "minf", "stbl", "ctts"]) { box in
      guard let offsets = box[CompositionOffsetBox.self] else { return false }
      var isNegative = false
      offsets.entries.forEachRow { _, row in isNegative = isNegative || row[1] < 0 }
      // QuickTime has one version, with signed offsets. Version 0 of ISO/IEC 14496-12 is unsigned (§8.6.1.3).
      let version: UInt8 = quickTime || !isNegative ? 0 : 1
      guard isNegative, offsets.header.version != version else { return false }
      box[CompositionOffsetBox.self]?.header.version = version
      return true
    }
  }

  /// Names the boxes of a track that change its drawing, and that only QuickTime supports.
  private mutating func name(_ types: Set<FourCC>, in trak: Box, of track: Track) {
    let found = trak.children.filter { types.contains($0.type) }.map { "\($0.type)" }
    guard !found.isEmpty else { return }
    losses.append(
      "track \(track.id): \(found.joined(separator: ", ")) stays, but only QuickTime draws tracks in this way"
    )
  }

  mutating func lose(_ sentence: String) {
    if !losses.contains(sentence) { losses.append(sentence) }
  }

  // MARK: Media information

  /// QuickTime has `gmhd` and a data handler; ISO/IEC 14496-12 has `nmhd` (§8.4.5).
  private mutating func setHeader(
    _ children: inout [Box], of track: Track
  ) throws(EditError) {
    let index = children.firstIndex { ["gmhd", "nmhd", "sthd"].contains($0.type) }
    if isQuickTime {
      if let index, children[index].type != "gmhd" {
        children.removeAll { ["nmhd", "sthd"].contains($0.type) }
        if !children.contains(where: { $0.type == "gmhd" }) {
          children.insert(.baseMediaHeader(of: track.handlerType), at: 0)
        }
      }
      guard !children.contains(where: { $0.type == "hdlr" }) else { return }
      let header = children.firstIndex { $0.type == "dinf" } ?? children.endIndex
      children.insert(.dataHandler, at: header)
    } else {
      children.removeAll { $0.type == "hdlr" }
      guard let index = children.firstIndex(where: { $0.type == "gmhd" }) else { return }
      // The drawing properties of texts and time codes are kept for readers that support them.
      let says = children[index].children.contains { $0.type != "gmin" }
      if !says { children.remove(at: index) }
      guard !children.contains(where: { $0.type.isMediaHeader }) else { return }
      let header: FourCC = track.handlerType == "subt" ? "sthd" : "nmhd"
      children.insert(Box(type: header, NullMediaHeaderBox()), at: 0)
    }
  }

  /// QuickTime's aliases are URLs in ISO/IEC 14496-12 (§8.7.2).
  private func setDataReferences(_ children: inout [Box], of track: Track) throws(EditError) {
    guard !isQuickTime else { return }
    guard let index = children.firstIndex(where: { $0.type == "dinf" }) else {
      let table = children.firstIndex { $0.type == "stbl" } ?? children.endIndex
      return children.insert(.dataInformation, at: table)
    }
    try children[index].change(["dref"]) { (box) throws(EditError) in
      var entries = box.children
      for index in entries.indices where entries[index].type != "url " {
        guard !entries[index].isElsewhere else {
          throw EditError(
            .unsupported,
            "has samples of track \(track.id) in another file, which \(format.name) cannot refer to in this way"
          )
        }
        guard entries[index].type == "alis" else { continue }
        entries[index] = Box(DataEntryUrlBox())
      }
      box.children = entries
      return true
    }
  }
}

extension FourCC {
  /// Whether it is a media header box. A track has one of them (ISO/IEC 14496-12 §8.4.5).
  fileprivate var isMediaHeader: Bool {
    ["vmhd", "smhd", "hmhd", "nmhd", "sthd"].contains(self)
  }
}

extension Box {
  /// Converts the name of a handler: in QuickTime it begins with its length, elsewhere it ends with a zero byte
  /// (§8.4.3).
  mutating func setHandlerForm(_ isQuickTime: Bool) {
    guard var handler = self[HandlerBox.self] else { return }
    handler.manufacturer = FourCC(rawValue: 0)
    handler.componentFlags = 0
    handler.componentFlagsMask = 0
    handler.predefined = isQuickTime ? "mhlr" : FourCC(rawValue: 0)
    let name = handler.name.string
    if isQuickTime {
      var bytes = Array(name.utf8.prefix(255))
      while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
      handler.name = Text(String(decoding: bytes, as: UTF8.self), form: .counted)
    } else {
      handler.name = Text(name)
    }
    self[HandlerBox.self] = handler
  }

  /// The handler of data as QuickTime has it.
  static var dataHandler: Box {
    var handler = HandlerBox()
    handler.predefined = "dhlr"
    handler.handlerType = "url "
    handler.name = Text("", form: .counted)
    return Box(handler)
  }

  /// `gmhd` as QuickTime has it for media of a kind.
  static func baseMediaHeader(of handler: FourCC) -> Box {
    var children = [Box(BaseMediaInfoBox())]
    if handler == "text" { children.append(Box(TextMediaInfoBox())) }
    if handler == "tmcd" { children.append(.container("tmcd", [Box(TimecodeMediaInfoBox())])) }
    return .container("gmhd", children)
  }
}
