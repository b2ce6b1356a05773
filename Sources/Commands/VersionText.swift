import Conversion
import Inspection

/// What `boxwalk --version` says: a line for programs, and a few for people.
struct VersionText {
  var version: String
  var diagnosis: Diagnosis

  func write(to output: Output) {
    output.line("boxwalk \(version)")
    if let problem = diagnosis.problem { output.line("  problem    \(problem)") }
    let libraries = diagnosis.libraries.filter { !$0.version.isEmpty }
    let isEngine = { (library: Diagnosis.Library) in
      !library.engine.isEmpty && library.problem.isEmpty
    }
    list("engines", libraries.filter { isEngine($0) }, output)
    list("libraries", libraries.filter { !isEngine($0) }, output)
    output.flush()
  }

  private func list(_ title: String, _ libraries: [Diagnosis.Library], _ output: Output) {
    guard !libraries.isEmpty else { return }
    let names = libraries.map { "\($0.name) \($0.version)" }
    let padding = String(repeating: " ", count: 10 - title.count)
    output.line("  \(title)\(padding) \(names.joined(separator: ", "))")
  }
}
