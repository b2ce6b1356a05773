import FieldCoding
import Foundation

extension MediaFolder {
  /// Of the files for which `isMeant` is true, small ones in which everything that is in any of them is at least once: each
  /// type of box below its parent, each codec with each brand, in tables and in fragments, each writer of movies, and each
  /// extension of each folder.
  ///
  /// Tests that do the same with every file take these. They are all files if a run ``testsEverything``.
  public static func oneOfEachForm(where isMeant: (String) -> Bool) -> [String] {
    if testsEverything { return files.filter(isMeant) }
    var seen: Set<String> = []
    let chosen = fromTheSmallest.filter { file in
      guard isMeant(file.path), !file.forms.isSubset(of: seen) else { return false }
      seen.formUnion(file.forms)
      return true
    }
    // What a file was chosen for can also be in larger ones, which are chosen for something else.
    var counts: [String: Int] = [:]
    for form in chosen.flatMap(\.forms) { counts[form, default: 0] += 1 }
    return chosen.reversed().filter { file in
      if file.forms.contains(where: { counts[$0] == 1 }) { return true }
      for form in file.forms { counts[form, default: 0] -= 1 }
      return false
    }.map(\.path).sorted()
  }

  private static let fromTheSmallest: [MediaForms] = {
    let root = path?.count ?? 0
    return files.map { file in
      MediaForms(of: file, in: String(file.dropFirst(root + 1).prefix { $0 != "/" }))
    }.sorted { ($0.size, $0.path) < ($1.size, $1.path) }
  }()
}

/// What is in a file, as far as its boxes show it. They are found by their sizes alone, and not by the readers that
/// are tested.
private struct MediaForms: Sendable {
  let path: String
  let size: Int
  private(set) var forms: Set<String>
  private var brand = ""
  private var codecs: Set<String> = []
  private var hasFragments = false

  init(of path: String, in folder: String) {
    self.path = path
    let file = (try? ByteSource(mapping: path).bytes) ?? Bytes()
    size = file.count
    forms = ["\(folder)/*.\((path as NSString).pathExtension.lowercased())"]
    visit(Self.boxes(file).boxes, below: "")
    for codec in codecs {
      forms.formUnion(["\(codec) with \(brand)", "\(codec) in \(hasFragments ? "moof" : "moov")"])
    }
  }

  private mutating func visit(_ boxes: [(type: String, body: Bytes)], below parent: String) {
    for (type, body) in boxes {
      forms.insert("\(parent)/\(type)")
      if parent == "stsd" { codecs.insert(type) }
      switch type {
      case "mdat", "idat", "free", "skip": continue
      case "ftyp": brand = Self.text(body.prefix(4))
      case "moof": hasFragments = true
      case "infe": codecs.insert(Self.text(body.dropFirst(8).prefix(4)))
      // Names of handlers tell writers apart.
      case "hdlr": forms.insert("hdlr \(Self.text(body.dropFirst(24)))")
      default: break
      }
      // Other boxes may follow nothing, a version and flags, a count, or the fields of a sample entry.
      for start in [0, 4, 8, 28, 44, 64, 78] where start + 8 <= body.count {
        guard let rest = body.part(start..<body.count) else { continue }
        let (children, end) = Self.boxes(rest)
        if end == rest.count {
          visit(children, below: type)
          break
        }
      }
    }
  }

  /// The boxes from the first byte, and where they end.
  private static func boxes(_ bytes: Bytes) -> (boxes: [(type: String, body: Bytes)], end: Int) {
    var boxes: [(type: String, body: Bytes)] = []
    var start = 0
    while var size = bytes.number(at: start, size: 4), let type = bytes.part(start + 4..<start + 8)
    {
      var header = 8
      if size == 1, let large = bytes.number(at: start + 9, size: 7) {
        (size, header) = (large, 16)
      }
      if size == 0 { size = bytes.count - start }
      guard size >= header, size <= bytes.count - start,
        type.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0xA9 }),
        let body = bytes.part(start + header..<start + size)
      else { break }
      boxes.append((text(type), body))
      start += size
    }
    return (boxes, start)
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.filter { $0 != 0 }.map { UnicodeScalar($0) }))
  }
}
