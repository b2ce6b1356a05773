import ISOBMFF

enum FragmentTimeGap: Rule {
  static let id = "tfdt-gap"
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.8.12"
  static let sentence = "A fragment starts at the time at which the one before it ends."

  static func check(_ file: VerifiedFile, _ findings: inout Findings) {
    var ends: [UInt32: (start: UInt64, end: UInt64)] = [:]
    for track in file.trackFragments {
      guard let (place, time) = track.decodeTime else {
        // Without a time, it goes on where the one before ends.
        if let last = ends[track.trackID] {
          ends[track.trackID] = (last.end, last.end &+ track.duration)
        }
        continue
      }
      defer { ends[track.trackID] = (time, time &+ track.duration) }
      guard let last = ends[track.trackID], time >= last.start, time != last.end else { continue }
      findings.add(
        at: place, field: ["baseMediaDecodeTime"],
        "a fragment of track \(track.trackID) starts at \(time), but the one before it ends at "
          + "\(last.end)")
    }
  }
}
