// swift-tools-version: 6.2
import PackageDescription

/// A Swift target: Swift 6, with strict memory safety, and with warnings as errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The C libraries for decoding and encoding, which only the trait adds.
func codec(_ name: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: ["Codecs"]))
}

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

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
let withoutSwift = LinkerSetting.unsafeFlags(
  ["-nostartfiles", "-static-stdlib"], .when(platforms: [.linux]))

/// The library for C: it contains the Swift library without exporting its symbols, so that it needs no installed Swift,
/// and does not conflict with another Swift library in the same program.
let libraryForC: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-Xlinker", "-soname=libboxwalk.so.0", "-Xlinker",
      "--version-script=\(Context.packageDirectory)/Sources/CBoxwalk/exports.map",
    ], .when(platforms: [.linux])),
  .unsafeFlags(
    ["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"],
    .when(platforms: [.linux], configuration: .release)),
]

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The layers: a target imports only targets of layers above its own.
let layers: [[Target]] = [
  // C: system calls that Swift cannot import, and libraries of other projects. Many are loaded at run
  // time, so that only their headers are needed here.
  [
    .target(name: "CSystem"),
    .target(name: "CWorker"),
    .target(name: "CSandbox"),
    .target(
      name: "CRuntimeLibrary", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(
      name: "CDe265", pkgConfig: "libde265",
      providers: [.apt(["libde265-dev"]), .brew(["libde265"])]),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CAVCodec", pkgConfig: "libavcodec",
      providers: [.apt(["libavcodec-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CAVUtil", pkgConfig: "libavutil",
      providers: [.apt(["libavutil-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CSWScale", pkgConfig: "libswscale",
      providers: [.apt(["libswscale-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CSWResample", pkgConfig: "libswresample",
      providers: [.apt(["libswresample-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CAVFilter", pkgConfig: "libavfilter",
      providers: [.apt(["libavfilter-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CAVFormat", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev"]), .brew(["ffmpeg"])]),
    .systemLibrary(
      name: "CWebP", pkgConfig: "libwebp",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .systemLibrary(
      name: "CWebPMux", pkgConfig: "libwebpmux",
      providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),
    .target(
      name: "CBoxwalk", exclude: ["exports.map"],
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "MovieEngineInterface"),
    .target(name: "PhotoEngineInterface"),
    .systemLibrary(
      name: "CExiv2", pkgConfig: "exiv2",
      providers: [.apt(["libexiv2-dev"]), .brew(["exiv2"])]),
    .target(name: "NoteEngineInterface"),
  ],
  [
    .target(name: "CTurboJPEG", dependencies: [codec("CLibJPEG")]),
    .target(name: "CPNG", dependencies: [codec("CLibPNG")]),
    .target(name: "CLibHEIF", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLittleCMS", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibCrypto", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibZip", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibRTMP", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibCurl", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CZlib", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CBrotli", dependencies: ["CRuntimeLibrary"]),
    .target(name: "COpenJPEG", dependencies: ["CRuntimeLibrary"]),
    // Modules that are loaded at run time. Only these are linked with the libraries of FFmpeg.
    .target(
      name: "PhotoEngine",
      dependencies: ["PhotoEngineInterface", codec("CAVCodec"), codec("CAVUtil")],
      linkerSettings: [withoutSwift]),
    .target(
      name: "FFmpegEngine",
      dependencies: [
        "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"), codec("CSWScale"),
        codec("CSWResample"),
      ],
      linkerSettings: [withoutSwift]),
    // Another module, with the many libraries that only animations need.
    .target(
      name: "LoopEngine",
      dependencies: [
        "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"), codec("CAVFilter"),
        codec("CAVFormat"), codec("CWebP"), codec("CWebPMux"),
      ],
      linkerSettings: [withoutSwift]),
    // Another module, for containers that do not consist of boxes.
    .target(
      name: "ContainerEngine",
      dependencies: [
        "MovieEngineInterface", codec("CAVCodec"), codec("CAVUtil"), codec("CAVFormat"),
      ],
      linkerSettings: [withoutSwift]),
    // Another module, in C++, for maker notes.
    .target(
      name: "NoteEngine", dependencies: ["NoteEngineInterface", codec("CExiv2")],
      linkerSettings: [withoutSwift]),
  ],

  // Bytes and text.
  [swift("FieldCoding", "CSystem", settings: optimisedInClone)],
  [swift("JSON", "FieldCoding")],
  // Structures. From here to the layer of files, targets use neither Foundation nor a C library.
  [
    swift("NALUnits", "FieldCoding"),
    swift("StillMetadata", "FieldCoding", settings: optimisedInClone),
    swift("RegisteredCodes", "FieldCoding"),
    swift("FileKind", "FieldCoding"),
    // Pages and drawings.
    swift("Markup", "FieldCoding", "JSON"),
  ],
  [
    swift("HEVC", "FieldCoding", "NALUnits"),
    swift("AVC", "FieldCoding", "NALUnits"),
    swift("VVC", "FieldCoding", "NALUnits"),
    swift("AV1", "FieldCoding", "NALUnits"),
  ],
  [
    swift(
      "ISOBMFF", "FieldCoding", "FileKind", "NALUnits", "StillMetadata", "RegisteredCodes", "HEVC",
      "AVC",
      "VVC",
      "AV1")
  ],
  // The meaning of structures.
  [
    swift("Catalogue", "ISOBMFF", "RegisteredCodes"),
    swift("HEIF", "FieldCoding", "NALUnits", "StillMetadata", "ISOBMFF", "HEVC", "AVC", "AV1"),
  ],
  [
    swift(
      "Movie", "FieldCoding", "JSON", "FileKind", "NALUnits", "HEVC", "AVC", "VVC", "AV1",
      "ISOBMFF", "HEIF")
  ],
  [
    swift("MotionPhotos", "FileKind", "ISOBMFF", "HEIF", "StillMetadata"),
    swift("StreamReading", "FieldCoding", "StillMetadata"),
    swift("FLV", "FieldCoding", "ISOBMFF", "Movie"),
    swift("TimedText", "FieldCoding", "StillMetadata", "ISOBMFF", "Movie"),
    swift(
      "PresentationOrder", "FieldCoding", "NALUnits", "ISOBMFF", "HEVC", "AVC", "Movie"),
    swift("RecordingRescue", "FieldCoding", "ISOBMFF", "HEVC", "AVC", "AV1", "Movie"),
  ],
  // Offsets of data that moves.
  [swift("Relocation", "FieldCoding", "ISOBMFF", "StillMetadata")],
  [
    swift(
      "Editing", "FieldCoding", "FileKind", "NALUnits", "ISOBMFF", "HEIF", "Movie", "MotionPhotos",
      "TimedText", "PresentationOrder", "RecordingRescue", "RegisteredCodes",
      "Relocation", "HEVC", "AVC", "AV1", "StillMetadata"),
    swift(
      "Verification", "FieldCoding", "FileKind", "ISOBMFF", "HEIF", "Movie", "MotionPhotos", "HEVC",
      "AVC", "VVC", "AV1", "RecordingRescue", "RegisteredCodes",
      "StillMetadata"),
  ],
  [
    swift(
      "Inspection", "FieldCoding", "JSON", "Markup", "StillMetadata", "FileKind", "NALUnits",
      "HEVC", "AVC",
      "VVC", "AV1",
      "ISOBMFF", "Catalogue", "HEIF", "Movie", "MotionPhotos", "Verification"),
    swift("NamedMetadata", "FieldCoding", "JSON", "StillMetadata", "FileKind", "ISOBMFF", "HEIF"),
    swift(
      "LivePairing", "FieldCoding", "StillMetadata", "FileKind", "ISOBMFF", "HEIF", "Movie",
      "MotionPhotos"),
  ],
  [
    swift(
      "LiveMaking", "NALUnits", "HEVC", "AVC", "StillMetadata", "FileKind", "ISOBMFF", "HEIF",
      "Movie", "MotionPhotos",
      "Editing", "Verification", "LivePairing")
  ],

  [
    // Pages and drawings of a file, and of the differences of two files.
    swift(
      "FilePages", "FieldCoding", "JSON", "Markup", "StillMetadata", "FileKind", "ISOBMFF", "HEIF",
      "Movie", "MotionPhotos", "Verification", "Inspection"),
    swift(
      "DecoderConfigurations", "JSON", "NALUnits", "HEVC", "AVC", "VVC", "AV1", "FileKind",
      "FieldCoding", "ISOBMFF", "HEIF", "Movie", "Verification", "Inspection"),
    swift(
      "BoxReference", "FieldCoding", "JSON", "Markup", "ISOBMFF", "Catalogue", "Verification",
      "Inspection"),
  ],

  [
    swift(
      "TransportStreams", "FieldCoding", "NALUnits", "HEVC", "AVC", "ISOBMFF", "Movie")
  ],
  [
    swift(
      "StreamVerification", "FieldCoding", "JSON", "FileKind", "ISOBMFF", "Movie",
      "Verification", "StreamReading", "TransportStreams")
  ],

  // Files, threads and libraries of this computer.
  [
    swift(
      "SystemAccess", "FieldCoding", "FileKind", "CSystem", "CRuntimeLibrary", "CZlib", "CBrotli")
  ],
  [
    swift("ZipFile", "FieldCoding", "SystemAccess", "CLibZip"),
    swift("StreamPublishing", "FieldCoding", "ISOBMFF", "FLV", "SystemAccess", "CLibRTMP"),
    swift("LiveLibrary", "FieldCoding", "JSON", "ISOBMFF", "LivePairing", "SystemAccess"),
    swift("RangeCache", "FieldCoding", "SystemAccess"),
    swift("SegmentJoining", "FieldCoding", "ISOBMFF", "SystemAccess"),
    swift("EditedFiles", "FieldCoding", "FileKind", "ISOBMFF", "Editing", "SystemAccess"),
  ],
  [
    swift(
      "LiveBundles", "FieldCoding", "FileKind", "ISOBMFF", "MotionPhotos", "Editing", "EditedFiles",
      "LivePairing", "LiveMaking", "SystemAccess", "ZipFile"),
    swift("FarFiles", "FieldCoding", "JSON", "SystemAccess", "RangeCache", "CLibCurl"),
  ],

  // Pixels: the messages to the worker, and its answers.
  [swift("CodecJob", "FieldCoding", "HEIF", "StillMetadata")],
  [
    swift(
      "WorkerClient", "FieldCoding", "HEIF", "SystemAccess", "RangeCache", "CodecJob", "CSystem",
      "CWorker"),
    swift(
      "ImageCodecs", "FieldCoding", "NALUnits", "HEVC", "AVC", "AV1", "ISOBMFF", "HEIF",
      "StillMetadata", "SystemAccess", "CodecJob", codec("CRuntimeLibrary"), codec("CDe265"),
      codec("CTurboJPEG"), codec("CPNG"), "PhotoEngineInterface", codec("CLibHEIF"),
      codec("CLittleCMS"),
      codec("COpenJPEG"),
      settings: optimised),
  ],
  [
    swift(
      "MovieCodecs", "FieldCoding", "NALUnits", "HEVC", "AVC", "AV1", "HEIF", "SystemAccess",
      "CodecJob", "ImageCodecs",
      "MovieEngineInterface"),
    swift(
      "NoteReading", "FieldCoding", "SystemAccess", "CodecJob", "ImageCodecs",
      "NoteEngineInterface"),
  ],
  // Conversion of one picture and of many, and the decoders of this computer.
  [
    swift(
      "StillConversion", "FieldCoding", "StillMetadata", "FileKind", "ISOBMFF", "HEIF", "Movie",
      "MotionPhotos", "Editing", "Verification", "LiveMaking", "SystemAccess", "CodecJob",
      "WorkerClient"),
    swift(
      "MovieConversion", "FieldCoding", "NALUnits", "AVC", "HEVC", "AV1", "ISOBMFF",
      "HEIF",
      "Movie",
      "StillMetadata", "Inspection", "Editing", "EditedFiles", "Verification", "SystemAccess",
      "CodecJob", "WorkerClient"),
    swift(
      "Diagnosis", "FieldCoding", "JSON", "ISOBMFF", "SystemAccess", "CodecJob", "WorkerClient"),
  ],
  [
    swift(
      "FrameExtraction", "FieldCoding", "StillMetadata", "ISOBMFF", "HEIF", "Movie",
      "LivePairing", "LiveMaking", "SystemAccess", "EditedFiles", "CodecJob", "WorkerClient",
      "StillConversion", "MovieConversion")
  ],
  [
    swift(
      "ContainerConversion", "FieldCoding", "FileKind", "NALUnits", "ISOBMFF", "Movie", "FLV",
      "TimedText",
      "Editing",
      "Inspection", "DecoderConfigurations", "SystemAccess", "CodecJob", "WorkerClient"),
    swift(
      "Streaming", "FieldCoding", "Markup", "ISOBMFF", "Movie", "TimedText",
      "StreamReading",
      "Inspection", "Editing", "EditedFiles", "SystemAccess", "WorkerClient", "MovieConversion"),
    swift(
      "LoopMaking", "FieldCoding", "StillMetadata", "AV1", "ISOBMFF", "HEIF", "Movie",
      "LivePairing", "SystemAccess", "CodecJob", "WorkerClient", "StillConversion",
      "MovieConversion", "FrameExtraction"),
  ],
  [
    swift(
      "LibraryRun", "FieldCoding", "FileKind", "JSON", "Markup", "StillMetadata", "ISOBMFF",
      "MotionPhotos",
      "Verification", "LivePairing", "SystemAccess", "CodecJob", "WorkerClient", "StillConversion",
      "MovieConversion", "LoopMaking", "CLibCrypto")
  ],
  [
    swift(
      "CardRescue", "FieldCoding", "JSON", "StillMetadata", "HEVC", "AVC", "ISOBMFF", "HEIF",
      "Movie",
      "LivePairing", "SystemAccess", "LibraryRun", settings: optimised),
    swift(
      "Gallery", "FieldCoding", "JSON", "Markup", "StillMetadata", "MotionPhotos", "Verification",
      "Inspection",
      "SystemAccess", "WorkerClient", "StillConversion", "FrameExtraction", "LoopMaking",
      "LibraryRun"),
  ],

  [
    // Requests of other programs, with methods and parameters.
    swift(
      "Serving", "FieldCoding", "JSON", "StillMetadata", "ISOBMFF", "Verification", "Inspection",
      "NamedMetadata",
      "LivePairing", "SystemAccess", "LiveLibrary", "FarFiles", "CodecJob", "WorkerClient",
      "StillConversion", "LibraryRun")
  ],

  // What all commands share: their inputs, the console, exit codes, and the words of help and errors.
  [
    swift(
      "CommandSupport", "FieldCoding", "FileKind", "JSON", "ISOBMFF", "Inspection", "Verification",
      "SystemAccess", "LibraryRun", "FarFiles", "Serving", argumentParser)
  ],
  // The command, the library for C, and the worker, which is the only program that links the codecs.
  [
    swift(
      "BoxwalkC", "ISOBMFF", "Verification", "SystemAccess", "WorkerClient", "Serving", "CBoxwalk",
      linkerSettings: libraryForC),
    swift(
      "Commands", "CommandSupport", "FieldCoding", "JSON", "StillMetadata", "FileKind", "ISOBMFF",
      "Catalogue",
      "BoxReference", "DecoderConfigurations", "Movie", "FLV", "MotionPhotos", "TimedText",
      "RecordingRescue", "Editing", "EditedFiles",
      "Verification",
      "Inspection", "Markup", "FilePages",
      "NamedMetadata", "LivePairing", "LiveMaking", "SystemAccess", "ZipFile", "LiveLibrary",
      "LiveBundles",
      "CodecJob", "WorkerClient",
      "StillConversion", "MovieConversion", "Diagnosis", "LibraryRun", "FrameExtraction",
      "LoopMaking", "ContainerConversion", "StreamPublishing", "Streaming", "StreamVerification",
      "SegmentJoining", "CardRescue", "Gallery", "FarFiles", "Serving",
      argumentParser),
  ],
  [
    program("boxwalk", "Commands", argumentParser, linkerSettings: quickStart),
    program(
      "boxwalk-codec", "FieldCoding", "CodecJob", "ImageCodecs", "MovieCodecs", "NoteReading",
      "CWorker", "CSandbox"),
  ],
]

let package = Package(
  name: "Boxwalk",
  platforms: [.macOS(.v15)],
  products: [
    // The content of files: boxes and their meaning, bitstreams, metadata.
    .library(
      name: "Reading",
      targets: [
        "FieldCoding", "JSON", "NALUnits", "HEVC", "AVC", "VVC", "AV1", "StillMetadata", "FileKind",
        "RegisteredCodes", "ISOBMFF", "Catalogue", "HEIF", "Movie", "MotionPhotos", "Inspection",
        "NamedMetadata", "DecoderConfigurations", "FLV", "StreamReading",
      ]),
    .library(name: "Verification", targets: ["Verification", "StreamVerification"]),
    .library(
      name: "Editing", targets: ["RecordingRescue", "Editing", "EditedFiles", "Relocation"]),
    .library(name: "FarFiles", targets: ["RangeCache", "FarFiles"]),
    .library(
      name: "LivePhotos", targets: ["LivePairing", "LiveMaking", "LiveLibrary", "LiveBundles"]),
    .library(
      name: "Conversion",
      targets: [
        "WorkerClient", "StillConversion", "MovieConversion", "LibraryRun", "FrameExtraction",
        "LoopMaking", "ContainerConversion", "StreamPublishing", "Streaming", "Diagnosis",
      ]),
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
    tests("LayersTests"),
    tests("FieldCodingTests", "FieldCoding", "TestSupport"),
    tests("MarkupTests", "JSON", "Markup", "TestSupport"),
    tests(
      "FilePagesTests", "FieldCoding", "JSON", "Markup", "StillMetadata", "ISOBMFF", "Movie",
      "Verification", "Inspection", "FilePages", "TestSupport"),
    tests("GalleryTests", "SystemAccess", "Gallery"),
    tests("NALUnitsTests", "FieldCoding", "NALUnits", "TestSupport"),
    tests("HEVCTests", "FieldCoding", "NALUnits", "HEVC", "TestSupport"),
    tests("AVCTests", "FieldCoding", "NALUnits", "AVC", "TestSupport"),
    tests("VVCTests", "FieldCoding", "VVC", "TestSupport"),
    tests("AV1Tests", "FieldCoding", "AV1", "TestSupport"),
    tests("StillMetadataTests", "FieldCoding", "StillMetadata", "TestSupport"),
    tests(
      "ISOBMFFTests", "FieldCoding", "HEVC", "AVC", "VVC", "ISOBMFF", "RegisteredCodes",
      "TestSupport"),
    tests("CatalogueTests", "Catalogue", "ISOBMFF", "TestSupport"),
    tests(
      "BoxReferenceTests", "BoxReference", "Catalogue", "ISOBMFF", "Verification", "Inspection",
      "JSON",
      "TestSupport"),
    tests("HEIFTests", "FieldCoding", "NALUnits", "ISOBMFF", "HEIF", "TestSupport"),
    tests("MovieTests", "ISOBMFF", "Movie", "SystemAccess", "TestSupport"),
    tests(
      "RecordingRescueTests", "FieldCoding", "ISOBMFF", "Movie", "RecordingRescue", "TestSupport"),
    tests("CardRescueTests", "FieldCoding", "ISOBMFF", "CardRescue", "SystemAccess", "TestSupport"),
    tests(
      "VerificationTests", "FieldCoding", "HEIF", "HEVC", "AVC", "AV1", "StillMetadata", "ISOBMFF",
      "Movie",
      "Verification", "StreamReading", "Inspection", "TransportStreams", "StreamVerification",
      "Streaming", "TestSupport"),
    tests(
      "InspectionTests", "FieldCoding", "StillMetadata", "FileKind", "JSON", "ISOBMFF",
      "Relocation", "MotionPhotos",
      "Verification", "Inspection", "TestSupport"),
    tests(
      "DecoderConfigurationsTests", "FieldCoding", "NALUnits", "HEVC", "AVC", "ISOBMFF",
      "Verification", "DecoderConfigurations", "TestSupport"),
    tests("FLVTests", "FieldCoding", "ISOBMFF", "Movie", "FLV", "SystemAccess", "TestSupport"),
    tests("NamedMetadataTests", "FieldCoding", "JSON", "NamedMetadata", "TestSupport"),
    tests(
      "EditingTests", "FieldCoding", "HEVC", "StillMetadata", "ISOBMFF", "HEIF", "Movie",
      "MotionPhotos", "TimedText", "Relocation", "Editing", "Verification",
      "TestSupport"),
    tests(
      "EditedFilesTests", "FieldCoding", "Editing", "SystemAccess", "EditedFiles", "TestSupport"),
    tests(
      "LivePairingTests", "FieldCoding", "LivePairing", "SystemAccess", "LiveLibrary", "TestSupport"
    ),
    tests(
      "LiveMakingTests", "FieldCoding", "StillMetadata", "ISOBMFF", "HEIF", "Movie", "MotionPhotos",
      "Editing", "LivePairing", "LiveMaking", "TestSupport", "Relocation"),
    tests("SystemAccessTests", "FieldCoding", "SystemAccess", "TestSupport"),
    tests("ZipFileTests", "FieldCoding", "ZipFile"),
    tests("RangeCacheTests", "FieldCoding", "RangeCache", "TestSupport"),
    tests("FarFilesTests", "CLibCurl", "FieldCoding", "FarFiles", "TestSupport"),
    tests(
      "LiveLibraryTests", "FieldCoding", "JSON", "StillMetadata", "MotionPhotos", "SystemAccess",
      "LivePairing",
      "LiveMaking", "LiveLibrary", "TestSupport"),
    tests("LiveBundlesTests", "ISOBMFF", "SystemAccess", "LiveBundles", "TestSupport"),
    tests("WorkerClientTests", "CodecJob", "WorkerClient", "TestSupport"),
    tests(
      "ImageCodecsTests", "FieldCoding", "HEVC", "AVC", "AV1", "ISOBMFF", "HEIF", "CodecJob",
      "ImageCodecs", "TestSupport"),
    tests(
      "StillConversionTests", "FieldCoding", "StillMetadata", "ISOBMFF", "HEIF", "SystemAccess",
      "CodecJob", "WorkerClient", "StillConversion", "TestSupport"),
    tests(
      "MovieConversionTests", "FieldCoding", "ISOBMFF", "Movie", "Editing", "EditedFiles",
      "SystemAccess", "CodecJob", "WorkerClient", "MovieConversion", "TestSupport"),
    tests(
      "StreamingTests", "FieldCoding", "StreamReading", "TimedText", "Streaming", "TestSupport"),
    tests("DiagnosisTests", "FieldCoding", "CodecJob", "Diagnosis", "TestSupport"),
    tests(
      "LibraryRunTests", "FieldCoding", "JSON", "StillMetadata", "SystemAccess", "CodecJob",
      "WorkerClient", "StillConversion", "MovieConversion", "LoopMaking", "LibraryRun",
      "TestSupport"),
    tests("CommandsTests", "Commands", "CommandSupport", "boxwalk", "boxwalk-codec", "TestSupport"),
  ],
  cxxLanguageStandard: .cxx17
)
