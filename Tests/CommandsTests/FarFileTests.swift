import Foundation
import TestSupport
import Testing

enum FarLibrary {
  /// Whether the command finds libcurl, without which no address is looked at.
  static func isThere() throws -> Bool {
    try Program.boxwalk("inspect", "http://127.0.0.1:9/").errors.contains("--allow-private")
  }
}

/// Files at URLs: the bytes that are read, the requests to servers, and the messages.
@Suite(.waits, .needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarFileTests {
  private let folder: Folder
  private let server: FarServer

  init() throws {
    folder = try Folder()
    for name in ["clip-hevc.mov", "clip-h264.mp4", "landscape-tiled.heic", "meadow.jpg"] {
      try FileManager.default.copyItem(atPath: Program.sample(name), toPath: folder.path(name))
    }
    server = try FarServer(folder.url.path)
  }

  private func address(_ name: String, _ way: String = "plain") -> String {
    server.address(way, name)
  }

  private func far(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.boxwalk(arguments + ["--allow-private"], environment: environment)
  }

  // MARK: The same as of a file here

  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4", "landscape-tiled.heic", "meadow.jpg"])
  func whatIsShownIsTheSame(name: String) throws {
    let (near, there) = (folder.path(name), address(name))
    for options in [
      ["inspect"], ["inspect", "--tree"], ["inspect", "--metadata"], ["verify"], ["extract"],
    ] {
      let expected = try Program.boxwalk(options + [near])
      let result = try Program.boxwalk(options + ["--allow-private", there])
      #expect(
        result.output == expected.output.replacing(near, with: there), "\(options) \(result.errors)"
      )
      #expect(result.code == expected.code)
    }
  }

  @Test func samplesAndPartsAreTheSame() throws {
    let (near, there) = (folder.path("clip-hevc.mov"), address("clip-hevc.mov"))
    #expect(
      try far("inspect", "--samples", "--csv", there).output
        == Program.boxwalk("inspect", "--samples", "--csv", near).output
        .replacing(near, with: there))
    #expect(
      try far("extract", "--track", "1", "-o", "-", there).data
        == Program.boxwalk("extract", "--track", "1", "-o", "-", near).data)
    #expect(try far("diff", near, there).code == 0)
    #expect(try far("config", there).code == Program.boxwalk("config", near).code)
  }

  @Test(arguments: ["clip-h264.mp4", "landscape-tiled.heic"])
  func pagesAreTheSame(name: String) throws {
    let (near, there) = (folder.path(name), address(name))
    for options in [["--html", "-"], ["--svg", "bytes"]] {
      let expected = try Program.boxwalk(["inspect", near] + options)
      let result = try Program.boxwalk(["inspect", "--allow-private", there] + options)
      #expect(result.output == expected.output.replacing(near, with: there), "\(result.errors)")
      #expect(result.code == 0)
    }
    let other = folder.path("clip-hevc.mov")
    let pages = try [near, there].map { file in
      try Program.boxwalk("diff", "--allow-private", file, other, "--html", "-").output
    }
    #expect(pages[1] == pages[0].replacing(near, with: there))
    // Bytes that were not received are not part of a page.
    let page = folder.path("page.html")
    let cut = try far("inspect", address(name, "cut"), "--html", page)
    #expect(cut.code == 2 && !FileManager.default.fileExists(atPath: page), "\(cut.errors)")
  }

  /// The worker has no network access: its input is complete when it starts.
  @Test func picturesAreTheSame() throws {
    let photo = "landscape-tiled.heic"
    let made = try far("convert", address(photo), "-o", folder.path("far") + "/")
    #expect(made.isDone, "\(made.errors)")
    _ = try Program.boxwalk("convert", folder.path(photo), "-o", folder.path("near.jpg"))
    #expect(
      try Data(contentsOf: folder.url.appending(path: "far/landscape-tiled.jpg"))
        == Data(contentsOf: folder.url.appending(path: "near.jpg")))
  }

  @Test(.needs("ffmpeg")) func framesNeedTheirSamplesAlone() throws {
    let movie = try bigMovie()
    let made = try far("frames", address(movie), "--at", "1", "-o", folder.path("far.png"))
    #expect(made.code == 0, "\(made.errors)")
    _ = try Program.boxwalk(
      "frames", folder.path("clip-hevc.mov"), "--at", "1", "-o", folder.path("near.png"))
    let (far, near) = (
      folder.url.appending(path: "far.png"), folder.url.appending(path: "near.png")
    )
    #expect(try Data(contentsOf: far) == Data(contentsOf: near))
    #expect(server.requests.reduce(0) { $0 + $1.sent } < 1 << 20)
  }

  // MARK: Requests

  /// The same movie with 2 GB in front of its `moov` box.
  private func bigMovie() throws -> String {
    var movie = try Data(contentsOf: folder.url.appending(path: "clip-hevc.mov"))
    // `ftyp`, `wide`, `mdat` with a size of 32 bits, `moov`.
    let wide = Int(movie.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    let start = wide + 8
    try #require(movie[wide + 4..<wide + 8].elementsEqual("wide".utf8))
    let count = movie[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let tables = movie[(start + count)...]
    let size = 2_000_000_000
    // With a size of 64 bits, the header also replaces `wide`.
    let header = [0, 0, 0, 1] + Array("mdat".utf8) + withBigEndian(size)
    movie.replaceSubrange(wide..<wide + 16, with: header)
    let url = folder.url.appending(path: "big.mov")
    try movie.prefix(start + count).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    try file.seek(toOffset: UInt64(wide + size))
    try file.write(contentsOf: tables)
    try file.close()
    return "big.mov"
  }

  private func withBigEndian(_ number: Int) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  @Test func aBigMovieTakesThreeRequests() throws {
    let movie = try bigMovie()
    let result = try far("inspect", "--json", address(movie))
    #expect(result.code == 0, "\(result.errors)")
    let document = try JSONSerialization.jsonObject(with: result.data) as? [String: Any]
    let transfer = try #require(document?["transfer"] as? [String: Any])
    #expect(try #require(transfer["requests"] as? Int) <= 3)
    let tables = try Program.boxwalk(
      "extract", folder.path(movie), "--box", "moov", "--whole", "-o", "-"
    ).data
    #expect(try #require(transfer["bytes"] as? Int) <= tables.count + 64 << 10)
    #expect(transfer["seconds"] is Double)
    let requests = server.requests
    #expect(requests.count == transfer["requests"] as? Int)
    #expect(requests.reduce(0) { $0 + $1.sent } == transfer["bytes"] as? Int)
    #expect(requests.allSatisfy { $0.method == "GET" })
  }

  @Test func aPhotoTakesOneRequest() throws {
    let result = try far("inspect", "--verbose", address("landscape-tiled.heic"))
    #expect(result.errors.contains("1 request, 49,152 bytes, "), "\(result.errors)")
  }

  @Test(arguments: ["whole", "unknown"]) func withoutRangesAllIsRead(way: String) throws {
    let result = try far("inspect", address("clip-hevc.mov", way))
    #expect(result.code == 0 && result.errors.contains("the server does not support ranges"))
    #expect(result.output.contains("HEVC"))
  }

  @Test func manyAreReadAtOnce() throws {
    let names = [
      "clip-hevc.mov", "landscape-tiled.heic", "none.mov", "clip-h264.mp4", "meadow.jpg",
    ]
    let list = (0..<8).flatMap { _ in names }.map { address($0) }.joined(separator: "\n")
    _ = try folder.write(Data(list.utf8), to: "list")
    let one = try far("inspect", "--json", "--files-from", folder.path("list"), "--jobs", "1")
    let many = try far("inspect", "--json", "--files-from", folder.path("list"), "--jobs", "5")
    #expect(one.code == 3 && many.code == 3)
    func files(_ result: Program.Result) -> [String] {
      result.output.split(separator: "\n").compactMap {
        let document = try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        return document?["file"] as? String
      }
    }
    #expect(files(one).count == 32 && files(one) == files(many))
  }

  // MARK: Secrets

  @Test func secretsAreNotShown() throws {
    let port = server.port
    for (way, expected) in [("plain", Int32(0)), ("always/404", 2), ("cut", 2), ("tofile", 2)] {
      let there = "http://me:secret@127.0.0.1:\(port)/\(way)/clip-hevc.mov?signature=secret"
      for options in [["inspect", "--json", "--verbose"], ["verify", "--verbose"], ["extract"]] {
        let result = try Program.boxwalk(
          options + [there, "--allow-private", "--header", "Authorization: Bearer secret"])
        #expect(result.code == expected, "\(way) \(options) \(result.errors)")
        #expect(!(result.output + result.errors).contains("secret"))
        // A list of parts does not name the file.
        let isNamed = (result.output + result.errors).contains("/clip-hevc.mov")
        #expect(isNamed || expected == 0)
      }
    }
    let extra = "http://me:secret@example.org/a.mov?signature=secret"
    let wrong = try Program.boxwalk("diff", "a", "b", extra)
    #expect(wrong.code == 64 && !wrong.errors.contains("secret"))
  }

  @Test func credentialsComeFromThreeSources() throws {
    let there = address("clip-hevc.mov", "member")
    #expect(try far("inspect", there).code == 2)
    #expect(try far("inspect", there, "--header", "Authorization: Bearer secret").code == 0)
    #expect(
      try far(
        "inspect", there, environment: ["BOXWALK_HTTP_HEADERS": "Authorization: Bearer secret"]
      ).code == 0)
    _ = try folder.write(Data("machine 127.0.0.1 login me password secret\n".utf8), to: ".netrc")
    let named = address("clip-hevc.mov", "basic")
    #expect(try far("inspect", named).code == 2)
    #expect(try far("inspect", named, environment: ["HOME": folder.url.path]).code == 0)
    #expect(try far("inspect", there, "--header", "nonsense").code == 64)
  }

  /// No other host and no other port gets credentials after a redirect.
  @Test func credentialsStayWithTheServerThatWasNamed() throws {
    let other = try FarServer(folder.url.path)
    _ = try folder.write(Data("machine 127.0.0.1 login me password secret\n".utf8), to: ".netrc")
    let netrc = ["HOME": folder.url.path]
    #expect(try far("inspect", address("clip-hevc.mov", "basic"), environment: netrc).code == 0)
    let (here, away) = ("127.0.0.1:\(server.port)", "localhost:\(server.port)")
    for target in [away, "127.0.0.1:\(other.port)"] {
      let basic = try far("inspect", "http://me:secret@\(here)/to/\(target)/basic/clip-hevc.mov")
      #expect(basic.code == 2 && basic.errors.contains("401"), "\(basic.errors)")
      let field = try far(
        "inspect", "http://\(here)/to/\(target)/member/clip-hevc.mov", "--header",
        "Authorization: Bearer secret")
      #expect(field.code == 2 && field.errors.contains("401"), "\(field.errors)")
    }
    let named = try far(
      "inspect", "http://\(here)/to/\(away)/basic/clip-hevc.mov", environment: netrc)
    #expect(named.code == 2 && named.errors.contains("401"), "\(named.errors)")
    // Behind a redirect within the server they are sent.
    let same = try far(
      "inspect", "http://me:secret@\(here)/away/2/basic/clip-hevc.mov", "--header", "X: y")
    #expect(same.code == 0, "\(same.errors)")
  }

  // MARK: Errors

  @Test func privateAddressesAreRefused() throws {
    let result = try Program.boxwalk("inspect", address("clip-hevc.mov"))
    #expect(result.code == 2 && result.errors.contains("--allow-private"))
    #expect(server.requests.isEmpty)
    let other = try Program.boxwalk("inspect", "ftp://127.0.0.1/a.mov")
    #expect(other.code == 2 && other.errors.contains("neither") == false)
  }

  /// A message, the exit code, and no more of the disk and the time than was allowed.
  @Test(arguments: [
    "packed", "shifted", "wider", "longer", "shorter", "loop", "tofile", "headers", "endless",
    "changing",
    "blind", "cut", "drip", "always/500",
  ]) func whatIsWrongIsSaid(way: String) throws {
    let program = Program.products.appendingPathComponent("boxwalk").path
    // 16 MB of any file, and 20 s of the processor.
    let result = try Program.other(
      "sh", "-c", #"ulimit -f 32768; ulimit -t 20; exec "$@""#, "sh", program, "verify",
      "--allow-private",
      "--max-bytes", "8M", "--max-time", "5", address("clip-hevc.mov", way))
    #expect(result.code == 2, "\(way) \(result.errors)")
    #expect(result.errors.contains("/clip-hevc.mov: "), "\(way) \(result.errors)")
  }

  @Test func budgetsAreKept() throws {
    let requests = try far("verify", address("clip-hevc.mov", "small"), "--max-requests", "2")
    #expect(requests.code == 2 && requests.errors.contains("more than 2 requests"))
    let bytes = try far("inspect", address("clip-hevc.mov"), "--max-bytes", "50K")
    #expect(bytes.code == 2 && bytes.errors.contains("at most 51,200 may be read"))
    #expect(server.requests.reduce(0) { $0 + $1.sent } <= 3 * 51_200)
    // Bytes that were not received are not part of an output.
    let part = try far(
      "extract", address("clip-hevc.mov"), "--track", "1", "-o", folder.path("a"), "--max-bytes",
      "80K")
    #expect(part.code == 2 && !FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test func nothingIsLeftOfAProcessThatIsKilled() throws {
    let temporary = try Folder()
    let process = Process()
    process.executableURL = Program.products.appendingPathComponent("boxwalk")
    process.arguments = ["verify", "--allow-private", address("clip-hevc.mov", "held")]
    process.environment = ["TMPDIR": temporary.url.path]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    #expect(wait { server.requests.count == 2 })
    kill(process.processIdentifier, SIGKILL)
    end.wait()
    #expect(temporary.names.isEmpty)
  }

  // MARK: TLS

  @Test(.needs("openssl")) func whoAnswersIsVouchedFor() throws {
    let (certificate, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
    let made = try Program.other(
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
      certificate,
      "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    #expect(made.code == 0, "\(made.errors)")
    let server = try FarServer(folder.url.path, certificate: (certificate, key))
    let there = server.address("plain", "clip-hevc.mov")
    let unknown = try far("inspect", there)
    #expect(unknown.code == 2 && unknown.errors.contains("certificate"), "\(unknown.errors)")
    #expect(try far("inspect", there, "--ca-file", certificate).code == 0)
    #expect(try far("inspect", there, environment: ["CURL_CA_BUNDLE": certificate]).code == 0)
    let other = there.replacing("localhost", with: "127.0.0.1")
    #expect(try far("inspect", other, "--ca-file", certificate).code == 2)
    let down = server.address("to", "127.0.0.1:\(self.server.port)/plain/clip-hevc.mov")
    let lower = try far("inspect", down, "--ca-file", certificate)
    #expect(lower.code == 2 && lower.errors.contains("from https to http"), "\(lower.errors)")
  }
}
