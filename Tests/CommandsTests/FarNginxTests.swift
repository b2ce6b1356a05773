import Foundation
import TestSupport
import Testing

/// Files of a server that is not ours: nginx, by HTTP/1.1, and by HTTP/2 over TLS.
@Suite(.waits, .needs("nginx", "openssl"), .needs("libcurl", if: { try FarLibrary.isThere() }))
struct FarNginxTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("files"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.sample("clip-hevc.mov"), toPath: folder.path("files/a.mov"))
  }

  /// A server, which ends with its owner.
  private final class Server {
    private let process = Process()
    let port = Int.random(in: 20_000..<30_000)

    init(_ program: String, in folder: Folder) throws {
      let configuration = """
        daemon off;
        pid \(folder.path("pid"));
        error_log \(folder.path("errors"));
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 32; }
        http {
          log_format asked '$server_protocol $connection $status $body_bytes_sent $http_range $http_if_range';
          access_log \(folder.path("log")) asked;
          client_body_temp_path \(folder.path("t1")); proxy_temp_path \(folder.path("t2"));
          fastcgi_temp_path \(folder.path("t3")); uwsgi_temp_path \(folder.path("t4"));
          scgi_temp_path \(folder.path("t5"));
          gzip on; gzip_types *; gzip_min_length 1;
          server { listen 127.0.0.1:\(port); root \(folder.path("files")); }
          server {
            listen 127.0.0.1:\(port + 1) ssl http2; root \(folder.path("files"));
            ssl_certificate \(folder.path("certificate.pem")); ssl_certificate_key \(folder.path("key.pem"));
          }
        }
        """
      let path = try folder.write(Data(configuration.utf8), to: "conf")
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["-p", folder.url.path, "-c", path, "-e", folder.path("errors")]
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private func server() throws -> Server {
    let made = try Program.other(
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder.path("key.pem"),
      "-out", folder.path("certificate.pem"), "-days", "2", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost")
    #expect(made.code == 0, "\(made.errors)")
    let server = try Server(#require(InstalledProgram.path(of: "nginx")), in: folder)
    try #require(wait { FileManager.default.fileExists(atPath: folder.path("pid")) })
    return server
  }

  /// The requests: protocol, connection, status, bytes, range.
  private func log() throws -> [[Substring]] {
    try String(contentsOfFile: folder.path("log"), encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: " ")
    }
  }

  @Test(arguments: ["http", "https"]) func filesAreTheSame(scheme: String) throws {
    let server = try server()
    let there =
      scheme == "http"
      ? "http://127.0.0.1:\(server.port)/a.mov" : "https://localhost:\(server.port + 1)/a.mov"
    let options = ["--allow-private", "--ca-file", folder.path("certificate.pem")]
    let near = Program.sample("clip-hevc.mov")
    let expected = try Program.boxwalk("inspect", "--tree", "--all", near)
    let result = try Program.boxwalk(["inspect", "--tree", "--all", there] + options)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output == expected.output.replacing(near, with: there))
    let track = try Program.boxwalk(["extract", "--track", "1", "-o", "-", there] + options)
    #expect(
      try track.data == Program.boxwalk("extract", "--track", "1", "-o", "-", near).data)

    #expect(try wait { try log().count > 2 })
    let asked = try log()
    let name = scheme == "http" ? "HTTP/1.1" : "HTTP/2.0"
    #expect(asked.allSatisfy { $0[0] == name && $0[2] == "206" }, "\(asked)")
    // Two programs ran, each with one connection.
    #expect(Set(asked.map { $0[1] }).count == 2, "\(asked)")
    // All requests except the first of each program state the version of the file.
    #expect(asked.count { $0[5] == "-" } == 2, "\(asked)")
  }

  /// The file is replaced after the first request: `diff` has begun to read it, and waits for standard input.
  @Test func changesAreSaid() throws {
    let server = try server()
    let process = Process()
    process.executableURL = Program.products.appendingPathComponent("boxwalk")
    process.arguments = ["diff", "--allow-private", "http://127.0.0.1:\(server.port)/a.mov", "-"]
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    #expect(try wait { try log().count == 1 })
    let url = folder.url.appending(path: "files/a.mov")
    var movie = try Data(contentsOf: url)
    movie[movie.count - 1] ^= 1
    try movie.write(to: url)
    // nginx identifies versions of a file by its length and the second of its time.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: url.path)
    input.fileHandleForWriting.write(
      try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc.mov"))))
    try input.fileHandleForWriting.close()
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2, "\(words)")
    #expect(words.contains("was changed on the server"), "\(words)")
    #expect(try log().last?[2] == "200")
  }
}
