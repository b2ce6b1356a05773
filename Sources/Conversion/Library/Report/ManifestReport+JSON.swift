package import Text
import WorkerClient

extension ManifestReport {
  /// Writes the report as one document.
  ///
  /// - Parameter number: how many of the slowest files are listed.
  package func writeJSON(to output: TextOutput, slowest number: Int) {
    var json = JSONWriter(output)
    JSONValue.object([
      ("files", .int(records.count)),
      (
        "outcomes",
        .object(ManifestRecord.Outcome.allCases.map { ($0.rawValue, .int(count($0))) })
      ), ("warnings", .int(warningCount)),
      ("originals_deleted", .int(deletedCount)),
      (
        "originals_kept",
        list(keptOriginals) {
          [("reason", .string($0.reason)), ("count", .int($0.count))]
        }
      ), ("input_bytes", .int(inputByteCount)),
      ("output_bytes", .int(outputByteCount)),
      ("saved_bytes", .int(inputByteCount - outputByteCount)),
      ("seconds", .double((seconds * 1e4).rounded() / 1e4)),
      (
        "failures",
        .array(failures.map(value))
      ),
      (
        "warning_groups",
        .array(warnings.map(value))
      ),
      ("left_out_groups", .array(leftOut.map(value))),
      (
        "settings",
        list(settings) {
          [
            ("settings", .string($0.settings)), ("version", .string($0.version)),
            ("files", .int($0.count)),
          ]
        }
      ),
      (
        "work",
        list(work) {
          [
            ("format", .string($0.format)), ("outcome", .string($0.outcome.rawValue)),
            ("files", .int($0.count)), ("seconds", .double(($0.seconds * 1e4).rounded() / 1e4)),
          ]
        }
      ),
      (
        "stages",
        list(stages) {
          [
            ("stage", .string($0.stage.rawValue)), ("files", .int($0.count)),
            ("milliseconds", milliseconds($0.seconds)), ("median", milliseconds($0.median)),
          ]
        }
      ), ("files_without_stages", .int(countWithoutStages)),
      (
        "formats",
        list(formats) {
          [
            ("format", .string($0.name)), ("files", .int($0.count)),
            ("input_bytes", .int($0.inputByteCount)), ("output_bytes", .int($0.outputByteCount)),
          ]
        }
      ),
      (
        "slowest",
        list(slowest(number)) {
          [
            ("input", .string($0.input)), ("seconds", .double($0.seconds)),
            ("milliseconds", $0.stages?.value),
          ]
        }
      ), ("bad_lines", .int(badLineCount)),
    ]).write(to: &json)
    output.line()
  }

  private func list<Element>(
    _ elements: [Element], _ members: (Element) -> [(String, JSONValue?)]
  ) -> JSONValue {
    .array(elements.map { .object(members($0)) })
  }

  private func milliseconds(_ seconds: Double) -> JSONValue {
    .double((seconds * 1e5).rounded() / 100)
  }

  private func value(_ group: Group) -> JSONValue {
    .object([
      ("reason", .string(group.reason)), ("count", .int(group.inputs.count)),
      ("inputs", .array(group.inputs.map { .string($0) })),
    ])
  }
}
