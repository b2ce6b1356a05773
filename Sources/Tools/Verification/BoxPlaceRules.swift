import ISOBMFF

/// The information of the registry about the containers of boxes.
enum BoxPlaceRules {
  /// A box whose number in a container is restricted, or the variants of a box.
  struct Group {
    /// More than one are variants.
    var definitions: [BoxDefinition]
    var place: BoxPlace

    var isMandatory: Bool { place.occurrence != .atMostOne && place.occurrence != .any }
    var isSingle: Bool { place.occurrence != .atLeastOne && place.occurrence != .any }

    func contains(_ box: Box) -> Bool {
      definitions.contains { box.type == $0.type && box.userType == $0.userType }
    }

    /// `stsz (SampleSizeBox) or stz2 (CompactSampleSizeBox)`
    var words: String {
      definitions.map { "\($0.type) (\($0.title))" }.joined(separator: " or ")
    }
  }

  /// The boxes that may be in a container, with their allowed numbers.
  static func groups(in container: BoxPlace.Container) -> [Group] { index[container, default: []] }

  private static let index: [BoxPlace.Container: [Group]] = {
    var index: [BoxPlace.Container: [Group]] = [:]
    for definition in BoxRegistry.definitions.values.joined() {
      for place in definition.places {
        for container in place.containers {
          let variants = index[container]?.firstIndex {
            !place.variants.isEmpty && $0.place.variants == place.variants
          }
          if let variants {
            index[container]?[variants].definitions.append(definition)
          } else {
            index[container, default: []].append(Group(definitions: [definition], place: place))
          }
        }
      }
    }
    return index.mapValues { list in
      list.sorted { $0.definitions[0].type.rawValue < $1.definitions[0].type.rawValue }
    }
  }()

  /// The ways in which a box is a container; nil is the file.
  static func containers(of place: ExaminedBox?, in file: ExaminedFile) -> [BoxPlace.Container] {
    guard let place else { return [.file] }
    guard file.container(of: place)?.type == "stsd" else { return [.box(place.type)] }
    var containers: [BoxPlace.Container] = [.box(place.type), .sampleEntry]
    if place.box[VisualSampleEntry.self] != nil { containers.append(.visualSampleEntry) }
    if place.box[AudioSampleEntry.self] != nil { containers.append(.audioSampleEntry) }
    return containers
  }

  /// The containers of a file whose boxes could all be read.
  static func readable(in file: ExaminedFile) -> [ExaminedBox] {
    file.walk.filter { place in
      place.box.isContainer && place.box.damage.isEmpty
    }
  }
}
