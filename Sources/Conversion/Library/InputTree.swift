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

/// A pattern for names of files: `*.heic`, `2023/**`, `IMG_[0-9]???.*`.
///
/// `*` matches any characters in a name, `?`, `[a-z]` and `[!a-z]` match one, and `**` matches any folders. A pattern
/// without a slash is compared with the last name of a path; other patterns are compared with the whole path. If a
/// folder matches, everything in it matches. Upper and lower case are equal.
public struct GlobPattern: Sendable {
  private enum Element: Equatable {
    case character(Character)
    case any
    case some
    case oneOf([ClosedRange<Character>], isInverted: Bool)
  }

  private let names: [[Element]]
  private let isAnyFolders: [Bool]
  private let hasSlash: Bool

  /// Reads a pattern. Every text is a pattern: a bracket without its end matches itself.
  public init(_ pattern: String) {
    let parts = pattern.lowercased().pathNames
    hasSlash = pattern.utf8.dropLast().contains(UInt8(ascii: "/"))
    isAnyFolders = parts.map { $0 == "**" }
    names = parts.map { GlobPattern.elements(Array($0)) }
  }

  /// Whether a bracket has no end, so that it matches itself.
  package var hasOpenBracket: Bool { names.joined().contains(.character("[")) }

  /// Whether the pattern matches a path.
  ///
  /// - Parameter path: a relative path, such as `2023/IMG_1.HEIC`.
  public func matches(_ path: String) -> Bool {
    let path = path.lowercased().pathNames.map(Array.init)
    guard hasSlash else {
      guard let name = names.first else { return false }
      return path.contains { GlobPattern.matches(name, $0) }
    }
    // The folders of a longer path that are matched decide.
    return (1...max(1, path.count)).contains { matchesWhole(path.prefix($0)) }
  }

  private func matchesWhole(_ path: ArraySlice<[Character]>) -> Bool {
    matchesWildcards(
      names.indices, path, isWildcard: { isAnyFolders[$0] },
      matches: { GlobPattern.matches(names[$0], $1) })
  }

  private static func matches(_ elements: [Element], _ name: [Character]) -> Bool {
    matchesWildcards(elements, name[...], isWildcard: { $0 == .some }, matches: matches)
  }

  private static func matches(_ element: Element, _ character: Character) -> Bool {
    switch element {
    case .character(let own): own == character
    case .any: true
    case .some: false
    case .oneOf(let ranges, let isInverted):
      ranges.contains { $0.contains(character) } != isInverted
    }
  }

  private static func elements(_ pattern: [Character]) -> [Element] {
    var elements: [Element] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case "*": elements.append(.some)
      case "?": elements.append(.any)
      case "[":
        if let (element, end) = characters(pattern, index + 1) {
          elements.append(element)
          index = end
        } else {
          elements.append(.character("["))
        }
      default: elements.append(.character(pattern[index]))
      }
      index += 1
    }
    return elements
  }

  /// The content of brackets, and their end; nil if the end is missing.
  private static func characters(_ pattern: [Character], _ start: Int) -> (Element, Int)? {
    var index = start
    let isInverted = index < pattern.count && (pattern[index] == "!" || pattern[index] == "^")
    if isInverted { index += 1 }
    var ranges: [ClosedRange<Character>] = []
    while index < pattern.count {
      // A closing bracket that comes first is an ordinary character.
      if pattern[index] == "]", !ranges.isEmpty {
        return (.oneOf(ranges, isInverted: isInverted), index)
      }
      let first = pattern[index]
      if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
        ranges.append(min(first, pattern[index + 2])...max(first, pattern[index + 2]))
        index += 3
      } else {
        ranges.append(first...first)
        index += 1
      }
    }
    return nil
  }
}

/// Whether a pattern matches a whole list, if its wildcards match any number of elements.
///
/// The time that it takes is at most the product of both lengths.
private func matchesWildcards<Pattern: RandomAccessCollection<Element>, Element, Value>(
  _ pattern: Pattern, _ values: ArraySlice<Value>, isWildcard: (Element) -> Bool,
  matches: (Element, Value) -> Bool
) -> Bool {
  var (rest, index) = (pattern[...], values.startIndex)
  // The position after the last wildcard, which takes one more value each time that the rest does not
  // fit.
  var retry: (rest: Pattern.SubSequence, index: Int)?
  while index < values.endIndex {
    if let element = rest.first, isWildcard(element) {
      rest = rest.dropFirst()
      retry = (rest, index)
    } else if let element = rest.first, matches(element, values[index]) {
      rest = rest.dropFirst()
      index += 1
    } else if let (last, start) = retry {
      retry = (last, start + 1)
      (rest, index) = (last, start + 1)
    } else {
      return false
    }
  }
  return rest.allSatisfy(isWildcard)
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
