import FieldCoding
import Inspection
import Library

/// Notes about many files: each note is shown once, with the number of files to which it applies.
package struct ConsoleNotes {
  private struct Note {
    /// The path of the first file.
    var path: String
    var text: String
    var count = 0
  }
  private var notes: [String: Note] = [:]
  /// The most notes that are shown: the most frequent ones.
  private static let lineCount = 20

  package init() {}

  package mutating func add(_ text: String, of path: String) {
    notes[ManifestReport.kind(of: text), default: Note(path: path, text: text)].count += 1
  }

  /// The text of the notes. A note about one file has the same text as elsewhere.
  package var lines: [String] {
    let sorted = notes.values.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    var lines = sorted.prefix(ConsoleNotes.lineCount).map { note in
      note.count == 1
        ? "\(note.path): \(note.text)"
        : "\(note.path): \(note.text) (\(counted(note.count, "file")))"
    }
    let more = sorted.count - lines.count
    if more > 0 { lines.append("\(counted(more, "note")) more, which --verbose shows") }
    return lines
  }
}
