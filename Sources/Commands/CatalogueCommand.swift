public import ArgumentParser
import Catalogue
import ISOBMFF
import Inspection
import JSON

/// `boxwalk catalogue`
public struct CatalogueCommand: ParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "catalogue",
    abstract: "Lists the boxes and codes that are known: name, specification, container, versions.",
    discussion: """
      EXAMPLES
        boxwalk catalogue                        all of them
        boxwalk catalogue hvcC colr              what are these?
        boxwalk catalogue --kind 'sample group'  one kind
        boxwalk catalogue --json | jq -r '.entries[] | select(.syntax == "data") | .code'

      "bytes" are boxes that are shown as bytes on purpose; "named only" are codes of the \
      registration authority of which no field is decoded. The JSON document is described in \
      Documentation/catalogue-json.md.
      """)

  @Argument(help: "Only these codes, of four characters each.")
  var codes: [String] = []

  @Option(
    name: .shortAndLong,
    help: "Only this kind: \(Catalogue.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
  var kind: String?

  @Flag(name: .shortAndLong, help: "JSON.")
  var json = false

  public init() {}

  public func validate() throws {
    for code in codes where FourCC(code) == nil {
      throw ValidationError("'\(code)' is not a code of four characters.")
    }
    if let kind, Catalogue.Kind(rawValue: kind) == nil {
      throw ValidationError(
        "'\(kind)' is not a kind. Kinds are: "
          + Catalogue.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
  }

  public func run() throws {
    let console = Console()
    let output = console.output
    let wanted = codes.compactMap { FourCC($0) }
    let entries = Catalogue.entries.filter { entry in
      (wanted.isEmpty || wanted.contains(entry.code))
        && (kind == nil || entry.kind.rawValue == kind)
    }
    if json {
      Catalogue.writeJSON(entries, to: output)
    } else {
      Catalogue.write(entries, to: output, console.style)
    }
    output.flush()
    let unknown = wanted.filter { code in !entries.contains { $0.code == code } }
    for code in unknown { console.message("\(code): is not known") }
    if !unknown.isEmpty { throw ExitCode(Outcome.warnings.rawValue) }
  }
}
