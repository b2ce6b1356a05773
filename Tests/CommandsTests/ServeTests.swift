import Foundation
import TestSupport
import Testing

/// `boxwalk serve`, spoken to by lines of JSON.
@Suite(.waits) struct ServeTests {
  private typealias Object = [String: Any]

  /// The answers to requests, by their `id`; the others are under "null".
  private func answers(
    to requests: [String], _ options: String..., code: Int32 = 0,
    environment: [String: String] = [:], isUnique: Bool = true
  ) throws -> [String: Object] {
    try answers(
      to: requests, options, code: code, environment: environment, isUnique: isUnique)
  }

  private func answers(
    to requests: [String], _ options: [String], code: Int32 = 0,
    environment: [String: String] = [:], isUnique: Bool = true
  ) throws -> [String: Object] {
    let result = try Program.boxwalk(
      ["serve"] + options, input: Data((requests.joined(separator: "\n") + "\n").utf8),
      environment: environment)
    #expect(result.code == code, "\(result.errors)")
    var answers: [String: Object] = [:]
    for line in result.output.split(separator: "\n") {
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, "\(line)")
      #expect(answer["jsonrpc"] as? String == "2.0")
      #expect(answer.count == 3)
      let id = answer["id"].map { $0 is NSNull ? "null" : "\($0)" } ?? "missing"
      #expect(!isUnique || answers[id] == nil, "\(id) is answered twice")
      answers[id] = answer
    }
    return answers
  }

  private func request(_ id: Int, _ method: String, _ parameters: Object = [:]) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: ["jsonrpc": "2.0", "id": id, "method": method, "params": parameters]),
      as: UTF8.self)
  }

  private func errorCode(_ answer: Object?) -> Int? {
    (answer?["error"] as? Object)?["code"] as? Int
  }

  @Test func resultsAreThoseOfTheCommands() throws {
    let photo = Program.sample("meadow.jpg")
    let answers = try answers(to: [
      request(1, "inspect", ["path": photo]), request(2, "verify", ["path": photo]),
      request(3, "inspect", ["path": Program.sample("coast.avif"), "box": "//pitm"]),
      request(4, "metadata", ["path": photo]),
    ])
    for (id, arguments) in [
      ("1", ["inspect", photo]), ("2", ["verify", photo]),
      ("3", ["inspect", Program.sample("coast.avif"), "--path", "//pitm"]),
      ("4", ["inspect", "--metadata", photo]),
    ] {
      let printed = try JSONSerialization.jsonObject(
        with: try Program.boxwalk(arguments + ["--json"]).data)
      let result = try #require(answers[id]?["result"])
      #expect(result as? NSDictionary == printed as? NSDictionary, "\(arguments)")
    }
  }

  @Test func picturesAreThoseOfConvert() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(
      atPath: Program.sample("portrait-single.heic"), toPath: folder.path("a.heic"))
    let answers = try answers(
      to: [
        request(1, "convert", ["path": "a.heic", "output": "b.jpg"]),
        request(2, "thumbnail", ["path": "a.heic", "output": "c.png", "size": 100]),
        request(3, "convert", ["path": "a.heic", "output": "d.jpg", "depth": 10]),
      ], "--root", folder.url.path)
    let whole = try #require(answers["1"]?["result"] as? Object)
    #expect(whole["width"] as? Int == 960)
    let small = try #require(answers["2"]?["result"] as? Object)
    #expect(small["height"] as? Int == 100)
    #expect(errorCode(answers["3"]) == -32602)
    #expect(folder.names == ["a.heic", "b.jpg", "c.png"])
    _ = try Program.boxwalk("convert", folder.path("a.heic"), "-o", folder.path("e.jpg"))
    #expect(
      try Data(contentsOf: folder.url.appendingPathComponent("b.jpg"))
        == Data(contentsOf: folder.url.appendingPathComponent("e.jpg")))
  }

  /// Each wrong request gets its own error, and the requests after it are answered.
  @Test func wrongRequestsAreAnswered() throws {
    let long = #"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "a", count: 2 << 20))"}"#
    for (line, code) in [
      ("rubbish", -32700), (#"{"jsonrpc":"2.0","id":1,"method""#, -32700), ("[]", -32600),
      ("null", -32600), ("1", -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
      // Examples of JSON-RPC 2.0 §7.
      (#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#, -32700),
      (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, -32600),
      (#"{"foo": "boo"}"#, -32600),
      (#"{"jsonrpc":"1.0","id":1,"method":"version"}"#, -32600), (long, -32600),
      (String(repeating: "[", count: 100_000), -32700),
    ] {
      let answers = try answers(to: [line, "", request(2, "version")])
      #expect(errorCode(answers["null"]) == code, "\(line.prefix(60))")
      #expect(answers["2"]?["result"] != nil)
    }
    // The last line, without its end.
    let cut = try Program.boxwalk(["serve"], input: Data(long.utf8))
    #expect(cut.isDone && cut.output.contains("-32600"), "\(cut.output)")
    let answers = try answers(to: [
      request(1, "nothing"), request(2, "inspect"), request(3, "inspect", ["path": 1]),
      request(4, "inspect", ["path": "a", "deep": true]),
      request(5, "inspect", ["path": "/does/not/exist.heic"]),
      request(6, "convert", ["path": Program.sample("clip-hevc.mov"), "output": "/tmp/no.jpg"]),
      request(7, "verify", ["path": "a", "elementLimit": 1 << 40]),
      #"{"jsonrpc":"2.0","method":"inspect","params":{"path":"/does/not/exist.heic"}}"#,
    ])
    for params in ["[1]", #""a""#, #"{"path":[]}"#] {
      let line = #"{"jsonrpc":"2.0","id":1,"method":"inspect","params":\#(params)}"#
      #expect(errorCode(try self.answers(to: [line])["1"]) == -32602)
    }
    let codes = (1...7).map { errorCode(answers["\($0)"]) }
    #expect(codes == [-32601, -32602, -32602, -32602, -32000, -32000, -32602])
    let error = answers["5"]?["error"] as? Object
    #expect((error?["data"] as? Object)?["path"] as? String == "/does/not/exist.heic")
  }

  @Test func nothingOutsideOfTheRootIsTouched() throws {
    let folder = try Folder()
    let photo = Program.sample("meadow.jpg")
    try FileManager.default.createDirectory(
      atPath: folder.path("root/in"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("root/link.jpg"), withDestinationPath: photo)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("root/out"), withDestinationPath: folder.url.path)
    try FileManager.default.copyItem(atPath: photo, toPath: folder.path("root/in/a.jpg"))
    let answers = try answers(
      to: [
        request(1, "inspect", ["path": photo]), request(2, "inspect", ["path": "link.jpg"]),
        request(3, "inspect", ["path": "in/../../root/in/a.jpg"]),
        request(4, "convert", ["path": "in/a.jpg", "output": "../b.png"]),
        request(5, "convert", ["path": "in/a.jpg", "output": "out/b.png"]),
        request(6, "convert", ["path": "in/a.jpg", "output": folder.path("b.png")]),
        request(7, "inspect", ["path": "in/a.jpg"]),
        request(8, "inspect", ["path": "in/a.jpg\u{0}.png"]),
        request(9, "convert", ["path": "in/a.jpg", "output": "c.png\u{0}.jpg"]),
      ], "--root", folder.path("root"))
    for id in [1, 2, 4, 5, 6, 8, 9] { #expect(errorCode(answers["\(id)"]) == -32000, "\(id)") }
    for id in [3, 7] { #expect(answers["\(id)"]?["result"] != nil, "\(id)") }
    #expect(folder.names == ["root"])
    _ = try self.answers(to: [], "--root", folder.path("missing"), code: 2)
  }

  // MARK: Files at addresses

  /// A server with a folder in which there is a photo.
  private func farServer(_ folder: Folder) throws -> FarServer {
    try FileManager.default.copyItem(
      atPath: Program.sample("landscape-tiled.heic"), toPath: folder.path("a.heic"))
    return try FarServer(folder.url.path)
  }

  @Test(.needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
  func addressesAreReadWhereTheyAreAllowed() throws {
    let (folder, root) = (try Folder(), try Folder())
    let server = try farServer(folder)
    let there = server.address("plain", "a.heic")
    let requests = [
      try request(1, "inspect", ["path": "\(there)?signature=secret"]),
      try request(2, "convert", ["path": there, "output": "a.jpg"]),
      try request(3, "inspect", ["path": "file:///etc/passwd"]),
      try request(4, "pair", ["path": there]),
      try request(5, "convert", ["path": "a.heic", "output": there]),
    ]
    for options in [[], ["--root", root.url.path], ["--allow-addresses"]] {
      let answers = try answers(to: requests, options)
      for id in 1...5 { #expect(errorCode(answers["\(id)"]) == -32000, "\(id)") }
      let words = (answers["1"]?["error"] as? Object)?["message"] as? String
      let missing = options == ["--allow-addresses"] ? "--allow-private" : "--allow-addresses"
      #expect(words?.contains(missing) == true, "\(words ?? "")")
      #expect(!"\(answers)".contains("secret"))
    }
    #expect(server.requests.isEmpty && root.names.isEmpty)

    let allowed = try answers(
      to: requests,
      ["--root", root.url.path, "--allow-addresses", "--allow-private", "--jobs", "1"])
    for id in 3...5 { #expect(errorCode(allowed["\(id)"]) == -32000, "\(id)") }
    let document = try #require(allowed["1"]?["result"] as? Object)
    #expect(document["file"] as? String == there)
    #expect((document["transfer"] as? Object)?["requests"] as? Int == 1)
    #expect((allowed["2"]?["result"] as? Object)?["file"] as? String == there)
    #expect(root.names == ["a.jpg"])
  }

  /// A file is read again for each request, and a problem of a file is reported only in its own answer.
  @Test(.needs("python3"), .needs("libcurl", if: { try FarLibrary.isThere() }))
  func addressesAreAskedAnew() throws {
    let folder = try Folder()
    let server = try farServer(folder)
    let cut = try request(9, "verify", ["path": server.address("cut", "a.heic")])
    let requests = try (1...3).map { number in
      try request(number, "inspect", ["path": server.address("plain", "a.heic")])
    }
    let answers = try answers(
      to: [cut] + requests, ["--allow-addresses", "--allow-private", "--jobs", "1"])
    #expect(errorCode(answers["9"]) == -32000)
    for id in 1...3 {
      let document = try #require(answers["\(id)"]?["result"] as? Object)
      #expect((document["transfer"] as? Object)?["requests"] as? Int == 1)
    }
    #expect(server.requests.filter { $0.address == "/plain/a.heic" }.count == 3)
  }

  /// A worker that never answers.
  private func stuckWorker(in folder: Folder) throws -> [String: String] {
    let path = folder.path("stuck")
    // Another process writes it: the system does not run a program that a process has open for writing.
    _ = try Program.other(
      "sh", "-c", #"printf '#!/bin/sh\nexec sleep 600\n' > "$0" && chmod 755 "$0""#, path)
    return ["BOXWALK_CODEC": path]
  }

  @Test(.needs("sh")) func requestsAreCancelled() throws {
    let folder = try Folder()
    let photo = Program.sample("landscape-tiled.heic")
    let answers = try answers(
      to: [
        request(1, "convert", ["path": photo, "output": folder.path("1.png")]),
        request(2, "convert", ["path": photo, "output": folder.path("2.png")]),
        request(3, "version"), request(4, "cancel", ["id": 1]), request(5, "cancel", ["id": 2]),
        request(6, "cancel", ["id": 77]), request(7, "cancel"),
        request(8, "convert", ["path": photo, "output": folder.path("3.png"), "timeLimit": 0.01]),
      ], "--jobs", "1", environment: stuckWorker(in: folder))
    #expect(errorCode(answers["1"]) == -32800)
    #expect(errorCode(answers["2"]) == -32800)
    #expect(answers["3"]?["result"] != nil)
    #expect(answers["4"]?["result"] as? Bool == true)
    #expect(answers["5"]?["result"] as? Bool == true)
    #expect(answers["6"]?["result"] as? Bool == false)
    #expect(errorCode(answers["7"]) == -32602)
    #expect(errorCode(answers["8"]) == -32000)
    #expect(folder.names == ["stuck"])
  }

  @Test(.needs("sh")) func requestsAndAnswersAreBounded() throws {
    let folder = try Folder()
    let photo = Program.sample("landscape-tiled.heic")
    let stuck = try [1, 2].map {
      try request($0, "convert", ["path": photo, "output": folder.path("\($0).png")])
    }
    let cancel = try [1, 2].map { try request($0 + 10, "cancel", ["id": $0]) }
    let bounded = try answers(
      to: stuck + [request(1, "version"), request(3, "version")] + cancel, "--jobs", "1",
      "--most", "2", environment: stuckWorker(in: folder), isUnique: false)
    #expect(errorCode(bounded["3"]) == -32001)
    #expect(bounded["11"]?["result"] as? Bool == true)
    let answers = try answers(
      to: [request(1, "inspect", ["path": photo, "tree": true]), request(2, "version")],
      "--most-answer", "1K")
    #expect(errorCode(answers["1"]) == -32000)
    #expect(answers["2"]?["result"] != nil)
  }

  @Test(.needs("python3")) func theClientInPythonWorks() throws {
    let folder = try Folder()
    let example = Program.package.appendingPathComponent("Examples/serve/thumbnails.py").path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try InstalledProgram.run(
      URL(fileURLWithPath: try #require(InstalledProgram.path(of: "python3"))),
      [example, Program.package.appendingPathComponent("SampleMedia").path, folder.path("small")],
      environment: ["PATH": "\(Program.products.path):\(path)", "PYTHONDONTWRITEBYTECODE": "1"])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("meadow.jpg: 1600 × 1200, thumbnail 320 × 240\n"))
    #expect(Folder.names(folder.path("small")).count == 12)
  }
}
