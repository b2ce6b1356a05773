import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
  private let movie = Program.sample("clip-hevc.mov")

  /// A movie and a copy in which one byte of the track header is another.
  private func changed(_ folder: Folder) throws -> String {
    var data = try Data(contentsOf: URL(fileURLWithPath: movie))
    let header = try #require(data.range(of: Data("tkhd".utf8)))
    // version and flags, two times, the number of the track, 8 reserved: the upper byte of `duration`.
    data[header.upperBound + 20] ^= 1
    return try folder.write(data, to: "changed.mov")
  }

  @Test func theSameFilesHaveNoDifferences() throws {
    let result = try Program.boxwalk("diff", movie, movie)
    #expect(result.code == 0)
    #expect(result.output == "no differences\n")
    #expect(result.errors.isEmpty)
  }

  @Test func differencesAreShownAndTold() throws {
    let folder = try Folder()
    let path = try changed(folder)
    let result = try Program.boxwalk("diff", movie, path)
    #expect(result.code == 1)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "  moov/trak/tkhd")
    #expect(lines.count == 4)
    #expect(lines.dropFirst().first?.hasPrefix("-     duration = ") == true)
    #expect(lines.last == "1 box changed")
    let brief = try Program.boxwalk("diff", movie, path, "--brief")
    #expect(brief.code == 1)
    #expect(brief.output == "1 box changed\n")
  }

  @Test func jsonIsOneDocument() throws {
    let folder = try Folder()
    let result = try Program.boxwalk("diff", movie, try changed(folder), "--json")
    #expect(result.code == 1)
    let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let object = try #require(document as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.diff/1")
    #expect(object["same"] as? Bool == false)
    #expect((object["boxes"] as? [[String: Any]])?.count == 1)
  }

  @Test func standardInputIsAFile() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: movie))
    let result = try Program.boxwalk(["diff", movie, "-"], input: data)
    #expect(result.code == 0)
    #expect(try Program.boxwalk("diff", "-", "-").code == 64)
  }

  /// Data that another program moved is a difference only if offsets are compared.
  @Test(.needs("ffmpeg")) func whatFFmpegMovedIsAMovedBox() throws {
    let folder = try Folder()
    let (plain, fast) = (folder.path("plain.mov"), folder.path("fast.mov"))
    let copy = ["-v", "error", "-i", movie, "-c", "copy"]
    for output in [[plain], ["-movflags", "faststart", fast]] {
      #expect(try Program.other("ffmpeg", copy + output).code == 0)
    }
    let result = try Program.boxwalk("diff", plain, fast, "--ignore", "offsets")
    #expect(result.code == 1)
    #expect(result.output.hasPrefix("~ moov moved from byte "))
    #expect(result.output.hasSuffix("\n1 box moved (2 differences ignored)\n"))
    let all = try Program.boxwalk("diff", plain, fast)
    #expect(all.output.hasSuffix("\n2 boxes changed, 1 moved\n"))
  }

  @Test func whatCannotBeComparedIsSaid() throws {
    let result = try Program.boxwalk("diff", Program.sample("meadow.jpg"), movie)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("only files of one kind can be compared"))
    #expect(try Program.boxwalk("diff", movie, "/nonexistent/file").code == 2)
    #expect(try Program.boxwalk("diff", movie, movie, "--ignore", "everything").code == 64)
  }
}
