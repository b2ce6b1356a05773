import Testing

@testable import Text

/// Lines for terminals.
@Suite struct FoldedTextTests {
  private let line = "boxwalk: IMG_1.HEIC: there is no such file or folder"

  @Test func linesAreDividedAtBlanks() {
    #expect(
      line.folded(to: 30, indent: 2)
        == "boxwalk: IMG_1.HEIC: there is\n  no such file or folder")
    #expect(line.folded(to: nil, indent: 2) == line)
    #expect(line.folded(to: 80, indent: 2) == line)
    // A terminal that is too narrow divides lines itself.
    #expect(line.folded(to: 20, indent: 2) == line)
  }

  @Test func longWordsStayWhole() {
    let path = "/a/very/long/path/of/a/file/that/is/wider"
    #expect("see \(path) now".folded(to: 30, indent: 4) == "see\n    \(path)\n    now")
    #expect(path.folded(to: 30, indent: 4) == path)
  }

  @Test func blanksAndColoursAreKept() {
    #expect(
      "    1 video: HEVC hvc1.1.6.L93.B0".folded(to: 32, indent: 6)
        == "    1 video: HEVC\n      hvc1.1.6.L93.B0")
    let coloured = "\u{1B}[1mIMG_1.HEIC\u{1B}[0m: \u{1B}[31merror\u{1B}[0m: wrong"
    #expect(coloured.folded(to: 26, indent: 2) == coloured)
    #expect(
      coloured.folded(to: 23, indent: 2)
        == "\u{1B}[1mIMG_1.HEIC\u{1B}[0m: \u{1B}[31merror\u{1B}[0m:\n  wrong")
  }

  @Test func onlySentencesOfATerminalAreFolded() {
    var text: [UInt8] = []
    let output = TextOutput(columns: 30) { text += $0 }
    output.line(line)
    output.sentence(line, indent: 2)
    output.flush()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.first.map(String.init) == line && lines.count == 3)
  }
}
