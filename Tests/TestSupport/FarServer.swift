import Foundation

/// A server on this computer that gives files well or badly: `Tests/FarServer/serve.py`. It ends with its owner.
public final class FarServer {
  /// A request as the server saw it.
  public struct Request: Equatable {
    public var method: String
    /// `/way/name`
    public var address: String
    /// `bytes=0-99`; `-` without one.
    public var range: String
    public var status: String
    /// Bytes of the body.
    public var sent: Int
    /// The number of the connection.
    public var connection: String
  }

  private let process = Process()
  private let files: Folder
  private let output: FileHandle
  /// The server ends when this is closed.
  private let input = Pipe()
  public let port: Int
  /// Where its files are.
  public let folder: String
  private let isProtected: Bool

  private static let script = PackageFolder.path("Tests/FarServer/serve.py")

  struct Silent: Error {}

  /// - Parameters:
  ///   - folder: of the files that it gives.
  ///   - certificate: paths of a certificate and its key, for a server of `https`.
  public init(_ folder: String, certificate: (String, String)? = nil) throws {
    self.folder = folder
    isProtected = certificate != nil
    files = try Folder()
    process.executableURL = URL(fileURLWithPath: InstalledProgram.path(of: "python3") ?? "python3")
    process.arguments =
      [FarServer.script, folder, files.path("log")] + (certificate.map { [$0.0, $0.1] } ?? [])
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    output = pipe.fileHandleForReading
    let line = String(decoding: output.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Silent()
    }
    self.port = port
  }

  deinit {
    try? input.fileHandleForWriting.close()
    try? output.close()
  }

  /// The address of a file that is given in some way: `plain`, or one of those that the script has.
  public func address(_ way: String, _ name: String) -> String {
    "\(isProtected ? "https://localhost" : "http://127.0.0.1"):\(port)/\(way)/\(name)"
  }

  /// The requests so far. The answer may arrive before the line about it.
  public var requests: [Request] {
    let log = (try? String(contentsOfFile: files.path("log"), encoding: .utf8)) ?? ""
    return log.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      guard parts.count == 6, let sent = Int(parts[4]) else { return nil }
      return Request(
        method: parts[0], address: parts[1], range: parts[2], status: parts[3], sent: sent,
        connection: parts[5])
    }
  }
}
