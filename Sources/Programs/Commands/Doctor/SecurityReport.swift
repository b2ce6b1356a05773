import FieldCoding
import Text
import WorkerProtocol

/// The protections of this computer from a hostile image.
struct SecurityReport {
  private let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// Whether an attacker who controls the worker can do nothing with it.
  var isShutIn: Bool {
    diagnosis.sandbox.map { $0.breaches.isEmpty && $0.missing.isEmpty } ?? false
  }

  /// Writes what protects, what an attacker could do, and known vulnerabilities of the libraries.
  func write(to output: TextOutput) {
    output.line("boxwalk-codec: \(diagnosis.worker ?? "not found")")
    guard let sandbox = diagnosis.sandbox else {
      return output.line(
        "  does not answer: \(diagnosis.problem ?? "it may be of another version")")
    }
    output.line("  a separate process for each image, which gets two open files and a message")
    for (name, text, isThere) in protections(sandbox) {
      output.line("  \(isThere ? "✓" : "✗") \(name): \(text)")
    }
    output.line("")
    if sandbox.breaches.isEmpty {
      output.line(
        "In its sandbox, the worker could not look at, read or write a file, see names of files, open a socket, start a\nprocess or a program, send a signal, set a timer, share memory, make code, or have more memory than\nits limit: it tried all of this."
      )
    } else {
      output.line(
        "In its sandbox, it could still: \(sandbox.breaches.map(\.string).joined(separator: ", "))."
      )
      output.line("Linux 5.13 or later with Landlock and seccomp prevents that.")
    }
    output.line("")
    guard !dangers.isEmpty else {
      let names = libraries.map(\.name).joined(separator: ", ")
      return output.line("This version knows of no vulnerability in \(names).")
    }
    for (name, defect) in dangers {
      output.line("\(name): \(defect.what)")
      output.line("  \(defect.source)")
    }
  }

  private var libraries: [(name: String, defects: [Diagnosis.Defect])] {
    diagnosis.libraries.map { ("\($0.name) \($0.version)", $0.defects) }
      + diagnosis.formats.map { ($0.decoder, $0.defects) }.filter { !$0.1.isEmpty }
  }

  /// The defects that a hostile image could exploit.
  private var dangers: [(name: String, defect: Diagnosis.Defect)] {
    libraries.flatMap { name, defects in
      defects.filter(\.endangers).map { (name, $0) }
    }
  }

  private func protections(_ sandbox: SandboxReply) -> [(String, String, Bool)] {
    [
      (
        "Landlock",
        sandbox.landlock > 0
          ? "version \(sandbox.landlock): no files" + (sandbox.landlock >= 4 ? ", no network" : "")
          : "this kernel has none", sandbox.landlock > 0
      ),
      (
        "seccomp",
        sandbox.hasSeccomp
          ? "only the system calls that decoding needs"
          : "this kernel has no filters", sandbox.hasSeccomp
      ),
      ("limits", "of memory, of time, and of the size of the file", sandbox.hasLimits),
      ("no new privileges", "no program gives it more rights", sandbox.hasNoNewPrivileges),
    ]
  }

  /// The same as JSON; nil where the worker gave no answer.
  var value: JSONValue? {
    guard let sandbox = diagnosis.sandbox else { return nil }
    return .object([
      ("shutIn", .bool(isShutIn)), ("landlock", .int(Int(sandbox.landlock))),
      ("seccomp", .bool(sandbox.hasSeccomp)), ("limits", .bool(sandbox.hasLimits)),
      ("noNewPrivileges", .bool(sandbox.hasNoNewPrivileges)),
      ("breaches", .array(sandbox.breaches.map { .string($0.string) })),
      (
        "vulnerabilities",
        .array(
          dangers.map { name, defect in
            .object([
              ("library", .string(name)), ("what", .string(defect.what)),
              ("source", .string(defect.source)),
            ])
          })
      ),
    ])
  }
}
