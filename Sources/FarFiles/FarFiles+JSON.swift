package import JSON

extension FarFiles {
  /// What was asked for a file, as a member of a JSON document; nothing for a file of this computer.
  package func transfer(of name: String) -> [(String, JSONValue?)] {
    let transfer = tally(of: name).map { tally in
      JSONValue.object([
        ("requests", .int(tally.requests)), ("bytes", .int(tally.bytes)),
        ("seconds", .double(tally.seconds)),
      ])
    }
    return [("transfer", transfer)]
  }
}
