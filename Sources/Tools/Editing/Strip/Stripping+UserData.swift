import AV1
import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie

/// User data among coded media: SEI messages of AVC and HEVC (ITU-T H.264 §D.1.6 and §D.1.7, H.265 §D.2.6 and §D.2.7),
/// metadata and padding of AV1 (§5.8, §6.6), and what precedes the audio in AAC (ISO/IEC 14496-3 §4.4.2.7).
extension Stripping {
  /// Overwrites user data: all of it, or what states a location. Samples and items keep their size.
  mutating func stripUserData() throws(EditError) {
    try stripUserDataOfItems()
    for track in MovieFile(file)?.tracks ?? [] where !removedTracks.contains(track.id) {
      guard !track.isEncrypted, let stream = track.sampleEntries.firstNonNil({ CodedStream($0) })
      else { continue }
      try stripUserData(of: track, stream)
    }
  }

  private mutating func stripUserData(of track: Track, _ stream: CodedStream) throws(EditError) {
    var replacements: [Replacement] = []
    var seen: Set<Int> = []
    var hasUnread = false
    for sample in track.samples.withBytes where sample.location == .file(0) {
      guard let bytes = file.bytes.part(sample.fileRange) else { continue }
      let changes = changes(in: bytes, of: stream, &hasUnread)
      for (range, new) in changes where seen.insert(bytes.fileOffset + range.lowerBound).inserted {
        let start = bytes.fileOffset
        replacements.append(
          Replacement(old: start + range.lowerBound..<start + range.upperBound, new: Bytes(new)))
      }
    }
    if hasUnread { unknown.append("\(stream.title) in track \(track.id)") }
    guard !replacements.isEmpty else { return }
    guard file.replace(replacements) else {
      throw EditError(
        .unsupported, "user data in track \(track.id) shares bytes with something else")
    }
    changedTracks.insert(track.id)
    removed.append("\(stream.title) in track \(track.id)")
  }

