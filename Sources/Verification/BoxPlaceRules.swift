import ISOBMFF

/// The information of the registry about the containers of boxes.
enum BoxPlaceRules {
  /// The definitions of boxes that may be in a container, with their allowed numbers.
  static func definitions(
    in container: BoxPlace.Container
  ) -> [(definition: BoxDefinition, occurrence: BoxPlace.Occurrence)] {
    index[container, default: []]
  }

  /// The boxes that have to be in a container.
  static func mandatory(in container: BoxPlace.Container) -> [BoxDefinition] {
    mandatoryIndex[container, default: []]
  }

  private static let mandatoryIndex = index.mapValues { list in
    list.filter { $0.occurrence == .exactlyOne || $0.occurrence == .atLeastOne }.map(\.definition)
  }

  private static let index:
    [BoxPlace.Container: [(definition: BoxDefinition, occurrence: BoxPlace.Occurrence)]] = {
      var index:
        [BoxPlace.Container: [(definition: BoxDefinition, occurrence: BoxPlace.Occurrence)]] = [:]
      for definition in BoxRegistry.definitions.values.joined() {
        for place in definition.places {
          for container in place.containers {
            index[container, default: []].append((definition, place.occurrence))
          }
        }
      }
      return index.mapValues { list in
        list.sorted { $0.definition.type.rawValue < $1.definition.type.rawValue }
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

  static func isSame(_ box: Box, _ definition: BoxDefinition) -> Bool {
    box.type == definition.type && box.userType == definition.userType
  }
}
