package import Text

extension RemoteReader {
  /// The requests for files so far, as a member of a JSON document; empty if all files are local.
  package func transfer(
    of names: [String], as key: String = "transfer"
  ) -> [(String, JSONValue?)] {
    let tallies = names.compactMap { tally(of: $0) }
    guard !tallies.isEmpty else { return [] }
    return [
      (
        key,
        .object([
          ("requests", .int(tallies.reduce(0) { $0 + $1.requests })),
          ("bytes", .int(tallies.reduce(0) { $0 + $1.bytes })),
          ("seconds", .double(tallies.reduce(0) { $0 + $1.seconds })),
        ])
      )
    ]
  }
}