  private mutating func stripUserDataOfItems() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    for item in heif.items where !changedItems.contains(item.id) {
      guard let stream = item.properties.map(\.box).firstNonNil({ CodedStream($0) }),
        item.entry.protectionIndex == 0,
        let extents = try? heif.extents(of: item.id), let data = try? heif.data(of: item.id)
      else { continue }
      var hasUnread = false
      let changes = changes(in: data, of: stream, &hasUnread)
      if hasUnread { unknown.append("\(stream.title) in item \(item.id)") }
      guard !changes.isEmpty else { continue }
      var bytes = Array(data)
      for (range, new) in changes { bytes.replaceSubrange(range, with: new) }
      try replace(extents, with: bytes)
      changedItems.insert(item.id)
      removed.append("\(stream.title) in item \(item.id)")
    }
  }

  /// Settings of a decoder, and colours, without user data among them; nil if they have none.
  mutating func withoutUserData(_ box: Box, _ name: String) -> Box? {
    if var colours = box[ColourInformationBox.self] {
      guard let profile = ICCProfile.withoutLocation(colours.iccProfile, locations) else {
        return nil
      }
      colours.iccProfile = Bytes(profile)
      var box = box
      box[ColourInformationBox.self] = colours
      removed.append("texts in the colour profile (\(name))")
      return box
    }
    if var flac = box[FLACSpecificBox.self] {
      guard flac.clear(where: { goes(.other($0)) }) else { return nil }
      var box = box
      box[FLACSpecificBox.self] = flac
      removed.append("comments and pictures in \(name)")
      return box
    }
    if var configuration = box[AV1CodecConfigurationBox.self] {
      var bytes = Array(configuration.record.configOBUs)
      let changes = CodedStream.av1.changes(in: configuration.record.configOBUs, where: goes)
      guard !changes.isEmpty else { return nil }
      for (range, new) in changes { bytes.replaceSubrange(range, with: new) }
      configuration.record.configOBUs = Bytes(bytes)
      var box = box
      box[AV1CodecConfigurationBox.self] = configuration
      removed.append("\(CodedStream.av1.title) in \(name)")
      return box
    }
    guard var configuration = box[HEVCConfigurationBox.self], let stream = CodedStream(box) else {
      return nil
    }
    var isChanged = false
    for array in configuration.record.arrays.indices {
      for index in configuration.record.arrays[array].nalUnits.indices {
        let unit = configuration.record.arrays[array].nalUnits[index]
        guard let cleared = stream.clearing(unit, where: goes) else { continue }
        configuration.record.arrays[array].nalUnits[index] = Bytes(cleared)
        isChanged = true
      }
    }
    guard isChanged else { return nil }
    var box = box
    box[HEVCConfigurationBox.self] = configuration
    removed.append("\(stream.title) in \(name)")
    return box
  }

  /// What changes in a sample or an item.
  ///
  /// - Parameter hasUnread: becomes true if user data stays that was not searched.
  private func changes(
    in data: Bytes, of stream: CodedStream, _ hasUnread: inout Bool
  ) -> [CodedStream.Change] {
    stream.changes(in: data) { data in
      let goes = goes(data)
      if !goes, !Stripping.isRead(data) { hasUnread = true }
      return goes
    }
  }

  private func goes(_ data: UserData) -> Bool {
    switch data {
    case .registered(let payload):
      what == .all && !Stripping.isOfPicture(payload) || payload.statesLocation(locations)
    case .other(let payload): what == .all || payload.statesLocation(locations)
    }
  }

  /// The identifier under which Apple's encoders write a few numbers.
  private static let appleEncoder: [UInt8] = [
    0x47, 0x56, 0x4A, 0xDC, 0x5C, 0x4C, 0x43, 0x3F, 0x94, 0xEF, 0xC5, 0x11, 0x3C, 0xD1, 0x43, 0xA8,
  ]

  /// Whether user data that stays is text, which was searched, or of a known use.
  private static func isRead(_ data: UserData) -> Bool {
    switch data {
    case .registered(let payload): payload.isBlank || isOfPicture(payload)
    case .other(let payload):
      payload.isBlank || payload.isReadableText || payload.starts(with: appleEncoder)
        || payload.part(min(16, payload.count)..<payload.count)?.isReadableText == true
    }
  }

  /// Whether registered user data is captions, or changes how frames are shown: that of DIRECTV, ATSC, SL-HDR, Dolby,
  /// HDR10+, HDR Vivid, and LCEVC.
  private static func isOfPicture(_ payload: Bytes) -> Bool {
    guard let provider = try? T35Provider(decoding: payload) else { return false }
    if provider.isLCEVC { return true }
    switch (provider.country, provider.code) {
    case (T35Provider.unitedStates, 0x002F?), (T35Provider.unitedStates, 0x0031?),
      (T35Provider.unitedStates, 0x003A?), (T35Provider.unitedStates, 0x003B?),
      (T35Provider.unitedStates, 0x003C?), (T35Provider.china, 0x0004?):
      return true
    default: return false
    }
  }
}

extension FLACSpecificBox {
  /// Makes blocks padding of the same size that are not for decoders: comments, images, those of programs.
  ///
  /// - Returns: whether there were any.
  fileprivate mutating func clear(where goes: (Bytes) -> Bool) -> Bool {
    var isChanged = false
    for index in blocks.indices where ![0, 1, 3].contains(blocks[index].blockType) {
      guard let bytes = (try? blocks[index].encoded()).map({ Bytes($0) }),
        let payload = bytes.part(4..<bytes.count),
        goes(payload)
      else { continue }
      var padding = Block()
      padding.isLast = blocks[index].isLast
      padding.blockType = 1
      padding.data = Bytes([UInt8](repeating: 0, count: payload.count))
      blocks[index] = padding
      isChanged = true
    }
    return isChanged
  }
}
