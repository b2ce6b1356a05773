import HEIF
import ISOBMFF
import Movie

/// Offsets that an edit cannot correct: those in compressed boxes, and numbers in boxes of unknown format that equal
/// the offset of other data of the file. Such numbers are probably the index of a vendor.
struct UnknownOffsets {
  /// The offset of a number, and its box.
  private struct Candidate {
    var box: FourCC
    var offset: Int
    var number: Int
  }

  private var candidates: [Candidate] = []
  /// The type of the first compressed box.
  private var compressed: FourCC?

  /// Boxes whose compressed content has offsets (ISO/IEC 14496-12 §8.19; QuickTime File Format).
  private static let compressedTypes: Set<FourCC> = ["cmov", "!mov", "!mof", "!six", "!ssx"]

  /// Smaller numbers are too frequent.
  private static let least = 1 << 12
  /// Longer boxes are data, and not an index.
  private static let longest = 1 << 16
  /// The maximum number of bytes that are examined.
  private static let budget = 1 << 20
  /// The maximum number of offsets of each kind that are searched for.
  private static let most = 64

  init(_ file: BoxFile) {
    compressed = (file.boxes + file.boxes.at("moov")).map(\.type)
      .first(where: UnknownOffsets.compressedTypes.contains)
    var unknown: [(FourCC, Bytes)] = []
    UnknownOffsets.collect(file.boxes, &unknown)
    guard !unknown.isEmpty else { return }
    let offsets = UnknownOffsets.offsets(of: file)
    var left = UnknownOffsets.budget
    for (type, payload) in unknown where payload.count <= left {
      left -= payload.count
      for index in 0..<max(0, payload.count - 3) {
        let number = payload.number(at: index, size: 4) ?? 0
        let swapped = UInt32(truncatingIfNeeded: number).byteSwapped
        for value in [number, Int(swapped)] where offsets.contains(value) {
          candidates.append(
            Candidate(box: type, offset: payload.fileOffset + index, number: value))
        }
      }
    }
  }

  /// The types of the boxes with such numbers.
  var types: Set<FourCC> { Set(candidates.map(\.box)) }

  /// Throws if data moves to which one of them points, or seems to point, unless the new file has no box of its type.
  ///
  /// - Parameter movesData: whether anything moves except the description of the data.
  func check(_ relocation: Relocation, in new: BoxFile, movesData: Bool) throws(EditError) {
    if let compressed, movesData {
      throw EditError(
        .unsupported,
        "the box \(compressed) is compressed, and contains the offsets of data that this edit would move; nothing was written"
      )
    }
    var left: [(FourCC, Bytes)] = []
    UnknownOffsets.collect(new.boxes, &left)
    let types = Set(left.map(\.0))
    let moved = candidates.filter { relocation.start(at: $0.number) != $0.number }
    guard let stale = moved.first(where: { types.contains($0.box) }) else { return }
    let advice =
      Stripping.locationTypes.contains(stale.box)
      ? "; it holds or lists positions, and boxwalk strip location removes them" : ""
    throw EditError(
      .unsupported,
      "the box \(stale.box), whose format is not known, has the number \(stale.number) at byte \(stale.offset): this edit would move the data at that offset, and the box would be wrong; nothing was written\(advice)"
    )
  }

  /// The payloads of boxes without a known syntax.
  private static func collect(_ boxes: [Box], _ unknown: inout [(FourCC, Bytes)]) {
    for box in boxes {
      if let payload = box.opaquePayload, (4...longest).contains(payload.count),
        box.definition().map({ $0.body == nil && $0.opaqueBecause == nil }) ?? true
      {
        unknown.append((box.type, payload))
      }
      collect(box.children, &unknown)
    }
  }

  /// The offsets of boxes and data, to which an index could point.
  private static func offsets(of file: BoxFile) -> Set<Int> {
    var offsets = file.boxes.prefix(most).compactMap { $0.origin?.fileOffset }
    if let heif = HEIFFile(file) {
      offsets += heif.items.prefix(most).compactMap {
        (try? heif.extents(of: $0.id))?.first?.lowerBound
      }
    }
    for track in MovieFile(file)?.tracks.prefix(most) ?? [] {
      offsets += track.samples.chunks.prefix(most).compactMap { $0.fileRange?.lowerBound }
    }
    // The tables of a damaged file can state anything.
    return Set(offsets.filter { $0 >= least && $0 < file.bytes.count })
  }
}
