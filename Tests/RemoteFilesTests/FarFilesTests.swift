import FieldCoding
import Foundation
import TestSupport
import Testing

@testable import RemoteFiles

/// Files of a server of this computer, which behaves well or badly.
@Suite(.waits, .needs("python3"), .needs("libcurl", if: { (try? CurlLibrary()) != nil }))
struct FarFilesTests {
  private let folder: Folder
  private let server: FarServer
  private let content: [UInt8]

  init() throws {
    folder = try Folder()
    var noise = Noise(state: 42)
    content = (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &noise) }
    _ = try folder.write(Data(content), to: "a.bin")
    _ = try folder.write(Data(), to: "empty.bin")
    server = try FarServer(folder.url.path)
  }

  private func files(_ change: (inout RemoteOptions) -> Void = { _ in }) -> RemoteReader {
    var options = RemoteOptions()
    options.allowsPrivate = true
    options.patience = 2
    change(&options)
    return RemoteReader(options)
  }

  private func address(_ way: String, _ name: String = "a.bin") throws -> RemoteURL {
    try #require(RemoteURL(server.address(way, name)))
  }

  private func source(
    _ way: String, _ name: String = "a.bin", in files: RemoteReader? = nil
  ) throws -> ByteSource {
    try (files ?? self.files()).source(of: address(way, name))
  }

  // MARK: Servers that do well

  @Test func rangesComeAsTheyAreRead() throws {
    let files = files()
    let address = try address("plain")
    let bytes = try files.source(of: address).bytes
    #expect(bytes.count == content.count)
    #expect(bytes[0] == content[0] && bytes[47 << 10] == content[47 << 10])
    #expect(files.tally(of: address.name)?.requests == 1)
    #expect(bytes[300_000] == content[300_000])
    #expect(files.tally(of: address.name)?.requests == 2)
    #expect(bytes.elementsEqual(content))
    #expect(bytes.source.problem == nil)
    #expect(files.tally(of: address.name)?.bytes == content.count)
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.status == "206" })
  }

  @Test(arguments: [
    "plain", "whole", "unknown", "untagged", "weak", "plainest", "small", "busy", "reset", "broken",
    "lasting",
    "away/5/plain", "silent", "stalls", "packed-on-the-way",
  ]) func allBytesCome(way: String) throws {
    let bytes = try source(way).bytes
    #expect(bytes.suffix(1000).elementsEqual(content.suffix(1000)))
    #expect(bytes.elementsEqual(content), "\(String(describing: bytes.source.problem))")
    #expect(bytes.source.problem == nil)
  }

  @Test func aFileMayBeEmpty() throws {
    #expect(try source("plain", "empty.bin").count == 0)
    #expect(try source("whole", "empty.bin").count == 0)
    #expect(try source("unknown", "empty.bin").count == 0)
  }

  @Test func withoutRangesTheStartIsRead() throws {
    let files = files { $0.mostBytes = 200_000 }
    let address = try address("whole")
    let bytes = try files.source(of: address).bytes
    #expect(bytes[100_000] == content[100_000] && bytes.source.problem == nil)
    #expect(files.tally(of: address.name)?.notes.count == 1)
    #expect(bytes[300_000] == 0)
    #expect(bytes.source.problem?.contains("--max-bytes") == true)
    #expect(files.tally(of: address.name)?.requests == 1)
  }

  @Test func wholeFilesAreAskedForAnew() throws {
    let (files, address) = (files(), try address("plain"))
    #expect(try files.bytes(of: address, limit: 1 << 20).elementsEqual(content))
    #expect(
      try files.bytes(of: address, 1000..<3000, limit: 2000).elementsEqual(content[1000..<3000]))
    #expect(throws: RemoteError.self) { try files.bytes(of: address, limit: 1000) }
    #expect(wait { server.requests.count == 3 })
  }

  /// One connection is used for many requests, and for many open files.
  @Test func connectionsAreKept() throws {
    let files = files()
    for number in 0..<3 {
      let address = try #require(RemoteURL(server.address("plain", "a.bin?\(number)")))
      #expect(try files.source(of: address).bytes.elementsEqual(content))
    }
    #expect(try files.bytes(of: address("away/2/plain"), limit: 1 << 20).elementsEqual(content))
    #expect(wait { server.requests.last?.address == "/plain/a.bin" })
    #expect(Set(server.requests.map(\.connection)) == ["1"])
  }

  @Test func namesTellFilesApart() throws {
    let files = files()
    let first = try #require(RemoteURL(server.address("plain", "a.bin?secret=1")))
    let second = try #require(RemoteURL(server.address("plain", "a.bin?secret=2")))
    #expect(
      files.name(of: first) == "\(second.name)"
        && files.name(of: second).hasSuffix("/plain/a (2).bin"))
    #expect(files.name(of: first) == first.name && !first.name.contains("secret"))
  }

  /// Names of forgotten files can be used again, and many names that differ in a query do not take longer each.
  @Test func namesAreForgotten() throws {
    let files = files()
    let addresses = try (0..<3).map { number in
      try #require(RemoteURL(server.address("plain", "a.bin?\(number)")))
    }
    let name = addresses[0].name
    files.using(addresses[0]) { first in
      #expect(first == name)
      files.using(addresses[1]) { second in
        #expect(second.hasSuffix("a (2).bin") && files.url(named: second) == addresses[1])
        files.using(addresses[0]) { #expect($0 == name) }
        #expect(files.url(named: name) == addresses[0])
        files.using(addresses[2]) { #expect($0.hasSuffix("a (3).bin")) }
        files.using(addresses[2]) { #expect($0.hasSuffix("a (3).bin")) }
      }
    }
    #expect(files.url(named: name) == nil)
    files.using(addresses[2]) { #expect($0 == name) }
    #expect(files.name(of: addresses[1]) == name)
    files.using(addresses[1]) { #expect($0 == name) }
    #expect(files.url(named: name) == addresses[1])
    let many = try (0..<20_000).map { number in
      try #require(RemoteURL("https://example.org/get?id=\(number)"))
    }
    #expect(Set(many.map { files.name(of: $0) }).count == many.count)
    #expect(files.name(of: many[19_999]) == "https://example.org/get (20000)")
  }

  @Test func fieldsAreForTheServerThatWasNamed() throws {
    let files = files { $0.fields = ["Authorization: Bearer secret"] }
    #expect(try source("member", in: files).bytes.elementsEqual(content))
    #expect(throws: RemoteError.self) { try source("member") }
    let here = try files.bytes(of: address("notes"), limit: 10_000)
    #expect(String(decoding: here, as: UTF8.self).contains("Bearer secret"))
    let other = try #require(
      RemoteURL(server.address("to", "localhost:\(server.port)/notes/a")))
    let there = String(decoding: try files.bytes(of: other, limit: 10_000), as: UTF8.self)
    #expect(there.contains("Accept-Encoding: identity") && !there.contains("secret"))
  }

  // MARK: Servers that do not

  /// Errors are reported at once, or when the bytes are read.
  private func problem(
    _ way: String, _ name: String = "a.bin", in files: RemoteReader? = nil
  ) throws -> String {
    do {
      let bytes = try source(way, name, in: files).bytes
      _ = bytes.last
      _ = bytes.reduce(0) { $0 &+ Int($1) }
      return try #require(bytes.source.problem, "nothing is wrong with \(way)")
    } catch let error as RemoteError {
      return error.description
    }
  }

  @Test(arguments: [
    ("packed", "compressed (gzip)"), ("shifted", "other bytes"), ("wider", "other bytes"),
    ("unranged", "other bytes"), ("starred", "how long"), ("longer", "more bytes than it says"),
    ("shorter", "fewer bytes than it says"), ("mislaid", "other bytes"),
    ("loop", "more than 10 times"),
    ("away/12/plain", "more than 10 times"), ("tofile", "neither http nor https"),
    ("nowhere", "does not say where to"), ("headers", "256 KiB of headers"),
    ("endless", "--max-bytes"), ("changing", "was changed"), ("growing", "was changed"),
    ("blind", "was changed"), ("cut", "broke"), ("drip", "too slow"),
    ("always/503", "answers 503"), ("always/404", "404 (not found)"),
    ("always/403", "403 (not allowed)"),
    ("always/204", "answers 204"), ("always/206", "other bytes"),
    ("packed-twice", "compressed (gzip"), ("packed-part", "compressed (gzip)"),
    ("parts", "other bytes"), ("doubled", "other bytes"), ("vast", "cannot be stored"),
    ("immense", "other bytes"), ("negative", "like an HTTP server"),
    ("switched", "answers 101"), ("jagged", "404 (not found)"),
  ]) func whatIsWrongIsSaid(way: String, words: String) throws {
    let files = files { $0.mostBytes = 4 << 20 }
    let problem = try problem(way, in: files)
    #expect(problem.contains(words), "\(problem)")
    let address = try address(way)
    // A failure at the first request closes the file; the received bytes are bounded all the same.
    #expect(files.tally(of: address.name)?.bytes ?? 0 <= 4 << 20 + 1 << 17)
  }

  @Test func budgetsAreKept() throws {
    let requests = try problem("small", in: files { $0.mostRequests = 3 })
    #expect(requests.contains("more than 3 requests"))
    let bytes = try problem("plain", in: files { $0.mostBytes = 100_000 })
    #expect(bytes.contains("at most 100,000"))
    #expect(server.requests.reduce(0) { $0 + $1.sent } <= 100_000 + 40_000)
    let seconds = try problem("drip", in: files { ($0.patience, $0.mostSeconds) = (60, 1) })
    #expect(seconds.contains("longer than the limit"))
  }

  @Test func privateAddressesAreRefused() throws {
    let files = RemoteReader()
    for text in [server.address("plain", "a.bin"), "http://localhost:\(server.port)/plain/a.bin"] {
      let address = try #require(RemoteURL(text))
      let error = #expect(throws: RemoteError.self) { try files.source(of: address) }
      #expect(error?.kind == .url && error?.description.contains("--allow-private") == true)
    }
    #expect(server.requests.isEmpty)
  }

  @Test func whoIsNotThereIsSaid() throws {
    let nobody = try #require(RemoteURL("http://127.0.0.1:1/a"))
    let refused = #expect(throws: RemoteError.self) { try files().source(of: nobody) }
    #expect(refused?.description.contains("no connection to the server") == true)
  }
}
