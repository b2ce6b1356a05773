import Files
import Foundation
import Library
import TestSupport
import Testing

/// A run continues from what is left of the manifest of the one before it.
@Suite struct DamagedJournalTests {
  /// The names of files in a folder and its folders, except the manifest.
  private func names(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { !$0.hasPrefix(".boxwalk") }
      .sorted()
  }

  private func card() throws -> Card {
    var card = try Card()
    for (name, data) in try samples() {
      if name == "meadow.jpg" {
        let cut = data.count / 2 / Card.cluster * Card.cluster
        card.add(data[..<cut])
        card.addNoise(1)
        card.add(data[cut...])
      } else {
        card.add(name == "clip-h264.mp4" ? data.prefix(data.count / 2) : data)
      }
      card.addNoise(1)
    }
    return card
  }

  /// Nothing is lost, and nothing comes twice.
  @Test(arguments: Damage.allCases) func filesAreFoundAgain(_ damage: Damage) throws {
    let card = try card()
    func words(_ files: [RescuedFile]) -> [String] {
      files.map { "\($0.file) \($0.state) \($0.pieces)" }.sorted()
    }
    let found = words(try card.rescue())
    let files = try names(card.output)
    let journal = URL(fileURLWithPath: "\(card.output)/\(RescueJournal.name)")
    let whole = try Data(contentsOf: journal)
    for offset in Damage.offsets(in: whole, count: 6) {
      try damage.apply(to: whole, at: offset).write(to: journal)
      #expect(words(try card.rescue()) == found, "byte \(offset)")
      #expect(try names(card.output) == files, "byte \(offset)")
    }
    try FileManager.default.removeItem(at: journal)
    #expect(words(try card.rescue()) == found)
    #expect(try names(card.output) == files)
  }

  @Test func anotherVersionIsRefused() throws {
    let card = try card()
    _ = try card.rescue()
    let journal = "\(card.output)/\(RescueJournal.name)"
    let line = #"{"schema":"boxwalk.rescue/2","image":"x","size":1}"# + "\n"
    try Data(line.utf8).write(to: URL(fileURLWithPath: journal))
    #expect(throws: SystemError.self) { try card.rescue() }
    #expect(try String(contentsOfFile: journal, encoding: .utf8) == line)
  }
}
