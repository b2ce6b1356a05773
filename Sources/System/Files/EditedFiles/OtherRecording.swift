public import Editing
import FieldCoding
import ISOBMFF

/// A whole recording in the folder of one that has lost its description, by which `repair --like` can rebuild it.
public struct OtherRecording: CustomStringConvertible, Sendable {
  /// The path of the other recording.
  public let path: String
  private let relation: RecordingName.Relation

  private static let extensions = MediaExtensions.moviesWithPictures
  /// The extensions of the files that cameras write while they record.
  private static let unfinished: Set<String> = ["rsv", "tmp", "dat"]
  private static let mostTried = 64

  /// Nil if there is none, or if the file has a description.
  public init?(beside broken: String) {
    let (folder, name) = broken.splitAtName
    let own = RecordingName(name.splitAtExtension.stem)
    guard
      OtherRecording.extensions.union(OtherRecording.unfinished).contains(name.pathExtension),
      !OtherRecording.isDescribed(broken)
    else { return nil }
    let contents = try? BytePath(Array((folder.isEmpty ? "." : folder).utf8)).contents()
    var others: [(name: String, relation: RecordingName.Relation)] = []
    for entry in contents ?? [] {
      let other = String(decoding: entry.name, as: UTF8.self)
      guard other != name, OtherRecording.extensions.contains(other.pathExtension),
        let relation = RecordingName(other.splitAtExtension.stem).relation(to: own)
      else { continue }
      others.append((other, relation))
    }
    others.sort { ($0.relation, $0.name) < ($1.relation, $1.name) }
    guard
      let found = others.prefix(OtherRecording.mostTried).first(where: {
        OtherRecording.isDescribed(folder + $0.name)
      })
    else { return nil }
    (path, relation) = (folder + found.name, found.relation)
  }

  private static func isDescribed(_ path: String) -> Bool {
    guard let bytes = try? ByteSource(mapping: path).bytes else { return false }
    return BoxFile(bytes).boxes.contains {
      FourCC.describing.contains($0.type) && $0.statedSize == nil
    }
  }

  /// What it is, as a part of a sentence.
  public var description: String {
    switch relation {
    case .chapter: "\(path.lastPathName), beside it, is another part of the same recording"
    case .neighbour:
      "\(path.lastPathName), beside it, is probably another part of the same recording, or of the same camera"
    case .sameCamera: "\(path.lastPathName), beside it, is probably of the same camera"
    }
  }
}

/// The name of a recording, as cameras give it.
public struct RecordingName: Equatable, Sendable {
  /// How a recording belongs to another one, by their names.
  public enum Relation: Comparable, Sendable {
    /// A part of the same recording.
    case chapter
    /// A recording whose number is the next one: cameras divide long recordings so.
    case neighbour
    /// A recording whose name has the same form.
    case sameCamera
  }

  /// What the chapters of a recording have in common.
  private let recording: String?
  /// The name with 0 for each digit.
  private let form: String
  private let number: Int?

  /// - Parameter stem: the name without its extension.
  public init(_ stem: String) {
    let name = stem.uppercased()
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    form = String(name.map { isDigit($0) ? "0" : $0 })
    // The last number before words that do not change.
    let end = name.lastIndex(where: isDigit).map { name.index(after: $0) } ?? name.endIndex
    let digits = name[..<end].reversed().prefix(while: isDigit).reversed()
    number = digits.count > 6 ? nil : Int(String(digits))
    let characters = Array(name)
    // GX010042 is the first chapter of recording 42, GX020042 the second; GP010042 follows GOPR0042.
    if characters.count == 8, characters[0] == "G", !isDigit(characters[1]),
      characters[2...].allSatisfy(isDigit)
    {
      recording = String(characters[..<2]) + String(characters[4...])
    } else if characters.count == 8, name.hasPrefix("GOPR"), characters[4...].allSatisfy(isDigit) {
      recording = "GP" + String(characters[4...])
    } else {
      recording = nil
    }
  }

  /// Nil if the names have nothing in common.
  public func relation(to other: RecordingName) -> Relation? {
    if let recording, recording == other.recording { return .chapter }
    guard form == other.form, form.contains("0") else { return nil }
    if recording == nil, let number, let next = other.number, abs(number - next) == 1 {
      return .neighbour
    }
    return .sameCamera
  }
}

extension String {
  /// The extension in lower case, without its dot.
  fileprivate var pathExtension: String { String(splitAtExtension.ending.dropFirst()).lowercased() }
}

/// What `repair --learn` has written about recordings of cameras, each under the name of its camera, in a folder of the user.
public struct CameraTable: Sendable {
  /// The folder of the files.
  public let folder: String

  /// The folder that `BOXWALK_CAMERAS` names, or `boxwalk/cameras` in the user's folder for settings. Throws if the
  /// environment names none.
  public init() throws(EditError) {
    let settings =
      Environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 }
      ?? Environment["HOME"].map { $0.asFolder + ".config" }
    if let named = Environment["BOXWALK_CAMERAS"], !named.isEmpty {
      folder = named
    } else if let settings {
      folder = settings.asFolder + "boxwalk/cameras"
    } else {
      throw EditError(
        .notFound, "there is no folder for the settings of cameras: BOXWALK_CAMERAS can name one")
    }
  }

  /// The path of a file about a camera. Throws if the name cannot be that of a file.
  ///
  /// - Parameter ending: the extension, with its dot.
  public func path(of camera: String, ending: String) throws(EditError) -> String {
    guard !camera.isEmpty, !camera.utf8.contains(UInt8(ascii: "/")), !camera.hasPrefix(".") else {
      throw EditError(.invalid, "'\(camera)' cannot be the name of a camera")
    }
    return folder.asFolder + camera + ending
  }

  /// The files about a camera: those with its name, and those whose name goes on with a mode after a space. Throws if there
  /// are none.
  public func paths(of camera: String) throws(EditError) -> [String] {
    let contents = (try? BytePath(Array(folder.utf8)).contents()) ?? []
    let names = contents.map { String(decoding: $0.name, as: UTF8.self) }
      .filter { !$0.hasPrefix(".") }.sorted()
    let wanted = camera.lowercased()
    let found = names.filter {
      let name = $0.splitAtExtension.stem.lowercased()
      return name == wanted || name.hasPrefix(wanted + " ")
    }
    guard found.isEmpty else { return found.map { folder.asFolder + $0 } }
    let known = names.map { "'\($0.splitAtExtension.stem)'" }
    throw EditError(
      .notFound,
      "no camera '\(camera)' is known"
        + (known.isEmpty ? "" : ", only \(known.joined(separator: ", "))")
        + ": boxwalk repair --learn GOOD.MOV --camera '\(camera)' learns it from a good recording")
  }
}
