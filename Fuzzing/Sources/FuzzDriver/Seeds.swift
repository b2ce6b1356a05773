public import ISOBMFF

/// What fuzzing starts from, taken out of real files.
public enum Seeds {
  /// The file without most of its pictures and samples: mutations should meet boxes. Nothing if it
  /// is large even so.
  ///
  /// - Parameters:
  ///   - count: the bytes that are kept of a box of media or of free space.
  ///   - limit: the most bytes of the whole.
  public static func file(
    _ bytes: Bytes, keeping count: Int = 1024, upTo limit: Int = 16384
  ) -> [[UInt8]] {
    var seed: [UInt8] = []
    for box in BoxFile(bytes).boxes {
      let source = box.source ?? Bytes()
      if box.type == "mdat" || box.type == "free", source.count > 2 * count {
        let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        seed += size + Array(source[4..<count])
      } else {
        seed += Array(source)
      }
      guard seed.count <= limit else { return [] }
    }
    return [seed]
  }

  /// Each box of the file.
  public static func boxes(_ bytes: Bytes) -> [Box] { BoxFile(bytes).boxes.flatMap(boxes) }

  /// A box, and each box in it.
  public static func boxes(in box: Box) -> [Box] { [box] + box.children.flatMap(boxes) }
}
