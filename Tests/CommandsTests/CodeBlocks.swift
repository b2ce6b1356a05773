import Foundation

/// The code blocks of a page, each with its heading.
struct CodeBlocks {
  private var blocks: [(language: String, heading: String, text: String)] = []

  /// - Parameter page: its path in the repository.
  init(of page: String) throws {
    let text = try String(
      contentsOf: Program.package.appendingPathComponent(page), encoding: .utf8)
    var heading = ""
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append((String(line.dropFirst(3)), heading, "")) }
      } else if isOpen {
        blocks[blocks.count - 1].text += line + "\n"
      } else if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
      }
    }
  }

  /// The blocks of a language under headings that have these words in them; under all without words.
  func blocks(_ language: String, under words: String? = nil) -> [String] {
    blocks.filter { block in
      block.language == language && words.map { block.heading.contains($0) } ?? true
    }.map(\.text)
  }
}
