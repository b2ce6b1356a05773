import Foundation
import ISOBMFF
import Inspection
import TestSupport
import Text

/// The files of SampleMedia.
enum Sample {
  static let names = [
    "clip-h264-fragmented.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-hevc.mov",
    "coast.avif", "landscape-tiled.heic", "meadow.jpg", "portrait-single.heic",
  ]
  static let movies = names.filter { $0.hasPrefix("clip") }
  static let photos = names.filter { !$0.hasPrefix("clip") }

  static func path(_ name: String) -> String {
    PackageFolder.sample(name)
  }

  static func inspection(_ name: String) throws -> FileInspection {
    let data = try Data(contentsOf: URL(fileURLWithPath: path(name)))
    return FileInspection(Bytes([UInt8](data)), name: name)
  }
}

extension FileInspection {
  /// Of bytes that a test wrote.
  init(_ bytes: [UInt8]) { self.init(Bytes(bytes), name: "test") }

  var summaryText: String { Collected { writeSummary(to: $0, ReportTextStyle()) }.text }

  func treeText(_ options: TreeOptions = TreeOptions()) -> String {
    Collected { _ = writeTree(to: $0, options, ReportTextStyle()) }.text
  }

  var nalUnitText: String { Collected { _ = writeNALUnits(to: $0, ReportTextStyle()) }.text }

  func json(tree: TreeOptions? = nil, nalUnits: Bool = false) throws -> JSON {
    let text = Collected { writeJSON(to: $0, tree: tree, nalUnits: nalUnits) }.text
    return JSON(try JSONSerialization.jsonObject(with: Data(text.utf8)))
  }
}

/// The text that was written to a ``TextOutput``.
final class Collected {
  private var bytes: [UInt8] = []
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ write: (TextOutput) -> Void) {
    let output = TextOutput { self.bytes += $0 }
    write(output)
    output.flush()
  }
}

/// A value of JSON, for short expectations.
struct JSON {
  let value: Any?
  init(_ value: Any?) { self.value = value }

  subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON {
    let array = value as? [Any] ?? []
    return JSON(array.indices.contains(index) ? array[index] : nil)
  }
  var string: String? { value as? String }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var int: Int? { (value as? NSNumber)?.intValue }
  var array: [JSON] { (value as? [Any] ?? []).map(JSON.init) }
  var keys: [String] { (value as? [String: Any] ?? [:]).keys.sorted() }
}

/// Other programs, whose word is compared with ours.
enum OtherProgram {
  static func json(_ name: String, _ arguments: String...) throws -> JSON {
    let data = try InstalledProgram.run(name, arguments).data
    return JSON(try JSONSerialization.jsonObject(with: data))
  }
}
