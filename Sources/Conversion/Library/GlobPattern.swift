import Files

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
