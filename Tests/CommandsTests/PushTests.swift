import Foundation
import TestSupport
import Testing

/// Movies that are published to servers which are not ours: nginx, and the newest ffmpeg.
@Suite(.serialized, .waits) struct PushTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let module = "/usr/lib/nginx/modules/ngx_rtmp_module.so"
  private static let hasServer =
    InstalledProgram.path(of: "nginx") != nil
    && FileManager.default.fileExists(atPath: module)

  /// A server that runs until the test ends.
  private final class Server {
    private let process = Process()
    let port = Int.random(in: 20_000..<30_000)

    init(_ program: String, _ arguments: (Int) throws -> [String]) throws {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = try arguments(port)
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    var isRunning: Bool { process.isRunning }
    func end() {
      process.terminate()
      process.waitUntilExit()
    }
    func waitUntilExit() { process.waitUntilExit() }
  }

  /// Tries something again until it is so.
  private func wait(_ isSo: () throws -> Bool) throws -> Bool {
    for _ in 0..<600 {
      if try isSo() { return true }
      usleep(50_000)
    }
    return false
  }

  /// nginx with an application that records, and one that takes nothing.
  private func nginx() throws -> Server {
    let program = try #require(InstalledProgram.path(of: "nginx"))
    let server = try Server(program) { port in
      let configuration = """
        daemon off;
        pid \(folder.path("pid"));
        error_log \(folder.path("log"));
        load_module \(PushTests.module);
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 32; }
        rtmp { server { listen 127.0.0.1:\(port);
          application live { live on; record all; record_path \(folder.url.path); }
          application closed { live on; deny publish all; }
        } }
        """
      let path = try folder.write(Data(configuration.utf8), to: "conf")
      return ["-p", folder.url.path, "-c", path, "-e", folder.path("log")]
    }
    try #require(try wait { FileManager.default.fileExists(atPath: folder.path("pid")) })
    return server
  }

  /// MD5 of each packet, or of each frame.
  private func hashes(_ program: String, _ arguments: [String]) throws -> [Substring] {
    let url = URL(fileURLWithPath: InstalledProgram.path(of: program) ?? program)
    let result = try InstalledProgram.run(
      url, ["-v", "error"] + arguments + ["-f", "framemd5", "-"])
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").dropFirst(5).first }
  }

  /// The server records the published stream: every packet of the movie.
  @Test(.needs("nginx with its RTMP module", if: { PushTests.hasServer }), .needs("ffmpeg"))
  func aServerRecordsTheMovie() throws {
    let server = try nginx()
    defer { server.end() }
    let movie = Program.sample("clip-h264.mp4")
    let address = "rtmp://127.0.0.1:\(server.port)/live"
    let key = try folder.write(Data("secret\n".utf8), to: "key")
    let result = try Program.boxwalk("push", movie, address, "--key-file", key, "--json")
    #expect(result.code == 0, "\(result.errors)")
    #expect(!result.output.contains("secret") && !result.errors.contains("secret"))
    let record = folder.path("secret.flv")
    for stream in ["v", "a"] {
      var found: [Substring] = []
      // The server writes the rest when the stream has ended.
      let arguments = ["-map", "0:\(stream)", "-c", stream == "v" ? "rawvideo" : "copy"]
      let expected = try hashes(
        "ffmpeg", ["-ignore_editlist", "1", "-i", movie] + arguments)
      _ = try wait {
        found = try hashes("ffmpeg", ["-i", record] + arguments)
        return found.count >= expected.count
      }
      #expect(found == expected)
    }
  }

  /// Each refusal has its reason, and none has the key.
  @Test(.needs("nginx with its RTMP module", if: { PushTests.hasServer }))
  func refusalsAreSaid() throws {
    let server = try nginx()
    defer { server.end() }
    let movie = Program.sample("clip-h264.mp4")
    let refusals = [
      ("127.0.0.1:\(server.port)/closed", "the server ends the connection"),
      ("127.0.0.1:\(server.port)/none", "the server ends the connection"),
      ("127.0.0.1:1/live", "no server answers there"), ("nowhere.invalid/live", "no computer"),
    ]
    for (target, text) in refusals {
      let result = try Program.boxwalk("push", movie, "rtmp://\(target)/secret")
      #expect(result.code == 2 && result.errors.contains(text), "\(target): \(result.errors)")
      #expect(!result.errors.contains("secret"))
    }
  }

  @Test func addresses() throws {
    let movie = Program.sample("clip-h264.mp4")
    for address in [
      "rtmp://host", "rtmp://host/app", "http://host/app/key", "rtmps://host/app/key",
      "rtmp://host/app/key live=0", "rtmp:///app/key", "rtmp://me:word@host/app/key",
    ] {
      let result = try Program.boxwalk("push", movie, address, "--dry-run")
      #expect(result.code == 64, "\(address)")
    }
    #expect(try Program.boxwalk("push", movie, "rtmp://[::1]/a/b/key", "--dry-run").code == 0)
    let missing = try Program.boxwalk(
      "push", movie, "rtmp://127.0.0.1/app/key", environment: ["BOXWALK_LIBRTMP": "/none.so"])
    #expect(missing.code == 2 && missing.errors.contains("/none.so"), "\(missing.errors)")
  }

  /// Enhanced RTMP, as the newest ffmpeg reads it.
  @Test(
    .needs("a new ffmpeg: set BOXWALK_NEW_FFMPEG") {
      ProcessInfo.processInfo.environment["BOXWALK_NEW_FFMPEG"] != nil
    })
  func ffmpegTakesHEVC() throws {
    let program = try #require(ProcessInfo.processInfo.environment["BOXWALK_NEW_FFMPEG"])
    let record = folder.path("record.mkv")
    let server = try Server(program) { port in
      [
        "-v", "error", "-listen", "1", "-f", "flv", "-i", "rtmp://127.0.0.1:\(port)/live/key", "-c",
        "copy", record,
      ]
    }
    let movie = Program.sample("clip-hevc.mov")
    var result: Program.Result?
    _ = try wait {
      result = try Program.boxwalk("push", movie, "rtmp://127.0.0.1:\(server.port)/live/key")
      // Until it listens.
      return result?.errors.contains("refused") == false
    }
    // FLV cannot hold the rotation of the picture.
    #expect(result?.code == 1, "\(result?.errors ?? "")")
    server.waitUntilExit()
    let frames = try hashes(program, ["-i", record, "-map", "0:v"])
    #expect(
      try frames == hashes(program, ["-noautorotate", "-i", movie, "-map", "0:v"])
        && frames.count == 75)
  }
}
