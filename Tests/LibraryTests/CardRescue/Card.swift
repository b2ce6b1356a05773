import FieldCoding
import Files
import Foundation
import Library
import TestSupport
import Testing

/// An image of a card that the test makes: files at clusters, with other bytes between them.
struct Card {
  static let cluster = 4096

  let folder: Folder
  private var bytes = Data()
  private var noise = Noise(state: 1904)
  var path: String { folder.path("card.img") }
  var output: String { folder.path("out") }

  init() throws {
    folder = try Folder()
    addNoise(3)
  }

  /// Clusters of bytes that are of no file.
  mutating func addNoise(_ clusters: Int) {
    bytes += Data(
      (0..<clusters * Card.cluster).map { _ in UInt8.random(in: 0...255, using: &noise) })
  }

  /// Adds bytes from a cluster on, and fills up the last one.
  mutating func add(_ data: Data) {
    bytes += data
    let rest = -bytes.count & (Card.cluster - 1)
    bytes += Data((0..<rest).map { _ in UInt8.random(in: 0...255, using: &noise) })
  }

  /// Writes the image, and finds the files in it.
  ///
  /// - Parameter mayContinue: false stops.
  @discardableResult
  func rescue(
    unread: [Range<Int>] = [], mayContinue: @escaping () -> Bool = { true }
  ) throws -> [RescuedFile] {
    if !FileManager.default.fileExists(atPath: path) { _ = try folder.write(bytes, to: "card.img") }
    return try Card.rescue(path, to: output, unread: unread, mayContinue: mayContinue)
  }

  static func rescue(
    _ path: String, to output: String, unread: [Range<Int>] = [],
    mayContinue: @escaping () -> Bool = { true }
  ) throws -> [RescuedFile] {
    let image = try DiskImage(path, unreadable: unread)
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    var found: [RescuedFile] = []
    let journal = try RescueJournal(RootFolder(output), of: image)
    let rescue = CardRescue(
      image, to: RootFolder(output), journal, mayContinue: mayContinue, report: { found.append($0) }
    )
    _ = try rescue.run { _ in }
    return found
  }

  func data(_ file: RescuedFile) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(output)/\(file.file)"))
  }
}

/// The photos and movies of `SampleMedia`, each with its bytes.
func samples() throws -> [(name: String, data: Data)] {
  try MediaFolder.samples.filter { MediaFolder.hasBoxes($0) || $0.hasSuffix(".jpg") }
    .map { URL(fileURLWithPath: $0) }
    .map { ($0.lastPathComponent, try Data(contentsOf: $0)) }
}
