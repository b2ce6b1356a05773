#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Names and redirects that lead to forbidden addresses, in a network of their own: public addresses are on this
  /// computer there, and a file defines the names.
  @Suite(
    .needs("python3", "unshare", "ip"),
    .needs("networks of its own") {
      try InstalledProgram.run("unshare", ["--net", "--mount", "true"]).code == 0
    },
    .needs("libcurl", if: { try FarLibrary.isThere() })) struct FarNetworkTests
  {
    private static let names = """
      93.184.216.34 public.test
      10.0.0.7 private.test
      127.0.0.1 here.test
      10.0.0.7 both.test
      93.184.216.34 both.test
      ::1 six.test
      ::ffff:10.0.0.7 mapped.test

      """

    /// Runs the server, and then boxwalk with each list of arguments, in which `PORT` is the server's port.
    private func results(of calls: [[String]]) throws -> (results: [String], log: String) {
      let folder = try Folder()
      try FileManager.default.copyItem(
        atPath: Program.sample("meadow.jpg"), toPath: folder.path("a.jpg"))
      _ = try folder.write(Data(FarNetworkTests.names.utf8), to: "hosts")
      let words = calls.map { call in
        "run " + call.map { "'\($0)'" }.joined(separator: " ").replacing("PORT", with: "'$port'")
      }
      let script = """
        set -e
        cd "$1"
        program="$2"
        ip link set lo up
        ip address add 93.184.216.34/32 dev lo
        ip address add 10.0.0.7/32 dev lo
        mount --bind hosts /etc/hosts
        mkfifo input
        FAR_SERVER_HOST=:: python3 "$3" . log < input > port &
        exec 9> input
        until port="$(cat port)" && [ -n "$port" ]; do sleep 0.05; done
        run() { result=0; "$program" "$@" > output 2>&1 9>&- || result=$?; echo "$result $(tr '\n' ' ' < output)"; }
        \(words.joined(separator: "\n"))
        """
      let server = Program.package.appendingPathComponent("Tests/FarServer/serve.py").path
      let result = try InstalledProgram.run(
        "unshare",
        [
          "--net", "--mount", "sh", "-c", script, "sh", folder.url.path,
          Program.products.appendingPathComponent("boxwalk").path, server,
        ])
      #expect(result.code == 0, "\(result.errors)")
      let log = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
      let lines = result.output.split(separator: "\n").map(String.init)
      try #require(lines.count == calls.count, "\(result.output)")
      return (lines, log)
    }

    /// Ways to private addresses, each with whether a public server is asked first.
    private static let ways = [
      ("http://private.test:PORT/plain/a.jpg", false), ("http://here.test:PORT/plain/a.jpg", false),
      ("http://10.0.0.7:PORT/plain/a.jpg", false), ("http://2130706433:PORT/plain/a.jpg", false),
      ("http://0x7f.1:PORT/plain/a.jpg", false), ("http://0:PORT/plain/a.jpg", false),
      ("http://six.test:PORT/plain/a.jpg", false), ("http://[::1]:PORT/plain/a.jpg", false),
      ("http://mapped.test:PORT/plain/a.jpg", false),
      ("http://[::ffff:127.0.0.1]:PORT/plain/a.jpg", false),
      ("http://public.test:PORT/to/private.test:PORT/plain/a.jpg", true),
      ("http://public.test:PORT/to/127.0.0.1:PORT/plain/a.jpg", true),
      ("http://public.test:PORT/to/[::1]:PORT/plain/a.jpg", true),
      ("http://public.test:PORT/away/3/to/here.test:PORT/plain/a.jpg", true),
    ]

    @Test func privateAddressesAreRefusedWhateverLeadsThere() throws {
      let calls = FarNetworkTests.ways.map { ["inspect", $0.0] }
      let (results, log) = try results(of: calls)
      for (result, (way, _)) in zip(results, FarNetworkTests.ways) {
        #expect(result.hasPrefix("2 ") && result.contains("--allow-private"), "\(way): \(result)")
      }
      #expect(!log.contains("GET /plain/"), "\(log)")
      #expect(log.split(separator: "\n").count == 3 + 4)
    }

    /// The same URLs lead to the file if they are allowed: only the rule prevents it.
    @Test func allowedOnesAreRead() throws {
      let calls = FarNetworkTests.ways.map { ["inspect", "--allow-private", $0.0] }
      for (result, (way, _)) in zip(try results(of: calls).results, FarNetworkTests.ways) {
        #expect(result.hasPrefix("0 ") && result.contains("JPEG"), "\(way): \(result)")
      }
    }

    /// A name of several addresses leads to those that are public.
    @Test func publicAddressesAreRead() throws {
      let (results, _) = try results(of: [
        ["inspect", "http://public.test:PORT/plain/a.jpg"],
        ["inspect", "http://both.test:PORT/plain/a.jpg"],
        ["inspect", "http://public.test:PORT/away/2/plain/a.jpg"],
        ["inspect", "http://none.test:PORT/plain/a.jpg"],
        ["monitor", "http://none.test:PORT/live.m3u8", "--times", "2"],
      ])
      #expect(results.map { $0.prefix(2) } == ["0 ", "0 ", "0 ", "2 ", "2 "], "\(results)")
      #expect(results[3].contains("there is no computer with that name"))
      // What could not be read once is not tried again.
      let answers = results[4].ranges(of: "there is no computer with that name")
      #expect(answers.count == 1, "\(results[4])")
    }
  }
#endif
