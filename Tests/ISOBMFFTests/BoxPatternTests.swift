import Foundation
import TestSupport
import Testing

@testable import ISOBMFF

@Suite struct BoxPatternTests {
  /// A box of a file with its way.
  private struct Found {
    var path: BoxPath
    var boxes: [Box]
  }

  /// All boxes of a file, each before its children.
  private func boxes(of file: BoxFile) -> [Found] {
    var all: [Found] = []
    func add(_ boxes: [Box], _ container: Found) {
      var counts: [FourCC: Int] = [:]
      for box in boxes {
        var found = container
        found.path.steps.append(
          BoxPath.Step(type: box.type, index: counts[box.type, default: 0]))
        found.boxes.append(box)
        counts[box.type, default: 0] += 1
        all.append(found)
        add(box.children, found)
      }
    }
    add(file.boxes, Found(path: BoxPath(steps: []), boxes: []))
    return all
  }

  private func samples() throws -> [BoxFile] {
    try MediaFolder.samples.filter(MediaFolder.hasBoxes).map(file)
  }

  private func file(_ path: String) throws -> BoxFile {
    BoxFile(Bytes(Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
  }

  private func sample(_ name: String) throws -> BoxFile {
    try file(#require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") }))
  }

  @Test func thePathOfABoxFindsIt() throws {
    for file in try samples() {
      let all = boxes(of: file)
      #expect(all.count > 10)
      for found in all {
        let pattern = try #require(BoxPattern("\(found.path)"))
        #expect("\(pattern)" == "\(found.path)")
        // Types that cannot be shown are the same dots.
        let same = all.map(\.path).filter { "\($0)" == "\(found.path)" }
        #expect(pattern.paths(in: file) == same)
        if same.count == 1 { #expect(pattern.path == found.path || "\(found.path)".contains(".")) }
      }
    }
  }

  /// Steps are tried one after the other, with all ways to go on: the plainest matcher there is.
  private func matches(
    _ found: Found, _ steps: [String], from index: Int = 0, at level: Int = 0
  ) -> Bool {
    guard steps.indices.contains(index) else { return level == found.boxes.count }
    let step = steps[index]
    if step.isEmpty {
      return (level...found.boxes.count).contains { matches(found, steps, from: index + 1, at: $0) }
    }
    guard level < found.boxes.count else { return false }
    let here = found.path.steps[level]
    let name = step.prefix { $0 != "[" }
    guard name == "*" || name == "\(here.type)" else { return false }
    let choice = step.dropFirst(name.count)
    let follows = index > 0 && steps[index - 1].isEmpty
    let isChosen =
      switch choice {
      case "": name == "*" || follows || here.index == 0
      case "[*]": true
      case "[type=vide]":
        found.boxes[level].children.contains { child in
          child.type == "mdia"
            && child.children.contains { $0[HandlerBox.self]?.handlerType == "vide" }
        }
      default: choice == "[\(here.index)]"
      }
    return isChosen && matches(found, steps, from: index + 1, at: level + 1)
  }

  /// Patterns that are made of the paths of boxes: steps become wildcards, or are left out.
  private func made(of path: BoxPath, _ random: inout some RandomNumberGenerator) -> String {
    var parts: [String] = []
    var isOpen = false
    for (index, step) in path.steps.enumerated() {
      let isLast = index == path.steps.count - 1
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where !isLast:
        if !isOpen { parts.append("") }
        isOpen = true
        continue
      case 1: parts.append("*")
      case 2: parts.append("\(step.type)[*]")
      case 3: parts.append("\(step.type)")
      default: parts.append("\(BoxPath(steps: [step]))")
      }
      isOpen = false
    }
    return parts.first == "" ? "/" + parts.joined(separator: "/") : parts.joined(separator: "/")
  }

  @Test func aPatternFindsWhatTheNaiveMatcherFinds() throws {
    var random = Noise(state: 11)
    var count = 0
    for file in try samples() {
      let all = boxes(of: file).filter { !"\($0.path)".contains(".") }
      var texts = [
        "//hvcC", "*", "*/*", "//*", "moov/trak[type=vide]//stsd/*", "//trak//*", "//stbl/*",
        "//trak[1]", "//mdia//*//stco",
      ]
      for found in all.shuffled(using: &random).prefix(60) {
        texts.append(made(of: found.path, &random))
      }
      for text in texts {
        let pattern = try #require(BoxPattern(text), "\(text)")
        var steps = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if text.hasPrefix("//") { steps.removeFirst() }
        let expected = all.filter { matches($0, steps) }.map(\.path)
        let found = pattern.paths(in: file).filter { !"\($0)".contains(".") }
        #expect(found == expected, "\(text)")
        count += expected.count
      }
    }
    #expect(count > 500)
  }

  @Test func whatIsNoPatternIsRefused() {
    for text in [
      "", "/", "///moov", "moov/", "moo", "moov//", "moov/trak[", "trak[x]", "trak[-1]", "*[]",
      "trak[type=video]", "trak[id=-1]", "trak[id=4294967296]", "****[",
    ] {
      #expect(BoxPattern(text) == nil, "\(text)")
    }
    for text in ["a[b]", "*[3]", "//*[type=vide]", "moov//trak[id=2]/tkhd"] {
      #expect(BoxPattern(text).map { BoxPattern("\($0)") == $0 } == true, "\(text)")
    }
  }

  @Test func tracksAndItemsAreFoundByTheirNumbers() throws {
    let movie = try sample("clip-hevc.mov")
    let track = try #require(BoxPattern("moov/trak[id=2]"))
    #expect(track.paths(in: movie).map(\.description) == ["moov/trak[1]"])
    let photo = try sample("landscape-tiled.heic")
    let item = try #require(BoxPattern("//infe[id=3]"))
    let path = try #require(item.paths(in: photo).first)
    #expect(photo.box(at: path)?[ItemInfoEntry.self]?.itemID == 3)
  }

  @Test func typesAreThoseThatMayStandThere() {
    #expect(BoxRegistry.types(in: .box("trak")).contains("tkhd"))
    #expect(!BoxRegistry.types(in: .box("trak")).contains("mvhd"))
    #expect(BoxRegistry.types(in: .file).contains("ftyp"))
    #expect(BoxRegistry.types(in: nil).count > 300)
  }

  /// Steps to any depth do not try every way: boxes in boxes would take exponential time.
  @Test func descentsAreCountedOnce() throws {
    var bytes: [UInt8] = []
    for depth in 0..<60 {
      let size = UInt32(8 * (depth + 1))
      let header = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> UInt32($0)) }
      bytes = header + Array("moov".utf8) + bytes
    }
    let file = BoxFile(Bytes(bytes))
    let text = String(repeating: "//moov", count: 30)
    let pattern = try #require(BoxPattern(text))
    #expect(pattern.paths(in: file).count == boxes(of: file).count - 29)
  }
}
