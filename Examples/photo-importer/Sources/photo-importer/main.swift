// Copies photos and movies of a card into a folder for each month. The still and the movie of a Live Photo stay
// together, and damaged files are named and not copied:
//
//   photo-importer CARD PICTURES

import Foundation
import LivePhotos
import Verification

guard CommandLine.arguments.count == 3 else {
  print("usage: photo-importer CARD PICTURES")
  exit(64)
}
let (card, pictures) = (CommandLine.arguments[1], CommandLine.arguments[2])

/// Whether a file has no errors; what is wrong with it is printed.
func isIntact(_ path: String) -> Bool {
  do {
    let report = Report(ExaminedFile(try ByteSource(mapping: path).bytes, name: path))
    for finding in report.findings where finding.severity == .error {
      print("\(path): \(finding.message), at \(finding.fieldPath)")
    }
    return report.worst != .error
  } catch {
    print(error)
    return false
  }
}

/// `2024-06`, of the first file that says when it was taken.
func month(of files: [LibraryFile]) -> String {
  let time = files.lazy.compactMap { $0.facts.captureTime }.first
  return time.map { String($0.description.prefix(7)) } ?? "undated"
}

var (copied, left) = (0, 0)
// A group has the files of one picture: a photo, its movie, and what was edited.
for try await group in LivePhotoLibrary(card) {
  let files = group.members.map(\.file)
  let folder = "\(pictures)/\(month(of: files))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  for file in files {
    guard let path = file.path.text, isIntact(path) else {
      left += 1
      continue
    }
    let target = folder + "/" + URL(filePath: path).lastPathComponent
    if FileManager.default.fileExists(atPath: target) {
      // A card with two folders can have two photos of the same name.
      guard !FileManager.default.contentsEqual(atPath: path, andPath: target) else { continue }
      print("\(path): is not copied, because \(target) is another file")
      left += 1
      continue
    }
    try FileManager.default.copyItem(atPath: path, toPath: target)
    copied += 1
  }
  for pair in group.pairs { print("\(pair.still.path) and \(pair.movie.path) are a Live Photo") }
}
print("\(copied) copied, \(left) left")
