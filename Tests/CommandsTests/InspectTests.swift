import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
  private let photo = Program.sample("landscape-tiled.heic")

  @Test func theSummaryNamesWhatItIs() throws {
    let result = try Program.boxwalk("inspect", photo)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    for words in [
      "HEIC photo", "3024 × 4032", "48, in 8 columns and 6 rows", "hvc1.3.E.L90.B0",
      "Display P3", "HDR gain map", "depth map", "rotated 90° clockwise", "Boxwalk Sample",
    ] {
      #expect(result.output.contains(words), "\(words)")
    }
    #expect(!result.output.contains("\u{1B}"), "no colours in a pipe")
  }

  @Test func aPathShowsOneBox() throws {
    let result = try Program.boxwalk("inspect", photo, "--path", "meta/iprp/ipco/irot")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("irot 9 bytes at "))
    #expect(result.output.contains("angle = 3 (90° clockwise)"))
    let none = try Program.boxwalk("inspect", photo, "--path", "meta/iprp/ipco/irot[99]")
    #expect(none.code == 2)
    #expect(none.errors.contains("there is no box at meta/iprp/ipco/irot[99]"))
  }

  @Test func jsonIsOneDocument() throws {
    let result = try Program.boxwalk("inspect", photo, "--json", "--tree")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.inspect/1")
    let boxes = try #require(object["boxes"] as? [[String: Any]])
    #expect(boxes.map { $0["box"] as? String } == ["ftyp", "meta", "mdat"])
    #expect((object["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func whatPlaysIt() throws {
    let movie = Program.sample("clip-hevc.mov")
    let result = try Program.boxwalk("inspect", "--plays", movie, photo)
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output.contains("  Chromecast with Google TV          no: QuickTime files"))
    #expect(result.output.contains("landscape-tiled.heic: HEIC photo"))
    let json = try Program.boxwalk("inspect", "--plays", "--json", "--depth", "1", movie)
    #expect(json.output.contains(#""plays":[{"player":"iphone""#))
    #expect(json.output.contains(#""boxes":["#))
    let folder = try Folder()
    let start = try folder.write(Data([0, 0, 0, 8] + Array("wide".utf8)), to: "start.mov")
    let none = try Program.boxwalk("inspect", "--plays", start)
    #expect(none.code != 0 && none.errors.contains("that can be played by itself"))
    for other in ["--tree", "--nal", "--samples", "--metadata"] {
      #expect(try Program.boxwalk("inspect", "--plays", other, movie).code == 64, "\(other)")
    }
  }

  @Test func severalFilesAreJSONLines() throws {
    let result = try Program.boxwalk(
      "inspect", "--json", photo, Program.sample("clip-h264.mp4"), Program.sample("meadow.jpg"))
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }

  @Test func standardInputAndListsAreInputs() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    let piped = try Program.boxwalk("inspect", "-", input: data)
    #expect(piped.code == 0)
    #expect(piped.output.hasPrefix("standard input: HEIC photo"))
    let movie = Program.sample("clip-hevc.mov")
    for lines in ["\(photo)\n\(movie)\n", "\(photo)\r\n\(movie)\r\n", "\(photo)\0\(movie)\0"] {
      let listed = try Program.boxwalk("inspect", "--files-from", "-", input: Data(lines.utf8))
      #expect(listed.code == 0, "\(listed.errors)")
      #expect(listed.output.contains("HEIC photo") && listed.output.contains("clip-hevc.mov:"))
    }
  }

  /// Cut anywhere, a photo gives a message with an offset, code 2, and no crash.
  @Test func truncatedFilesAreExplained() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo))
    for count in [1, 7, 8, 20, 36, 40, 100, 1000, 2000, 3000, 5000, 100_000, data.count - 1] {
      let path = try folder.write(data.prefix(count), to: "cut.heic")
      let result = try Program.boxwalk("inspect", path)
      #expect(result.code == 2, "\(count) bytes: \(result.output)\(result.errors)")
      #expect((result.output + result.errors).contains("byte"), "\(count) bytes")
    }
  }

  @Test func exitCodes() throws {
    let folder = try Folder()
    let empty = try folder.write(Data(), to: "empty.heic")
    #expect(try Program.boxwalk("inspect", empty).code == 2)
    #expect(try Program.boxwalk("inspect", empty, photo).code == 3)
    #expect(try Program.boxwalk("inspect").code == 64)
    #expect(try Program.boxwalk("inspect", "--path", "x", photo).code == 64)
    #expect(try Program.boxwalk("--version").output.hasPrefix("boxwalk 0.1.0\n"))
    for command in [[], ["inspect"], ["verify"], ["convert"]] {
      let help = try Program.boxwalk(command.first ?? "help", "--help")
      #expect(help.code == 0 && help.output.hasPrefix("USAGE: boxwalk"))
      // The options that are needed most often come first, and examples do not come before them.
      let starts = ["USAGE:", "OVERVIEW:", "OPTIONS:", "EXAMPLES"].map {
        help.output.firstRange(of: $0)?.lowerBound
      }
      #expect(starts.allSatisfy { $0 != nil })
      #expect(starts.compactMap(\.self) == starts.compactMap(\.self).sorted())
    }
  }

  /// Bytes of a file must not steer the terminal.
  @Test func controlCharactersAreShownAndNotObeyed() throws {
    let folder = try Folder()
    let type: [UInt8] = [0, 0, 0, 16] + Array("ftyp".utf8) + [0x1B, 0x5B, 0x32, 0x4A, 0, 0, 0, 0]
    let path = try folder.write(Data(type), to: "odd.heic")
    for option in ["--tree", "--hex"] {
      #expect(!(try Program.boxwalk("inspect", option, path).output.contains("\u{1B}")))
    }
    #expect(!(try Program.boxwalk("inspect", path).output.contains("\u{1B}")))
  }

  @Test func whatHasNoNALUnitsIsSaid() throws {
    let none = try Program.boxwalk("inspect", "--nal", Program.sample("meadow.jpg"))
    #expect(none.errors.contains("has no images or video of NAL units"))
  }
}
