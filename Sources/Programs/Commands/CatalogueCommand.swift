import ArgumentParser
import Files
import ISOBMFF
import Inspection
import Library
import Rendering
import Text

/// `boxwalk catalogue`
struct CatalogueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalogue",
    abstract: "Lists and explains the boxes and codes that Boxwalk knows.",
    discussion: """
      Without codes, the command lists all of them, with name, specification, container and \
      versions. With a code, it explains this code: the fields with their widths and values; the \
      boxes that it may be in and that may be in it; the rules of boxwalk verify for it and the \
      writers that break them; and an example.

      EXAMPLES
        boxwalk catalogue                        all of them
        boxwalk catalogue iloc                   what is this?
        boxwalk catalogue --kind 'sample group'  one kind
        boxwalk catalogue --html reference       the whole catalogue as pages
        boxwalk catalogue --json | jq -r '.entries[] | .code + " " + .name'

      "bytes" marks boxes that are shown as bytes on purpose; "named only" marks codes of the \
      registration authority whose fields Boxwalk does not decode. Documentation/catalogue-json.md \
      describes the JSON document.
      """)

  @Argument(
    help: "The codes to explain, of four characters each.",
    completion: .custom { _, _, typed in
      Set(Catalogue.entries.map { "\($0.code)" }).filter { $0.hasPrefix(typed) }.sorted()
    })
  var codes: [String] = []

  @Option(
    name: .shortAndLong,
    help: "List only this kind: \(Catalogue.Kind.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var kind: String?

  @Flag(name: .shortAndLong, help: "The list as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the whole catalogue as linked pages into a new folder; index.html is the first page.",
      valueName: "folder"),
    completion: .directory)
  var html: String?

  @Flag(name: .shortAndLong, help: "Replace the folder of --html if it exists.")
  var force = false

  init() {}

  func validate() throws {
    for code in codes where FourCC(code) == nil {
      throw ValidationError("'\(code)' is not a code of four characters.")
    }
    if let kind, Catalogue.Kind(rawValue: kind) == nil {
      throw ValidationError(
        "'\(kind)' is not a kind. Kinds are: "
          + Catalogue.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
    if html != nil, !codes.isEmpty || kind != nil || json {
      throw ValidationError(
        "--html writes the whole catalogue: leave out codes, --kind and --json.")
    }
    if force, html == nil { throw ValidationError("--force is for --html.") }
  }

  func run() throws {
    let console = Console()
    if let html { return try writePages(html, console) }
    let output = console.output
    let wanted = codes.compactMap { FourCC($0) }
    let entries = Catalogue.entries.filter { entry in
      (wanted.isEmpty || wanted.contains(entry.code))
        && (kind == nil || entry.kind.rawValue == kind)
    }
    if json {
      Catalogue.writeJSON(entries, to: output)
    } else if wanted.isEmpty {
      Catalogue.write(entries, to: output, console.style)
    } else {
      for (index, entry) in entries.enumerated() {
        if index > 0 { output.line() }
        BoxExplanation(entry).write(to: output, console.style)
      }
    }
    output.flush()
    let unknown = wanted.filter { code in !entries.contains { $0.code == code } }
    for code in unknown { console.message("\(code): Boxwalk does not know this code") }
    if !unknown.isEmpty { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func writePages(_ path: String, _ console: Console) throws {
    do {
      let site = ReferenceSite()
      _ = try FolderName.checked(path)
      let kind = try PathKind(path)
      switch kind {
      case .folder:
        try checkPages(in: path, Set(site.pages.map(\.name)))
        if !force { throw OutputRefusal("\(path) exists; --force replaces it") }
      default: try makeFolder(of: path)
      }
      let folder = OutputFolder(path)
      try folder.commit(replacing: kind == .folder, of: []) { folder in
        for page in site.pages {
          try writeDocument(folder + page.name, replacing: false, isSynced: false, of: []) {
            site.write(page, to: $0)
          }
        }
      }
      console.message(
        "\(path): \(counted(site.pages.count, "page")); index.html is the first")
    } catch {
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  /// Throws if the folder has a file that is not a page of the catalogue.
  private func checkPages(in path: String, _ pages: Set<String>) throws {
    for (name, _) in try BytePath(Array(path.utf8)).contents() {
      let name = String(decoding: name, as: UTF8.self)
      guard pages.contains(name) else {
        throw OutputRefusal(
          "\(path) has \(name), which is not a page of the catalogue: name another folder")
      }
    }
  }
}
