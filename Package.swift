// swift-tools-version: 6.2
import PackageDescription

/// Swift 6, with strict memory safety, and with warnings as errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Optimisation for loops over pixels, which are too slow for tests without it. No library for other packages contains
/// these targets.
let optimised: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]

/// Optimisation for the readers of bytes, in which tests spend most of their own time. They belong to libraries, and a
/// package that others depend on, which is in such a folder, cannot have these flags.
let optimisedInClone =
  ["/checkouts/", "/registry/"].contains { Context.packageDirectory.contains($0) } ? [] : optimised

/// A program that starts quickly. At a fixed address, none of its 69,000 relocations is necessary. Swift exports all
/// public symbols, and exported symbols are searched at every start, so the program exports none. Packages that use the
/// libraries do not link with these targets.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    ["-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"],
    .when(platforms: [.linux], configuration: .release))
]

/// A C module must not need a Swift library, which may not be installed with the programs.
let withoutSwift: [LinkerSetting] = [
  .unsafeFlags(["-nostartfiles", "-static-stdlib"], .when(platforms: [.linux]))
]

/// The library for C: it contains the Swift library without exporting its symbols, so that it needs no installed Swift,
/// and does not conflict with another Swift library in the same program.
let libraryForC: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-Xlinker", "-soname=libboxwalk.so.0", "-Xlinker",
      "--version-script=\(Context.packageDirectory)/Sources/C/CBoxwalk/exports.map",
    ], .when(platforms: [.linux])),
  .unsafeFlags(
    ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
    .when(platforms: [.linux], configuration: .release)),
]

/// For libraries that are opened at run time.
let dynamicLoading: [LinkerSetting] = [.linkedLibrary("dl", .when(platforms: [.linux]))]

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// The C libraries for decoding and encoding, which only the trait adds.
func codec(_ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: ["Codecs"]))
}

/// A library of the system.
func library(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func c(
  _ name: String, _ dependencies: Target.Dependency..., exclude: [String] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, linkerSettings: linkerSettings)
}

/// - Parameter dependencies: those that do not come with another one.
func swift(
  _ name: String, _ dependencies: Target.Dependency..., settings: [SwiftSetting] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: strict + settings,
    linkerSettings: linkerSettings)
}

func program(
  _ name: String, _ dependencies: Target.Dependency..., linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linkerSettings)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

/// A folder of `Sources`. Its targets depend only on targets that are listed before them.
func layer(_ folder: String, _ targets: Target...) -> [Target] {
  for target in targets { target.path = "Sources/\(folder)/\(target.name)" }
  return targets
}

let layers = [
  layer(
    "C/Linked",
    library("CDe265", "libde265", apt: "libde265-dev", brew: "libde265"),
    library("CLibJPEG", "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
    library("CLibPNG", "libpng", apt: "libpng-dev", brew: "libpng"),
    library("CAVCodec", "libavcodec", apt: "libavcodec-dev", brew: "ffmpeg"),
    library("CAVUtil", "libavutil", apt: "libavutil-dev", brew: "ffmpeg"),
    library("CSWScale", "libswscale", apt: "libswscale-dev", brew: "ffmpeg"),
    library("CSWResample", "libswresample", apt: "libswresample-dev", brew: "ffmpeg"),
    library("CAVFilter", "libavfilter", apt: "libavfilter-dev", brew: "ffmpeg"),
    library("CAVFormat", "libavformat", apt: "libavformat-dev", brew: "ffmpeg"),
    library("CWebP", "libwebp", apt: "libwebp-dev", brew: "webp"),
    library("CWebPMux", "libwebpmux", apt: "libwebp-dev", brew: "webp"),
    library("CExiv2", "exiv2", apt: "libexiv2-dev", brew: "exiv2"),
  ),
  // Modules that are loaded at run time, with their interfaces. Only these are linked with FFmpeg and Exiv2.
  layer(
    "C/Engines",
    c("MovieEngineInterface"),
    c("PhotoEngineInterface"),
    c("NoteEngineInterface"),
    c(
      "PhotoEngine", "PhotoEngineInterface", codec("CAVCodec"), codec("CAVUtil"),
      linkerSettings: withoutSwift),
    c(
      "FFmpegEngine", "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"),
      codec("CSWScale"), codec("CSWResample"), linkerSettings: withoutSwift),
    // With the many libraries that only animations need.
    c(
      "LoopEngine", "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"),
      codec("CAVFilter"), codec("CAVFormat"), codec("CWebP"), codec("CWebPMux"),
      linkerSettings: withoutSwift),
    // For containers that do not consist of boxes.
    c(
      "ContainerEngine", "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"),
      codec("CAVFormat"), linkerSettings: withoutSwift),
    // In C++, for maker notes.
    c("NoteEngine", "NoteEngineInterface", codec("CExiv2"), linkerSettings: withoutSwift),
  ),
  // System calls that Swift cannot import, and libraries of other projects. Those in `CLoaded` are opened at run time,
  // so that only their headers are needed here.
  layer(
    "C",
    c("CSystem"),
    c("CWorker"),
    c("CSandbox"),
    c("CBoxwalk", exclude: ["exports.map"], linkerSettings: dynamicLoading),
    c("CLoaded", linkerSettings: dynamicLoading),
    c("CTurboJPEG", codec("CLibJPEG")),
    c("CPNG", codec("CLibPNG")),
  ),
  layer(
    "Bytes",
    swift("Platform"),
    swift("FieldCoding", "CSystem", "Platform", settings: optimisedInClone),
    swift("Text", "FieldCoding"),
  ),
  layer(
    "Bitstreams",
    swift("NALUnits", "FieldCoding"),
    swift("HEVC", "NALUnits"),
    swift("AVC", "NALUnits"),
    swift("VVC", "NALUnits"),
    swift("AV1", "NALUnits"),
  ),
  layer(
    "Formats",
    swift("Metadata", "FieldCoding", settings: optimisedInClone),
    swift("ISOBMFF", "HEVC", "AVC", "VVC", "AV1", "Metadata"),
    swift("HEIF", "ISOBMFF"),
    swift("Movie", "Text", "HEIF"),
    swift("Streams", "Movie"),
  ),
  layer(
    "Tools",
    swift("Rescue", "Movie"),
    swift("Editing", "Rescue"),
    swift("Verification", "Streams", "Rescue"),
    swift("Inspection", "Verification"),
    swift("Rendering", "Inspection"),
  ),
  layer(
    "System",
    swift("Files", "CLoaded", "Editing"),
    swift("RemoteFiles", "Files"),
    swift("LivePhotos", "Verification", "Files"),
  ),
  layer(
    "Conversion",
    swift("WorkerProtocol", "HEIF"),
    swift("WorkerClient", "CWorker", "Files", "WorkerProtocol"),
    swift(
      "Codecs", codec("CDe265"), "MovieEngineInterface", "PhotoEngineInterface",
      "NoteEngineInterface", codec("CTurboJPEG"), codec("CPNG"), "Files", "WorkerProtocol",
      settings: optimised),
    swift("Conversion", "Inspection", "LivePhotos", "WorkerClient"),
    swift("Packaging", "Conversion"),
    swift("Library", "Conversion", settings: optimisedInClone),
  ),
  layer(
    "Programs",
    swift("Service", "RemoteFiles", "Library"),
    swift("BoxwalkC", "CBoxwalk", "Service", linkerSettings: libraryForC),
    swift("Commands", "Rendering", "Packaging", "Service", argumentParser),
    program("boxwalk", "Commands", argumentParser, linkerSettings: quickStart),
    program("boxwalk-codec", "CWorker", "CSandbox", "Codecs"),
  ),
]

