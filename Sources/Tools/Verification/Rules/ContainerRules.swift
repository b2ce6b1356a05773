import ISOBMFF

/// The information of the registry about the containers of boxes.
enum ContainerRules {
  /// A box whose number in a container is restricted, or the variants of a box.
  struct Group {
    /// More than one are variants.
    var definitions: [BoxDefinition]
    var context: BoxContext

    var isMandatory: Bool { context.occurrence != .atMostOne && context.occurrence != .any }
    var isSingle: Bool { context.occurrence != .atLeastOne && context.occurrence != .any }

    func contains(_ box: Box) -> Bool {
      definitions.contains { box.type == $0.type && box.userType == $0.userType }
    }

    /// `stsz (SampleSizeBox) or stz2 (CompactSampleSizeBox)`
    var description: String {
      definitions.map { "\($0.type) (\($0.title))" }.joined(separator: " or ")
    }
  }

  /// The boxes that may be in a container, with their allowed numbers.
  static func groups(in container: BoxContext.Container) -> [Group] {
    index[container, default: []]
  }

  private static let index: [BoxContext.Container: [Group]] = {
    var index: [BoxContext.Container: [Group]] = [:]
    for definition in BoxRegistry.definitions.values.joined() {
      for context in definition.contexts {
        for container in context.containers {
          let variants = index[container]?.firstIndex {
            !context.variants.isEmpty && $0.context.variants == context.variants
          }
          if let variants {
            index[container]?[variants].definitions.append(definition)
          } else {
            index[container, default: []].append(Group(definitions: [definition], context: context))
          }
        }
      }
    }
    return index.mapValues { list in
      list.sorted { $0.definitions[0].type.rawValue < $1.definitions[0].type.rawValue }
    }
  }()

  /// The ways in which a box is a container; nil is the file.
  static func containers(of box: ExaminedBox?, in file: ExaminedFile) -> [BoxContext.Container] {
    guard let box else { return [.file] }
    guard file.container(of: box)?.type == "stsd" else { return [.box(box.type)] }
    var containers: [BoxContext.Container] = [.box(box.type), .sampleEntry]
    if box[VisualSampleEntry.self] != nil { containers.append(.visualSampleEntry) }
    if box[AudioSampleEntry.self] != nil { containers.append(.audioSampleEntry) }
    return containers
  }

  /// The containers of a file whose boxes could all be read.
  static func readable(in file: ExaminedFile) -> [ExaminedBox] {
    file.walk.filter { $0.box.isContainer && $0.box.damage.isEmpty }
  }
}
