/// A pattern of box paths from the top of the file, with wildcards: `meta/iprp/ipco/hvcC[2]`, `meta/*`, `//dvvC`,
/// `moov/trak[type=vide]//stsd/*`.
///
/// Each step names a type of box, or any type with `*`; after `//`, the box is at any depth. Brackets choose boxes of the
/// type: `[2]` is the third of its type in its container, `[*]` all, `[type=vide]` those with this handler type, and
/// `[id=3]` the track or item with this ID. Without brackets, a step matches the first box of the type in its container;
/// after `//`, it matches all.
public struct BoxPattern: Equatable, Sendable, CustomStringConvertible {
  /// A step of the path.
  public struct Step: Equatable, Sendable {
    /// The selection among the boxes with the name.
    public enum Choice: Equatable, Sendable {
      /// The box with this index among those of the name in the same container.
      case number(Int)
      /// Each of them.
      case each
      /// Boxes whose handler box (ISO/IEC 14496-12 §8.4.3), in them or in their `mdia`, has this type.
      case handler(FourCC)
      /// The track, track fragment or item with this number.
      case id(UInt32)
    }

    /// The type; nil for any.
    public var type: FourCC?
    /// Which of them.
    public var choice: Choice
    /// Whether it matches at any depth below the previous step, and not only directly in it.
    public var isDescendant: Bool
  }

  /// The steps, at least one.
  public let steps: [Step]

  /// Reads a pattern. Nil if `text` is not a pattern.
  public init?(_ text: String) {
    var steps: [Step] = []
    var rest = text[...]
    repeat {
      var isDescendant = false
      if steps.isEmpty ? rest.hasPrefix("//") : rest.hasPrefix("/") {
        isDescendant = true
        rest = rest.dropFirst(steps.isEmpty ? 2 : 1)
      }
      let end = rest.firstIndex(of: "/")
      guard let step = Step(rest[..<(end ?? rest.endIndex)], isDescendant: isDescendant) else {
        return nil
      }
      steps.append(step)
      guard let end else { break }
      rest = rest[rest.index(after: end)...]
    } while true
    self.steps = steps
  }

  /// The path of one box, if the pattern is a path.
  public var path: BoxPath? {
    var path = BoxPath(steps: [])
    for step in steps {
      guard !step.isDescendant, let type = step.type, case .number(let number) = step.choice else {
        return nil
      }
      path.steps.append(BoxPath.Step(type: type, index: number))
    }
    return path
  }

  /// The pattern as ``init(_:)`` reads it.
  public var description: String {
    var text = ""
    for (index, step) in steps.enumerated() {
      if index > 0 { text += "/" }
      if step.isDescendant { text += index > 0 ? "/" : "//" }
      text += "\(step)"
    }
    return text
  }
}

extension BoxPattern.Step: CustomStringConvertible {
  fileprivate init?(_ text: Substring, isDescendant: Bool) {
    var name = text
    var choice: Choice?
    let isAny = text == "*" || text.hasPrefix("*[")
    if isAny || text.unicodeScalars.count > 4, text.hasSuffix("]"),
      let open = text.lastIndex(of: "[")
    {
      guard let read = Choice(text[text.index(after: open)...].dropLast()) else { return nil }
      choice = read
      name = text[..<open]
    }
    self.isDescendant = isDescendant
    self.choice = choice ?? (isAny || isDescendant ? .each : .number(0))
    if name == "*" { return }
    guard let type = FourCC(name) ?? BoxPattern.marker(name) else { return nil }
    self.type = type
  }

  /// The step without the separator before it: `trak[type=vide]`.
  public var description: String {
    let name =
      type.map { "\($0)" }.map { text in
        let marker = text.dropLast()
        return BoxPattern.marker(marker) == type ? String(marker) : text
      } ?? "*"
    return switch choice {
    case .number(0) where type != nil && !isDescendant: name
    case .number(let number): "\(name)[\(number)]"
    case .each: type == nil || isDescendant ? name : "\(name)[*]"
    case .handler(let type): "\(name)[type=\(type)]"
    case .id(let id): "\(name)[id=\(id)]"
    }
  }
}

extension BoxPattern.Step.Choice {
  fileprivate init?(_ text: Substring) {
    if text == "*" {
      self = .each
    } else if text.hasPrefix("type=") {
      guard let type = FourCC(text.dropFirst(5)) else { return nil }
      self = .handler(type)
    } else if text.hasPrefix("id=") {
      guard let id = UInt32(text.dropFirst(3)) else { return nil }
      self = .id(id)
    } else {
      guard let number = Int(text), number >= 0 else { return nil }
      self = .number(number)
    }
  }
}

// MARK: - Segments of JPEG files

extension BoxPattern {
  /// The names of marker segments with three letters (ISO/IEC 10918-1 table B.1); the others have four, as types of
  /// boxes do.
  private static let markers: Set<Substring> = [
    "COM", "DAC", "DHP", "DHT", "DNL", "DQT", "DRI", "EXP", "JPG", "SOS",
  ]

