package import ArgumentParser
package import ISOBMFF

/// Boxes as a user names them: `moov/trak[1]`, `//dvvC`, and `/` for the file itself.
package struct BoxPatternArgument: Sendable {
  /// The pattern; nil for the file itself.
  package let pattern: BoxPattern?

  /// - Parameter argument: a pattern of boxes.
  package init(_ argument: String) throws {
    guard let pattern = BoxPattern(argument) else {
      throw ValidationError(
        "A path has types of boxes, of four characters each, as in moov/trak[1]/tkhd, or the name of a JPEG segment, as in APP1[1]; * is any, // any depth."
      )
    }
    self.pattern = pattern
  }

  /// - Parameter argument: a pattern, or `/`.
  package static func orFile(_ argument: String) throws -> BoxPatternArgument {
    argument == "/" ? BoxPatternArgument(pattern: nil) : try BoxPatternArgument(argument)
  }

  private init(pattern: BoxPattern?) { self.pattern = pattern }

  /// The types that can be the next step of the path, for the completions of a shell.
  package static let completion = CompletionKind.custom { _, _, typed in
    let end = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (way, isDescendant) = (typed[..<end], typed[..<end].hasSuffix("//"))
    let last = BoxPattern(String(way.dropLast()))?.steps.last
    let container: BoxContext.Container? =
      way.isEmpty ? .file : isDescendant ? nil : last?.type.map { .box($0) }
    return BoxRegistry.types(in: container).map { "\(way)\($0)" }.filter { $0.hasPrefix(typed) }
  }
}

/// `512M`, `2G`
package struct MemorySize: ExplainedArgument {
  package static let form = "a number of bytes above 0, such as 512M or 2G"

  package var byteCount: UInt64

  package init?(argument: String) {
    let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    guard let last = argument.last else { return nil }
    let unit = units[Character(last.uppercased())]
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number < 1e9
    else { return nil }
    byteCount = UInt64(number * Double(unit ?? 1))
  }
}
