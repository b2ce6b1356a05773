import HEIF
import ISOBMFF
import Metadata
import Movie

/// Removes metadata from a file.
struct Stripping: StrippingReport {
  let what: MetadataStripping
  var file: BoxFile
  var changedItems: Set<UInt32> = []
  var changedTracks: Set<UInt32> = []
  var removedTracks: Set<UInt32> = []
  var removed: [String] = []
  var remarks: [String] = []
  /// The locations of the file, all of which are removed.
  let locations: LocationTraces
  var texts: [String] = []
  /// Bytes of the file that become zeros.
  var erased: [Range<Int>] = []
  /// Bytes that were replaced, by their range.
  var replaced: [Range<Int>: [UInt8]] = [:]
  var unknown: [String] = []
  /// What is left in boxes and was not searched.
  var unread: [BoxContents.Part] = []
  /// The indices in `ipco` of properties that were removed.
  var removedProperties: Set<Int> = []
  /// Whether the file is embedded in another one, so that its size must not change.
  var isInside = false
  /// Whether the movie in this photo is done, as the file that it is.
  var hasDoneMovieInside = false

  /// Decompresses items.
  let decompressor: Decompressor?

  /// - Parameters:
  ///   - locations: the locations of the original; nil for those of the file itself.
  ///   - decompressor: decompresses items, which are removed without it.
  init(
    _ what: MetadataStripping, _ file: BoxFile, _ locations: LocationTraces?,
    _ decompressor: Decompressor?
  ) {
    self.decompressor = decompressor
    self.what = what
    self.file = file
    self.locations = locations ?? LocationTraces(file)
  }

  mutating func run() throws(EditError) {
    guard what != .nothing else { return }
    try refuseOthers()
    try stripItems()
    try stripTracks()
    try stripUserData()
    try stripMovieInside()
    try stripBoxes()
    try stripUnusedSpace()
    try eraseBytes()
    nameUnread()
  }

  private func refuseOthers() throws(EditError) {
    if file.isCanonRaw {
      throw EditError(.unsupported, "is a raw photo (CR3), whose metadata is not fully known")
    }
    let hidden: Set<FourCC> = ["!mov", "!mof", "brob"]
    if let box = file.boxes.first(where: { hidden.contains($0.type) }) {
      throw EditError(.unsupported, "holds compressed boxes (\(box.type)), which may hold anything")
    }
    if file.boxes.last?.statedSize != nil {
      throw EditError(
        .damaged, "is truncated, so that not all of it is known; use boxwalk repair first")
    }
    if let meta = file.boxes.first(where: { ["moov", "meta"].contains($0.type) }),
      !meta.isContainer
    {
      throw EditError(.damaged, "is damaged: its \(meta.type) box cannot be read")
    }
  }

  /// Replaces bytes of the file with the same number of others.
  mutating func replace(_ ranges: [Range<Int>], with bytes: [UInt8]) throws(EditError) {
    var position = 0
    for range in ranges {
      let part = Array(bytes[position..<position + range.count])
      position += range.count
      // Two items may have the same bytes.
      if replaced[range] == part { continue }
      guard file.bytes.part(range)?.elementsEqual(part) != true else { continue }
      guard file.replace(range, with: Bytes(part)) else {
        throw EditError(
          .unsupported, "metadata at byte \(range.lowerBound) shares bytes with something else")
      }
      replaced[range] = part
    }
  }

  /// Overwrites removed metadata with zeros. The file loses bytes at its end, because zeros there look like an
  /// interrupted transfer.
  private mutating func eraseBytes() throws(EditError) {
    erased = erased.joined
    if !isInside, let last = erased.last, last.upperBound == file.bytes.count,
      file.boxes.last?.type == "mdat", file.replace(last, with: Bytes())
    {
      erased.removeLast()
    }
    guard file.erase(erased) else {
      throw EditError(
        .unsupported, "metadata shares bytes with something else and cannot be taken out")
    }
  }
}
