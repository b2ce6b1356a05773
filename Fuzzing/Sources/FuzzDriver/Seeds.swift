public import ISOBMFF

/// What fuzzing starts from, taken out of real files.
public enum Seeds {
  /// The file without most of its pictures and samples: mutations should meet boxes. Nothing if it
  /// is large even so.
  public static func file(_ bytes: Bytes) -> [[UInt8]] {
    var seed: [UInt8] = []
    for box in BoxFile(bytes).boxes {
      let source = box.source ?? Bytes()
      if box.type == "mdat" || box.type == "free", source.count > 2048 {
        seed += [0, 0, 4, 0] + Array(source[4..<8]) + Array(source[8..<1024])
      } else {
        seed += Array(source)
      }
      guard seed.count <= 16384 else { return [] }
    }
    return [seed]
  }

  /// Each box of the file.
  public static func boxes(_ bytes: Bytes) -> [Box] { BoxFile(bytes).boxes.flatMap(boxes) }

  /// A box, and each box in it.
  public static func boxes(in box: Box) -> [Box] { [box] + box.children.flatMap(boxes) }
}
