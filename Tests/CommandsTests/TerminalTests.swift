import Foundation
import TestSupport
import Testing

/// The output that a terminal gets, and a pipe does not.
@Suite(.needs("script")) struct TerminalTests {
  private let movie = Program.sample("clip-hevc.mov")
  private let photo = Program.sample("portrait-single.heic")

  /// Runs the command at a terminal of 100 columns.
  private func terminal(_ arguments: [String], setup: String = "") throws -> Program.Result {
    let program = Program.products.appendingPathComponent("boxwalk").path
    let words = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    return try InstalledProgram.run(
      "script",
      [
        "-qec",
        "export TERM=xterm-256color; unset NO_COLOR; stty cols 100 rows 40; \(setup) \(words)",
        "/dev/null",
      ])
  }

  @Test func aMovieHasPlots() throws {
    let shown = try terminal(["inspect", movie])
    #expect(shown.code == 0 && shown.output.contains("bit/s, each "))
    #expect(shown.output.contains("\u{1B}[36mBytes"))
    let plain = try terminal(["inspect", "--plain", movie])
    let piped = try Program.boxwalk("inspect", movie)
    #expect(plain.output.replacingOccurrences(of: "\r\n", with: "\n") == piped.output)
    let colourless = try terminal(["inspect", movie], setup: "export NO_COLOR=1;")
    #expect(!colourless.output.contains("\u{1B}[") && colourless.output.contains("█ video"))
  }

  @Test func aTreeHasALegend() throws {
    let shown = try terminal(["inspect", "--tree", photo])
    #expect(shown.output.contains("unknown box") && shown.output.contains("\u{1B}[1mmeta"))
    let colourless = try terminal(["inspect", "--tree", photo], setup: "export NO_COLOR=1;")
    #expect(!colourless.output.contains("unknown box"))
  }

  @Test(.needs("chafa"), arguments: ["portrait-single.heic", "clip-hevc.mov", "meadow.jpg"])
  func aPreviewIsDrawn(name: String) throws {
    let path = Program.sample(name)
    let shown = try terminal(["inspect", "--preview", path])
    #expect(shown.code == 0, "\(shown.output.suffix(300))")
    // Colours of 256 in front of the summary.
    let start = try #require(shown.output.range(of: "\(path)"))
    #expect(shown.output[..<start.lowerBound].contains("\u{1B}[38;"))
    #expect(shown.output[..<start.lowerBound].split(whereSeparator: \.isNewline).count > 5)
  }

  /// The protocol of iTerm is asked for where the terminal is iTerm, and no other inside of it.
  @Test(arguments: [
    ("TERM_PROGRAM=iTerm.app", true), ("LC_TERMINAL=iTerm2", true),
    ("TERM=screen-256color LC_TERMINAL=iTerm2", false), ("TERM_PROGRAM=vscode", false),
  ])
  func chafaIsToldOfITerm(_ variables: String, isITerm: Bool) throws {
    let folder = try Folder()
    let chafa = try folder.write(Data("#!/bin/sh\necho \"<$*>\"\n".utf8), to: "chafa")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chafa)
    let shown = try terminal(
      ["inspect", "--preview", Program.sample("meadow.jpg")],
      setup:
        "unset TERM_PROGRAM LC_TERMINAL; export PATH=\(folder.url.path):$PATH \(variables);")
    #expect(shown.code == 0 && shown.output.contains("--size 80x24 "), "\(shown.output)")
    #expect(shown.output.contains("<--format iterm ") == isITerm, "\(shown.output)")
  }

  @Test func aPreviewThatIsNotThereIsExplained() throws {
    let missing = try terminal(["inspect", "--preview", photo], setup: "export PATH=/nowhere;")
    #expect(missing.code == 1 && missing.output.contains("apt-get install chafa"))
    #expect(missing.output.contains("HEIC photo"))
    let piped = try Program.boxwalk("inspect", "--preview", photo)
    #expect(piped.code == 1 && piped.errors.contains("standard output is not a terminal"))
    #expect(piped.output.contains("HEIC photo"))
    #expect(try Program.boxwalk("inspect", "--preview", "--json", photo).code == 64)
  }
}

/// Paths with wildcards and descents, in all commands that take them.
@Suite struct BoxPatternCommandTests {
  private let movie = Program.sample("clip-hevc.mov")

  @Test func inspectShowsAllThatAreNamed() throws {
    let entries = try Program.boxwalk(
      "inspect", "--path", "moov/trak[type=vide]//stsd/*", "--depth", "1", movie)
    #expect(entries.code == 0)
    #expect(entries.output.hasPrefix("moov/trak/mdia/minf/stbl/stsd/hvc1 "))
    let none = try Program.boxwalk("inspect", "--path", "//zzzz", movie)
    #expect(none.code == 2 && none.errors.contains("there is no box at //zzzz"))
    #expect(try Program.boxwalk("inspect", "--path", "moov///trak", movie).code == 64)
    let json = try Program.boxwalk("inspect", "--json", "--path", "//hdlr", movie)
    let document = try JSONSerialization.jsonObject(with: json.data) as? [String: Any]
    let boxes = try #require(document?["boxes"] as? [[String: Any]])
    #expect(boxes.contains { $0["path"] as? String == "moov/trak[1]/mdia/hdlr" })
  }

  @Test func editsTakeThem() throws {
    let folder = try Folder()
    let named = folder.path("named.mov")
    let set = try Program.boxwalk(
      "set", "moov/trak[type=soun]/tkhd.volume=0.5", movie, "-o", named)
    #expect(set.code == 0, "\(set.errors)")
    let volume = try Program.boxwalk("inspect", "--path", "moov/trak[type=soun]/tkhd", named)
    #expect(volume.output.contains("volume = 0.5"))
    let gone = folder.path("gone.mov")
    let removed = try Program.boxwalk("remove", "moov/trak[*]/edts", movie, "-o", gone, "--force")
    #expect(removed.code <= 1, "\(removed.errors)")
    #expect(try Program.boxwalk("inspect", "--path", "//edts", gone).code == 2)
    let several = try Program.boxwalk(
      "insert", "moov/trak[*]", "--hex", "0000000866726565", movie, "-o", folder.path("no.mov"))
    #expect(several.code == 2 && several.errors.contains("name one of them"))
    let handler = try Program.boxwalk(
      "extract", movie, "--box", "moov/trak[type=soun]/mdia/hdlr", "-o", "-")
    #expect(handler.code == 0 && handler.output.contains("soun"))
  }

  @Test func theShellIsToldWhatMayStandThere() throws {
    let result = try Program.boxwalk(
      "---completion", "inspect", "--", "--path", "0", "11", "moov/trak/t",
      environment: ["SAP_SHELL": "bash"])
    let names = result.output.split(separator: "\n").map(String.init)
    #expect(names.contains("moov/trak/tkhd") && names.contains("moov/trak/tref"))
    #expect(names.allSatisfy { $0.hasPrefix("moov/trak/t") })
  }

  @Test(arguments: [
    ("transcode", "preset", "compatible hevc small av1"),
    ("convert", "movies", "compatible hevc small av1"),
    ("hls", "ladder", "compatible hevc small av1"),
    ("retag", "to", "hvc1 hev1"),
  ])
  func shellsCompleteTheValuesThatHelpLists(_ command: String, _ option: String, _ values: String)
    throws
  {
    let script = try Program.boxwalk("--generate-completion-script", "fish").output
    let lines = script.split(separator: "\n").filter {
      $0.contains("\"boxwalk \(command)\"") && $0.contains("-l '\(option)'")
    }
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains("'\(values)") })
  }
}
