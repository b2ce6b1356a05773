import WorkerClient

/// The text of `boxwalk --version`: a line for programs, and two for users.
struct VersionText: CustomStringConvertible {
  let description: String

  init(version: String, _ diagnosis: Diagnosis) {
    var lines = ["boxwalk \(version)"]
    if let problem = diagnosis.problem { lines.append("  problem    \(problem)") }
    let libraries = diagnosis.libraries.filter { !$0.version.isEmpty }
    let engines = libraries.filter { !$0.engine.isEmpty && $0.problem.isEmpty }
    let others = libraries.filter { $0.engine.isEmpty || !$0.problem.isEmpty }
    for (title, found) in [("engines  ", engines), ("libraries", others)] where !found.isEmpty {
      let names = found.map { "\($0.name) \($0.version)" }
      lines.append("  \(title)  \(names.joined(separator: ", "))")
    }
    description = lines.joined(separator: "\n")
  }
}
