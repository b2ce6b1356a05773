import FieldCoding
import Files
import Metadata
import WorkerClient

/// The folder of a gallery: its pages, its images in 256 folders, and the list of known files.
struct GalleryFolder {
  /// The folder, outside of which nothing is written.
  let root: RootFolder
  var path: String { root.path }

  /// The list, from which an unchanged file is known.
  private var list: String { path + "/.boxwalk/gallery.jsonl" }

  /// Makes the folder. It throws if it has files, and is not a gallery.
  init(_ path: String) throws(ConversionError) {
    root = RootFolder(path)
    let list = list
    let kind = try ConversionError.output { () throws(SystemError) in try PathKind(list) }
    if kind == .nothing, try !isGallery() {
      throw ConversionError(
        .output, "\(path) has files, and is not a gallery; name a new folder, or an empty one")
    }
    try ConversionError.output { () throws(SystemError) in _ = try root.folder(of: list) }
  }

  /// Whether the folder of a gallery whose list is missing is known from its first page, or from the lack of anything
  /// else: a run that was killed may have left images, and no page.
  private func isGallery() throws(ConversionError) -> Bool {
    let index = path + "/index.html"
    if try ConversionError.output(PathKind(index)) == .file {
      do throws(ByteSourceError) {
        let start = try ByteSource(mapping: index).bytes.prefix(1 << 12)
        return start.firstRange(of: Array("content=\"\(GalleryPages.generator)\"".utf8)) != nil
      } catch {
        throw ConversionError(.output, "\(error)")
      }
    }
    return names("").allSatisfy { [".boxwalk", "pictures"].contains($0) }
      && names("pictures").allSatisfy { folder in
        folder.utf8.count == 2
          && names("pictures/\(folder)").allSatisfy(GalleryFolder.isPicture)
      }
  }

  /// The records of files, by their names, and the number of lines that cannot be read.
  func records() throws(ConversionError) -> (files: [String: GalleryRecord], badLineCount: Int) {
    let list = list
    let kind = try ConversionError.output { () throws(SystemError) in try PathKind(list) }
    guard kind == .file else { return ([:], 0) }
    var records: [String: GalleryRecord] = [:]
    var badLineCount = 0
    // The last line about a file counts.
    let lines = try RunFileLines(list)
    for (_, line) in lines where !line.isEmpty {
      if let record = GalleryRecord(line: line) {
        records[record.input] = record
      } else {
        try CheckedLine.requireVersion(of: GalleryRecord.schema, line, list)
        badLineCount += 1
      }
    }
    try lines.requireRead()
    return (records, badLineCount)
  }

  /// The names in a folder of the gallery.
  private func names(_ folder: String) -> [String] {
    ((try? BytePath(Array((path + "/" + folder).utf8)).contents()) ?? []).map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }

  /// The list, to whose end records are written as they are found out.
  func log() throws(ConversionError) -> AppendFile {
    let list = list
    return try ConversionError.output { () throws(SystemError) in
      let file = try AppendFile(list, below: root)
      try file.endLine()
      return file
    }
  }

  /// Writes the list again, without removed files.
  func write(_ records: [GalleryRecord]) throws(ConversionError) {
    var rest = records[...]
    try writeManifest(to: list, below: root, replacing: true) { rest.popFirst()?.line }
  }

  /// The path of a file's image in the folder, which does not depend on the characters of the file's name.
  func path(of input: String, _ ending: String) -> String {
    let digits = MD5.digest(of: input.utf8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return "pictures/\(digits.prefix(2))/\(digits.dropFirst(2))\(ending)"
  }

  /// Removes images and pages that are not among `kept`, paths in the folder. Nothing else is touched.
  func removeOthers(than kept: Set<String>) {
    func remove(_ file: String) {
      if !kept.contains(file) { try? root.remove(path + "/" + file) }
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
