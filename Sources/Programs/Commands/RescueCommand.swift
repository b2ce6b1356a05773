import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Library
import Text

/// `boxwalk rescue`
struct RescueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rescue",
    abstract: "Recovers photos and movies from the bytes of a card or disk.",
    discussion: """
      The command reads a device, or an image of one, from start to end, and writes each HEIC, \
      AVIF, JPEG, MOV, MP4, M4A and CR3 file that it finds, also deleted ones. It writes nothing \
      to the device. Files that the file system names (FAT, exFAT, ext2 to ext4) are read as it \
      says; all others are found by their first bytes, at the start of a sector of 512 bytes. A file \
      in several pieces is put together if its own tables prove how.

      A file is whole if every sample and item of its tables has the form of its codec. Other \
      files go to the folder broken/, for boxwalk repair. File names contain the date and the \
      camera. .boxwalk/rescue.jsonl lists all files, where they were found, and how certain that \
      is. A run that was stopped continues where it was.

      First copy a failing card with GNU ddrescue; its map file says which parts could not be \
      read.

      EXAMPLES
        boxwalk rescue card.img -o rescued/
        boxwalk rescue card.img --map card.map -o rescued/
        sudo boxwalk rescue /dev/sdb -o rescued/
        boxwalk repair rescued/broken/ -o repaired/     then, if files are broken
      """)

  @Argument(help: "The device, or the image of one.", completion: .file())
  var image: String

  @Option(
    name: [.short, .long], help: "The folder to write to; the command makes it if it is missing.",
    completion: .directory)
  var output: String

  @Option(
    help: "The map file of GNU ddrescue for this image.", completion: .file(extensions: ["map"]))
  var map: String?

  @Flag(name: .shortAndLong, help: "Write a line of JSON for each file.")
  var json = false

  func run() throws {
    let console = Console()
    do {
      try rescue(console)
    } catch let exit as ExitCode {
      throw exit
    } catch {
      console.clearProgress()
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func rescue(_ console: Console) throws {
    let disk = try DiskImage(image, unreadable: unread())
    try makeFolder(of: FolderName.checked(output) + "x")
    if try isOnDisk(output, image) {
      throw SystemError(
        what:
          "\(output) is on the disk itself, and new files there would overwrite the lost ones: "
          + "choose a folder on another disk", code: 0)
    }
    let folder = RootFolder(output)
    let journal = try RescueJournal(folder, of: disk)
    if journal.badLineCount > 0 {
      console.message(
        "\(output.asFolder)\(RescueJournal.name): \(counted(journal.badLineCount, "line")) cannot be read; what is missing is searched for again"
      )
    }
    let lines = console.output
    var counts = RescueCounts()
    let rescue = CardRescue(
      disk, to: folder, journal, mayContinue: { !EndSignals.haveCome },
      report: { found in
        counts.add(found)
        console.clearProgress()
        json ? found.write(to: lines) : lines.line("\(output.asFolder)\(printable(found.text))")
        lines.flush()
      })
    if !rescue.volumeKinds.isEmpty {
      console.message("\(image): \(rescue.volumeKinds.joined(separator: ", "))")
    }
    try EndSignals.hold()
    let isDone = try rescue.run { done in
      console.progress("\(image): \(done / max(disk.count / 100, 1))%, \(counts.text)")
    }
    console.clearProgress()
    counts.unreadable = disk.unreadable.ranges.reduce(0) { $0 + $1.count }
    console.message(
      "\(image): \(counts.text)" + (isDone ? "" : "; stopped: run the same command to continue"))
    if disk.becameShorter {
      console.message(
        "\(image) became shorter while it was read: what its end had is not there. Give a complete image, and another "
          + "folder for its files")
    }
    if !isDone || counts.isLoss { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func unread() throws -> [Range<Int>] {
    guard let map else { return [] }
    guard let known = DDRescueMap(try Text(file: map).string) else {
      throw SystemError(what: "\(map) is not a map file of GNU ddrescue", code: 0)
    }
    return known.unread
  }
}

/// The numbers of what a rescue found.
private struct RescueCounts {
  private var states: [RescuedFile.State: Int] = [:]
  var unreadable = 0

  mutating func add(_ found: RescuedFile) { states[found.state, default: 0] += 1 }

  /// Whether anything is missing.
  var isLoss: Bool { states.isEmpty || states[.broken] != nil || unreadable > 0 }

  var text: String {
    let total = states.values.reduce(0, +)
    var parts = [total > 0 ? counted(total, "file") : "no photo or movie was found"]
    if let joined = states[.joined] { parts.append("\(joined) put together") }
    if let broken = states[.broken] { parts.append("\(broken) broken") }
    if unreadable > 0 { parts.append("\(counted(unreadable, "byte")) unreadable") }
    return parts.joined(separator: ", ")
  }
}

extension RescuedFile {
  /// The file in a line.
  fileprivate var text: String {
    var text = "\(file): \(counted(byteCount, "byte"))"
    if pieces.count > 1 { text += " in \(pieces.count) pieces" }
    switch state {
    case .whole: text += ", whole"
    case .joined:
      text += isCertain ? ", whole" : ", every sample fits, but other pieces could fit too"
    case .broken: text += ", broken"
    }
    if let path { text += isDeleted == true ? ", deleted: \(path)" : ", \(path)" }
    if let problem { text += ": \(problem)" }
    return text
  }
}
