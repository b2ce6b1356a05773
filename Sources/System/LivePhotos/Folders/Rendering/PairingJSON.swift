package import Text

/// The result of pairing as lines of JSON; Documentation/live-pair-json.md describes them.
package struct PairingJSON {
  private let pairing: Pairing
  private let unread: [LibraryError]
  private let showsAll: Bool

  /// - Parameters:
  ///   - unread: the files and folders that cannot be read.
  ///   - showsAll: whether files with nothing to report are written, too.
  package init(pairing: Pairing, unread: [LibraryError], showsAll: Bool) {
    (self.pairing, self.unread, self.showsAll) = (pairing, unread, showsAll)
  }

  static let schema = "boxwalk.live-pair/1"

  package func write(to output: TextOutput) {
    for group in pairing.groups where showsAll || pairing.isNotable(group) {
      PairingJSON.line("group", to: output) { json in write(group, to: &json) }
    }
    for (number, conflict) in pairing.conflicts.enumerated() {
      PairingJSON.line("conflict", to: output) { json in
        json.key("number")
        json.integer(number)
        json.key("kind")
        json.string(conflict.kind.rawValue)
        json.key("message")
        json.string(conflict.kind.sentence)
        json.key("files")
        json.open(.array)
        for file in conflict.files {
          json.string(String(decoding: path(file).bytes, as: UTF8.self))
        }
        json.close(.array)
      }
    }
    for error in unread {
      PairingJSON.line("unread", to: output) { json in
        PairingJSON.path(error.path, "path", to: &json)
        json.key("reason")
        json.string(error.text)
      }
    }
    let counts = PairingCounts(pairing)
    PairingJSON.line("summary", to: output) { json in
      json.key("files")
      json.integer(counts.files)
      json.key("pairs")
      json.open(.object)
      for confidence in Pairing.Confidence.allCases.reversed() {
        json.key(confidence.rawValue)
        json.integer(counts.pairs[confidence] ?? 0)
      }
      json.close(.object)
      for (key, value) in [
        ("unpaired", counts.unpaired), ("conflicts", counts.conflicts),
        ("problems", counts.problems),
      ] {
        json.key(key)
        json.integer(value)
      }
    }
  }

  /// A document of a type.
  package static func line(
    _ type: String, to output: TextOutput, _ body: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter(output)
    json.open(.object)
    json.key("schema")
    json.string(schema)
    json.key("type")
    json.string(type)
    body(&json)
    json.close(.object)
    output.line()
  }

  /// A path, and its bytes if they are not UTF-8.
  package static func path(_ path: LibraryPath, _ key: String, to json: inout JSONWriter) {
    json.key(key)
    json.string(String(decoding: path.bytes, as: UTF8.self))
    if path.text == nil {
      json.key(key + "Bytes")
      json.hex(path.bytes)
    }
  }

  private func path(_ file: Int) -> LibraryPath { pairing.files[file].path }

  private func write(_ group: Pairing.Group, to json: inout JSONWriter) {
    json.key("pairs")
    json.open(.array)
    for pair in group.pairs { write(pair, to: &json) }
    json.close(.array)
    json.key("members")
    json.open(.array)
    for member in group.members { write(member, to: &json) }
    json.close(.array)
    json.key("conflicts")
    json.open(.array)
    for conflict in group.conflicts { json.integer(conflict) }
    json.close(.array)
  }

  private func write(_ pair: Pairing.Pair, to json: inout JSONWriter) {
    json.open(.object)
    PairingJSON.path(path(pair.still), "still", to: &json)
    PairingJSON.path(path(pair.movie), "movie", to: &json)
    json.key("confidence")
    json.string(pair.confidence.rawValue)
    json.key("evidence")
    json.open(.array)
    for evidence in pair.evidence { write(evidence, to: &json) }
    json.close(.array)
    json.close(.object)
  }

  private func write(_ evidence: Pairing.Evidence, to json: inout JSONWriter) {
    json.open(.object)
    json.key("kind")
    json.string(evidence.kind)
    switch evidence {
    case .identifier(let identifier):
      json.key("identifier")
      json.string(identifier.text)
    case .stem, .folder, .sidecar: break
    case .name(let rules):
      json.key("rules")
      json.open(.array)
      for rule in rules { json.string(rule.rawValue) }
      json.close(.array)
    case .captureTime(let distance):
      json.key("seconds")
      json.number(Double(distance.milliseconds) / 1000)
      json.key("zonesKnown")
      if case .exact = distance { json.bool(true) } else { json.bool(false) }
    case .duration(let seconds):
      json.key("seconds")
      json.number(seconds)
    case .model(let model):
      json.key("model")
      json.string(model)
    }
    json.close(.object)
  }

  private func write(_ member: Pairing.Member, to json: inout JSONWriter) {
    let file = pairing.files[member.file]
    json.open(.object)
    PairingJSON.path(file.path, "path", to: &json)
    json.key("role")
    json.string(member.role.rawValue)
    json.key("kind")
    json.string(file.facts.kind.rawValue)
    json.key("bytes")
    json.integer(file.size)
    let texts: [(String, String?)] = [
      ("identifier", file.facts.identifier?.text), ("burst", file.facts.burst),
      ("captured", file.facts.captureTime?.description), ("model", file.facts.model),
      ("problem", file.facts.problem),
    ]
    for (key, text) in texts {
      guard let text else { continue }
      json.key(key)
      json.string(text)
    }
    if file.facts.isMotionPhoto {
      json.key("motionPhoto")
      json.bool(true)
    }
    if let duration = file.facts.duration {
      json.key("duration")
      json.number(duration)
    }
    json.close(.object)
  }
}

extension Pairing.Evidence {
  /// The name of the kind for programs.
  var kind: String {
    switch self {
    case .identifier: "identifier"
    case .stem: "stem"
    case .name: "name"
    case .folder: "folder"
    case .captureTime: "captureTime"
    case .sidecar: "sidecar"
    case .duration: "duration"
    case .model: "model"
    }
  }
}
