import ISOBMFF
import Movie

enum GroupUnknownEntity: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.18.3"
  static let sentence = "The members of a group are items or tracks of the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let grpl = file.metaBox("grpl") else { return }
    let tracks = Set(file.movie?.tracks.map(\.id) ?? [])
    for place in file.children(of: grpl) {
      guard let group = place.box[EntityToGroupBox.self] else { continue }
      for (index, id) in group.entityIDs.enumerated() where !file.exists(id) && !tracks.contains(id)
      {
        findings.add(
          at: place, field: ["entity_id[\(index)]"],
          "the group \(group.groupID) has the member \(id), which is neither an item nor a track")
      }
    }
  }
}