let package = Package(
  name: "Boxwalk",
  platforms: [.macOS(.v15)],
  products: [
    // The content of files: boxes and their meaning, bitstreams, metadata.
    .library(
      name: "Reading",
      targets: [
        "FieldCoding", "Text", "NALUnits", "HEVC", "AVC", "VVC", "AV1", "Metadata", "ISOBMFF",
        "HEIF", "Movie", "Streams", "Inspection", "Rendering",
      ]),
    .library(name: "Verification", targets: ["Verification"]),
    .library(name: "Editing", targets: ["Rescue", "Editing", "Files"]),
    .library(name: "RemoteFiles", targets: ["Files", "RemoteFiles"]),
    .library(name: "LivePhotos", targets: ["LivePhotos"]),
    .library(name: "Conversion", targets: ["WorkerClient", "Conversion", "Packaging", "Library"]),
    // For C: Scripts/install gives it its name, libboxwalk.so, and installs its header.
    .library(name: "BoxwalkC", type: .dynamic, targets: ["BoxwalkC"]),
    .library(name: "boxwalk-photos", type: .dynamic, targets: ["PhotoEngine"]),
    .library(name: "boxwalk-ffmpeg", type: .dynamic, targets: ["FFmpegEngine"]),
    .library(name: "boxwalk-loops", type: .dynamic, targets: ["LoopEngine"]),
    .library(name: "boxwalk-containers", type: .dynamic, targets: ["ContainerEngine"]),
    .library(name: "boxwalk-notes", type: .dynamic, targets: ["NoteEngine"]),
    .executable(name: "boxwalk", targets: ["boxwalk"]),
    .executable(name: "boxwalk-codec", targets: ["boxwalk-codec"]),
  ],
  traits: [
    .trait(
      name: "Codecs",
      description: "Decode and encode pixels. Needs libde265, libjpeg-turbo and libpng."),
    .default(enabledTraits: ["Codecs"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: layers.flatMap { $0 } + [
    .target(
      name: "TestSupport", dependencies: ["FieldCoding"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("AV1Tests", "AV1"),
    tests("AVCTests", "AVC"),
    tests("CodecsTests", "Codecs"),
    tests("CommandsTests", "Commands", "boxwalk", "boxwalk-codec"),
    tests("ConversionTests", "Conversion"),
    tests("EditingTests", "Editing", "Verification"),
    tests("FieldCodingTests", "FieldCoding"),
    tests("FilesTests", "Files"),
    tests("HEIFTests", "HEIF"),
    tests("HEVCTests", "HEVC"),
    tests("ISOBMFFTests", "ISOBMFF"),
    tests("InspectionTests", "Editing", "Inspection"),
    tests("LayersTests"),
    tests("LibraryTests", "Library"),
    tests("LivePhotosTests", "LivePhotos"),
    tests("MetadataTests", "Metadata"),
    tests("MovieTests", "Files"),
    tests("NALUnitsTests", "NALUnits"),
    tests("PackagingTests", "Packaging"),
    tests("RemoteFilesTests", "RemoteFiles"),
    tests("RenderingTests", "Rendering"),
    tests("RescueTests", "Rescue"),
    tests("TextTests", "Text"),
    tests("VVCTests", "VVC"),
    tests("VerificationTests", "Packaging"),
    tests("WorkerClientTests", "WorkerClient"),
  ],
  cxxLanguageStandard: .cxx17
)