  /// A name with three letters as a type, of which a space is the fourth.
  fileprivate static func marker(_ name: Substring) -> FourCC? {
    markers.contains(name) ? FourCC("\(name) ") : nil
  }

  /// The segments of a JPEG file that the pattern matches: `APP1`, `DQT[1]`, `APP1[*]`, `*`.
  ///
  /// - Parameter names: the names of all segments in the order of the file, as an inspection shows them.
  public func segments(of names: [String]) -> [String] {
    guard steps.count == 1, let step = steps.first else { return [] }
    return names.enumerated().compactMap { offset, name -> String? in
      let marker = name.prefix { $0 != "[" }
      guard step.type == nil || step.type == (FourCC(marker) ?? BoxPattern.marker(marker)) else {
        return nil
      }
      let index = name.dropFirst(marker.count + 1).dropLast()
      let number = step.type == nil ? offset : Int(index) ?? 0
      return switch step.choice {
      case .number(let wanted): wanted == number ? name : nil
      case .each: name
      case .handler, .id: nil
      }
    }
  }
}

// MARK: - Finding boxes

extension BoxPattern {
  /// The paths of all boxes of a file that match the pattern, in the order of the file.
  public func paths(in file: BoxFile) -> [BoxPath] {
    var found: [BoxPath] = []
    find(in: file.boxes, at: BoxPath(steps: []), [0], &found)
    return found
  }

  /// The path of the only box that matches the pattern. It throws if there is none, or more than one.
  public func onlyPath(in file: BoxFile) throws(BoxPatternError) -> BoxPath {
    let paths = paths(in: file)
    guard let path = paths.first else { throw BoxPatternError("there is no box at \(self)") }
    guard paths.count == 1 else {
      let names = paths.prefix(4).map(\.description).joined(separator: ", ")
      throw BoxPatternError(
        "\(self) names \(paths.count) boxes: \(names)\(paths.count > 4 ? ", …" : ""); name one of them"
      )
    }
    return path
  }

  /// - Parameter states: the steps that the boxes can match, each once.
  private func find(
    in boxes: [Box], at container: BoxPath, _ states: [Int], _ found: inout [BoxPath]
  ) {
    var counts = TypeCounts()
    for (index, box) in boxes.enumerated() {
      let number = counts.next(box.type)
      var next: [Int] = []
      var isFound = false
      for state in states {
        let step = steps[state]
        if step.isDescendant, next.last != state { next.append(state) }
        guard step.names(box, number: step.type == nil ? index : number) else { continue }
        if state + 1 < steps.count { next.append(state + 1) } else { isFound = true }
      }
      guard isFound || !next.isEmpty else { continue }
      var path = container
      path.steps.append(BoxPath.Step(type: box.type, index: number))
      if isFound { found.append(path) }
      if !next.isEmpty { find(in: box.children, at: path, next, &found) }
    }
  }
}

extension BoxPattern.Step {
  fileprivate func names(_ box: Box, number: Int) -> Bool {
    // Characters that cannot be printed are shown as dots, which users may copy.
    if let type, box.type != type, "\(box.type)" != "\(type)" { return false }
    return switch choice {
    case .number(let wanted): number == wanted
    case .each: true
    case .handler(let type): box.handlerType == type
    case .id(let id): box.statedID == id
    }
  }
}

extension Box {
  fileprivate var handlerType: FourCC? {
    (children.first(HandlerBox.self) ?? children.at("mdia").first(HandlerBox.self))?.handlerType
  }

  /// The ID of the track or item that it describes.
  fileprivate var statedID: UInt32? {
    self[ItemInfoEntry.self]?.itemID ?? children.first(TrackHeaderBox.self)?.trackID
      ?? children.first(TrackFragmentHeaderBox.self)?.trackID
  }
}

/// The reason why a pattern does not match exactly one box, as the end of a sentence.
public struct BoxPatternError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  init(_ description: String) { self.description = description }
}

/// The path of a box from the top level of the file: `meta/iprp/ipco/hvcC[2]`.
public struct BoxPath: Equatable, Sendable, CustomStringConvertible {
  /// A step from a container to a box in it.
  public struct Step: Equatable, Sendable {
    /// The type of the box.
    public var type: FourCC
    /// The index of the box among those of this type in the same container.
    public var index = 0

    public init(type: FourCC, index: Int = 0) {
      self.type = type
      self.index = index
    }
  }

  /// The steps from the top of the file down.
  public var steps: [Step]

  /// No steps name the file itself.
  public init(steps: [Step]) { self.steps = steps }

  /// Reads a path. Nil if `text` is not a path.
  public init?(_ text: String) {
    steps = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      var name = part
      var index = 0
      if part.unicodeScalars.count > 4, part.hasSuffix("]"), let open = part.lastIndex(of: "[") {
        guard let number = Int(part[part.index(after: open)...].dropLast()), number >= 0 else {
          return nil
        }
        index = number
        name = part[..<open]
      }
      guard let type = FourCC(name) else { return nil }
      steps.append(Step(type: type, index: index))
    }
  }

  public var description: String {
    steps.map { $0.index == 0 ? "\($0.type)" : "\($0.type)[\($0.index)]" }.joined(separator: "/")
  }
}
