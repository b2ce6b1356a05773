import FieldCoding
import LibraryRun
import StillMetadata
import SystemAccess
import WorkerClient

/// The folder of a gallery: its pages, its pictures in 256 folders, and the list of known files.
struct GalleryFolder {
  let path: String

  /// The list, from which an unchanged file is known.
  private var list: String { path + "/.boxwalk/gallery.jsonl" }

  /// Makes the folder. It throws if it has files, and is not a gallery: a run that was killed at its start may have
  /// left the folder of the list without the list.
  init(_ path: String) throws(ConversionError) {
    self.path = path.withoutLastSlashes
    let list = list
    let kind = try ConversionError.output { () throws(SystemError) in try PathKind(list) }
    if kind == .nothing {
      let found = (try? BytePath(Array(self.path.utf8)).contents()) ?? []
      guard found.allSatisfy({ $0.name == Array(".boxwalk".utf8) }) else {
        throw ConversionError(
          .output, "\(path) has files, and is not a gallery; name a new folder, or an empty one")
      }
    }
    try ConversionError.output { () throws(SystemError) in try makeFolder(of: list) }
  }

  /// The records of files, by their names.
  func records() throws(ConversionError) -> [String: GalleryRecord] {
    let list = list
    let kind = try ConversionError.output { () throws(SystemError) in try PathKind(list) }
    guard kind == .file else { return [:] }
    var records: [String: GalleryRecord] = [:]
    // The last line about a file counts; a line that a killed program did not finish is skipped.
    for line in try RunFileLines(list) {
      if let record = GalleryRecord(line: line.bytes) { records[record.input] = record }
    }
    return records
  }

  /// The list, to whose end records are written as they are found out.
  func log() throws(ConversionError) -> AppendFile {
    let list = list
    return try ConversionError.output { () throws(SystemError) in
      let file = try AppendFile(list)
      try file.endLine()
      return file
    }
  }

  /// Writes the list again, without removed files.
  func write(_ records: [GalleryRecord]) throws(ConversionError) {
    var rest = records[...]
    try writeManifest(to: list, replacing: true) { rest.popFirst()?.line }
  }

  /// The path of a file's picture in the folder, which does not depend on the characters of the file's name.
  func place(of input: String, _ ending: String) -> String {
    let digits = MD5.digest(of: input.utf8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return "pictures/\(digits.prefix(2))/\(digits.dropFirst(2))\(ending)"
  }

  /// Removes pictures and pages that are not among `kept`, paths in the folder. Nothing else is touched.
  func removeOthers(than kept: Set<String>) {
    func names(_ folder: String) -> [String] {
      ((try? BytePath(Array((path + "/" + folder).utf8)).contents()) ?? []).map {
        String(decoding: $0.name, as: UTF8.self)
      }
    }
    func remove(_ file: String) {
      if !kept.contains(file) { try? BytePath(Array((path + "/" + file).utf8)).removeFile() }
    }
    for folder in names("pictures") where folder.utf8.count == 2 {
      for name in names("pictures/\(folder)") where GalleryFolder.isPicture(name) {
        remove("pictures/\(folder)/\(name)")
      }
    }
    for name in names("") where GalleryFolder.isPage(name) { remove(name) }
  }

  private static func isPicture(_ name: String) -> Bool {
    let (stem, ending) = name.splitAtExtension
    return stem.utf8.count == 30 && stem.allSatisfy(\.isHexDigit)
      && [".jpg", ".webp"].contains(ending)
  }

  /// `index.html`, `page-2.html`, `findings.html`, `findings-2.html`
  private static func isPage(_ name: String) -> Bool {
    let (stem, ending) = name.splitAtExtension
    let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
    guard ending == ".html", let first = parts.first, parts.count <= 2 else { return false }
    return ["index", "page", "findings"].contains(first)
      && (parts.count == 1 || parts[1].allSatisfy(\.isNumber))
  }
}
