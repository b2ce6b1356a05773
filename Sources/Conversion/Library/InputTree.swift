import FieldCoding
import Files
import ISOBMFF

/// The files in a folder and its subfolders, selected by their names, or by their content where a name says nothing.
public struct InputTree: Sendable {
  /// The paths relative to the folder, in the order of their bytes.
  public private(set) var paths: [String] = []
  /// Images in formats that are not converted, by their names, in the same order.
  package private(set) var otherPictures: [String] = []
  /// Movies that do not consist of boxes, by their names, in the same order.
  package private(set) var otherMovies: [String] = []
  /// Sentences about folders that could not be listed.
  public private(set) var problems: [String] = []

  /// Hidden files and folders are left out, and symbolic links are not followed.
  ///
  /// - Parameters:
  ///   - extensions: the extensions of the files to list, in lower case.
  ///   - avoided: a folder that is not listed, such as the output folder.
  ///   - entering: is called with each folder, including the first, before it is listed.
  public init(
    _ root: String, extensions: Set<String>, avoiding avoided: String? = nil,
    entering: (String) -> Void = { _ in }
  ) {
    var avoidedStatus: BytePath.Status?
    do throws(SystemError) {
      if let avoided, let path = try pathWithoutLinks(avoided) {
        avoidedStatus = try BytePath(Array(path.utf8)).status()
      }
    } catch {
      problems.append("\(error)")
    }
    let avoided = avoidedStatus
    let otherPictureExtensions = MediaExtensions.raw.union(MediaExtensions.otherPictures)
    var waiting = [""]
    while let folder = waiting.popLast() {
      let path = root + "/" + folder
      entering(path.withoutLastSlashes)
      ListedFolders.add(path.utf8, below: root.utf8)
      do throws(SystemError) {
        for (bytes, status) in try BytePath(Array(path.utf8)).contents() {
          guard bytes.first != UInt8(ascii: ".") else { continue }
          let name = String(decoding: bytes, as: UTF8.self)
          guard name.utf8.elementsEqual(bytes) else {
            if status.kind == .folder || status.kind == .file && InputTree.isMeant(name, extensions)
            {
              problems.append("\(path)\(name): is not a UTF-8 name; convmv makes it one")
            }
            continue
          }
          switch status.kind {
          case .folder where status.inode == avoided?.inode && status.device == avoided?.device:
            continue
          case .folder: waiting.append(folder + name + "/")
          case .file where InputTree.isMeant(name, extensions): paths.append(folder + name)
          case .file where InputTree.isMeant(name, otherPictureExtensions):
            otherPictures.append(folder + name)
          case .file:
            let ending = InputTree.ending(of: path + name)
            if extensions.contains(ending) {
              paths.append(folder + name)
            } else if MediaExtensions.otherMovies.contains(ending) {
              otherMovies.append(folder + name)
            }
          case .link, .other: continue
          }
        }
      } catch {
        problems.append("\(error)")
      }
    }
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    otherPictures.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    otherMovies.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The extension of a file in lower case; if it says nothing of what the file is, that of its content.
  package static func ending(of path: String) -> String {
    let own = MediaExtensions.of(path)
    let isPlain =
      MediaExtensions.all.subtracting(MediaExtensions.otherMovies).contains(own)
      || MediaExtensions.companions.contains(own)
    guard !isPlain, let bytes = try? ByteSource(mapping: path).bytes else { return own }
    return MediaExtensions.usual(of: bytes) ?? own
  }

  /// Whether a file of a folder is one of those, by its name.
  static func isMeant(_ path: String, _ extensions: Set<String>) -> Bool {
    path.lastPathName.utf8.first != UInt8(ascii: ".")
      && extensions.contains(path.fileExtension.lowercased())
  }
}

/// A selection of files in a list.
public struct FileSelection: Sendable {
  /// If there are any, only files that match one of these patterns are selected.
  public var included: [GlobPattern] = []
  /// Files that match one of these patterns are not selected.
  public var excluded: [GlobPattern] = []
  /// The part of the list that is selected; nil for the whole list.
  public var shard: BatchShard?

  public init() {}

  /// Whether the patterns select a file. The shard is not considered.
  public func takes(_ path: String) -> Bool {
    (included.isEmpty || included.contains { $0.matches(path) })
      && !excluded.contains { $0.matches(path) }
  }
}
