#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The library for C, used by programs in C that the address sanitizer watches.
  @Suite(.needs("gcc", "g++", "make", "pkg-config", "nm")) struct CLibraryTests {
    private static let header = Program.package.appendingPathComponent("Sources/C/CBoxwalk/include")

    /// A folder in which a program in C finds the installed library.
    private func installed() throws -> Folder {
      let folder = try Folder()
      let library = Program.products.appendingPathComponent("libBoxwalkC.so").path
      for name in ["libboxwalk.so", "libboxwalk.so.0"] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path(name), withDestinationPath: library)
      }
      let description = """
        Name: boxwalk
        Description: of this test
        Version: 0
        Cflags: -I\(CLibraryTests.header.path)
        Libs: -L\(folder.url.path) -lboxwalk
        """
      _ = try folder.write(Data((description + "\n").utf8), to: "boxwalk.pc")
      return folder
    }

    private static let flags = [
      "-g", "-O1", "-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
      "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
    ]

    private func run(
      _ program: String, _ arguments: [String], in folder: Folder
    ) throws -> Program.Result {
      try InstalledProgram.run(
        URL(fileURLWithPath: folder.path(program)), arguments,
        environment: [
          "LD_LIBRARY_PATH": folder.url.path,
          "BOXWALK_CODEC": Program.products.appendingPathComponent("boxwalk-codec").path,
        ])
    }

    /// `Examples/c`, built by its Makefile.
    private func example(in folder: Folder) throws {
      let sources = Program.package.appendingPathComponent("Examples/c")
      for name in ["photo.c", "Makefile"] {
        try FileManager.default.copyItem(
          at: sources.appendingPathComponent(name), to: folder.url.appendingPathComponent(name))
      }
      let made = try Program.other(
        "make", "-C", folder.url.path, "CC=gcc",
        "CFLAGS=\(CLibraryTests.flags.joined(separator: " "))",
        "PKG_CONFIG=PKG_CONFIG_PATH='\(folder.url.path)' pkg-config")
      #expect(made.code == 0, "\(made.output)\(made.errors)")
    }

    @Test func headerIsOneOfCAndOfCPlusPlus() throws {
      let folder = try Folder()
      let source = try folder.write(
        Data("#include <boxwalk.h>\nint main(void) { return boxwalk_version() == 0; }\n".utf8),
        to: "a.c")
      for compiler in [["gcc", "-std=c99"], ["g++", "-std=c++11", "-x", "c++"]] {
        let result = try Program.other(
          compiler[0],
          compiler.dropFirst() + [
            "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I",
            CLibraryTests.header.path, source,
          ])
        #expect(result.code == 0, "\(compiler): \(result.errors)")
      }
    }

    /// The library exports no symbols of Swift, and everything that the header declares.
    @Test func theLibraryShowsItsHeader() throws {
      let library = Program.products.appendingPathComponent("libBoxwalkC.so").path
      let symbols = try Program.other("nm", "-D", "--defined-only", library).output
        .split(separator: "\n").compactMap { line -> String? in
          let words = line.split(separator: " ")
          return words.count == 3 && words[1] == "T" ? String(words[2]) : nil
        }
      let text = try String(
        contentsOf: CLibraryTests.header.appendingPathComponent("boxwalk.h"), encoding: .utf8)
      let declared = text.matches(of: /(?m)^[a-z_ ]+\W\*?(boxwalk_\w+)\(/).map { String($0.1) }
      #expect(declared.count == 8)
      #expect(symbols.sorted() == declared.sorted())
    }

    @Test func exampleSaysWhatTheCommandSays() throws {
      let folder = try installed()
      try example(in: folder)
      for name in ["portrait-single.heic", "coast.avif", "meadow.jpg", "clip-hevc.mov"] {
        let path = Program.sample(name)
        let isMovie = name.hasSuffix(".mov")
        let result = try run(
          "photo", [path] + (isMovie ? [] : [folder.path("\(name).jpg")]), in: folder)
        #expect(result.code == 0, "\(name): \(result.output)\(result.errors)")
        for command in ["inspect", "verify"] {
          let document = try Program.boxwalk(command, path, "--json").output
          #expect(result.output.contains("\(command): \(document)"), "\(command) \(name)")
        }
        #expect(result.output.contains("verdict: intact\n"))
        guard !isMovie else { continue }
        let line = try Program.boxwalk(
          "convert", path, "-o", folder.path("\(name).jpg"), "--max-size", "640", "--quality",
          "85", "--json", "--force"
        ).output
        #expect(result.output.contains("convert: \(line)"), "\(name): \(line)\(result.output)")
      }
    }

    @Test func exampleNamesWhatIsWrong() throws {
      let folder = try installed()
      try example(in: folder)
      let whole = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
      let lossy = try run(
        "photo", [Program.sample("landscape-tiled.heic"), folder.path("a.jpg")], in: folder)
      #expect(lossy.code == 1, "a depth map is left out: \(lossy.errors)")
      for count in [0, 7, 100, 4000, 60_000] {
        let path = try folder.write(whole.prefix(count), to: "cut.heic")
        let result = try run("photo", [path, folder.path("b.jpg")], in: folder)
        #expect(result.code == 2, "\(count): \(result.output)\(result.errors)")
        #expect(result.output.contains("verdict: has errors\n"), "\(count)")
        #expect(result.errors.contains("convert: \(path): "), "\(count): \(result.errors)")
      }
      #expect(!folder.names.contains("b.jpg"))
    }

    /// Wrong arguments and threads.
    @Test func misuseIsAnswered() throws {
      let folder = try installed()
      let source = Program.package.appendingPathComponent("Tests/CLibrary/misuse.c").path
      let made = try Program.other(
        "gcc",
        CLibraryTests.flags + [
          "-I", CLibraryTests.header.path, "-o", folder.path("misuse"), source, "-L",
          folder.url.path, "-lboxwalk", "-lpthread",
        ])
      #expect(made.code == 0, "\(made.errors)")
      let photo = Program.sample("portrait-single.heic")
      let broken = try folder.write(
        Data(contentsOf: URL(fileURLWithPath: photo)).prefix(3000), to: "broken.heic")
      var deep: [UInt8] = []
      for level in 0..<200 {
        let size = deep.count + 8
        deep =
          [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } + (level % 2 == 0 ? "trak" : "moov").utf8
          + deep
      }
      let start: [UInt8] = [0, 0, 0, 16] + "ftypisom".utf8 + [0, 0, 0, 0]
      let many = try folder.write(Data(start + deep), to: "deep.mp4")
      try FileManager.default.createDirectory(
        atPath: folder.path("new"), withIntermediateDirectories: false)
      let result = try run("misuse", [photo, broken, many, folder.path("new")], in: folder)
      #expect(result.code == 0, "\(result.output)\(result.errors)")
      #expect(Folder.names(folder.path("new")).count == 12)
    }
  }
#endif
