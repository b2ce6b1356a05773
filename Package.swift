// swift-tools-version: 6.2
import PackageDescription

/// Every target is Swift 6, with strict memory safety, and no warning survives.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The floors of the house: a target depends only on targets above it in this list.
let package = Package(
  name: "Boxwalk",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ISOBMFF", targets: ["ISOBMFF"]),
    .library(name: "NALUnits", targets: ["NALUnits"]),
    .library(name: "HEVC", targets: ["HEVC"]),
    .library(name: "AVC", targets: ["AVC"]),
    .library(name: "VVC", targets: ["VVC"]),
    .library(name: "AV1", targets: ["AV1"]),
    .library(name: "Exif", targets: ["Exif"]),
    .library(name: "HEIF", targets: ["HEIF"]),
    .library(name: "Movie", targets: ["Movie"]),
    .library(name: "MotionPhotos", targets: ["MotionPhotos"]),
    .library(name: "Verification", targets: ["Verification"]),
    .library(name: "Inspection", targets: ["Inspection"]),
    .library(name: "Editing", targets: ["Editing"]),
    .library(name: "LivePhoto", targets: ["LivePhoto"]),
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
  targets: [
    // Structures, and what they mean. No Foundation, no C library.
    .target(name: "FieldCoding", swiftSettings: strict),
    .target(name: "NALUnits", dependencies: ["FieldCoding"], swiftSettings: strict),
    .target(name: "HEVC", dependencies: ["NALUnits"], swiftSettings: strict),
    .target(name: "AVC", dependencies: ["NALUnits"], swiftSettings: strict),
    .target(name: "VVC", dependencies: ["NALUnits"], swiftSettings: strict),
    .target(name: "AV1", dependencies: ["NALUnits"], swiftSettings: strict),
    .target(
      name: "ISOBMFF", dependencies: ["NALUnits", "HEVC", "AVC", "VVC", "AV1"],
      swiftSettings: strict),
    .target(name: "Exif", dependencies: ["FieldCoding"], swiftSettings: strict),
    .target(
      name: "HEIF", dependencies: ["ISOBMFF", "HEVC", "AVC", "AV1", "Exif"],
      swiftSettings: strict),
    .target(name: "Movie", dependencies: ["ISOBMFF", "HEVC"], swiftSettings: strict),
    // A photo and a movie in one file.
    .target(
      name: "MotionPhotos", dependencies: ["HEIF", "Exif", "ISOBMFF"], swiftSettings: strict),
    .target(
      name: "Verification",
      dependencies: ["HEIF", "Movie", "MotionPhotos", "HEVC", "AVC", "AV1", "Exif"],
      swiftSettings: strict),
    .target(
      name: "Inspection",
      dependencies: ["HEIF", "Movie", "MotionPhotos", "Verification", "AVC", "AV1", "VVC"],
      swiftSettings: strict),

    // Files: changed as values, and written whole or not at all.
    .target(
      name: "Editing", dependencies: ["HEIF", "Movie", "HEVC", "AVC", "Exif"],
      swiftSettings: strict),
    .target(name: "CSystem"),
    .target(name: "FileAccess", dependencies: ["CSystem", "FieldCoding"], swiftSettings: strict),
    // A still and a movie, joined by an identifier.
    .target(
      name: "LivePhoto",
      dependencies: [
        "Editing", "FileAccess", "HEIF", "Movie", "MotionPhotos", "Exif", "Verification",
      ],
      swiftSettings: strict),

    // Libraries that are opened at run time, so that nothing of them is needed here.
    .target(
      name: "CRuntimeLibrary", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "RuntimeLibraries", dependencies: ["CRuntimeLibrary"], swiftSettings: strict),
    .target(name: "CLibZip", dependencies: ["CRuntimeLibrary"]),
    .target(
      name: "ZipFile", dependencies: ["CLibZip", "FileAccess", "FieldCoding", "RuntimeLibraries"],
      swiftSettings: strict),

    // Pixels.
    .target(name: "CodecJob", dependencies: ["HEIF"], swiftSettings: strict),
    .target(name: "CThreads"),
    .target(name: "CWorker"),
    .target(name: "Threading", dependencies: ["CThreads"], swiftSettings: strict),
    .target(
      name: "CSandbox", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "Sandboxing", dependencies: ["CSandbox", "CodecJob"], swiftSettings: strict),
    .systemLibrary(
      name: "CDe265", pkgConfig: "libde265",
      providers: [.apt(["libde265-dev"]), .brew(["libde265"])]),
    .target(
      name: "CTurboJPEG",
      dependencies: [.target(name: "CLibJPEG", condition: .when(traits: ["Codecs"]))]),
    .systemLibrary(
      name: "CLibJPEG", pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
    .target(name: "CLibCrypto", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibAV", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLittleCMS", dependencies: ["CRuntimeLibrary"]),
    .target(name: "CLibHEIF", dependencies: ["CRuntimeLibrary"]),
    .target(
      name: "CPNG",
      dependencies: [.target(name: "CLibPNG", condition: .when(traits: ["Codecs"]))]),
    .systemLibrary(
      name: "CLibPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .target(
      name: "ImageCodecs",
      dependencies: [
        "CodecJob", "HEIF", "HEVC", "AVC", "AV1", "Exif", "RuntimeLibraries", "Threading",
        .target(name: "CPNG", condition: .when(traits: ["Codecs"])),
        .target(name: "CRuntimeLibrary", condition: .when(traits: ["Codecs"])),
        .target(name: "CLibAV", condition: .when(traits: ["Codecs"])),
        .target(name: "CLittleCMS", condition: .when(traits: ["Codecs"])),
        .target(name: "CLibHEIF", condition: .when(traits: ["Codecs"])),
        .target(name: "CDe265", condition: .when(traits: ["Codecs"])),
        .target(name: "CTurboJPEG", condition: .when(traits: ["Codecs"])),
      ], swiftSettings: strict),
    .target(
      name: "Conversion",
      dependencies: [
        "CLibCrypto", "CSystem", "CWorker", "CodecJob", "CThreads", "Editing", "Exif", "FileAccess",
        "HEIF", "Inspection", "LivePhoto", "MotionPhotos", "Movie", "RuntimeLibraries", "Threading",
        "Verification",
      ],
      swiftSettings: strict),

    // The command, and the worker that alone links the codecs.
    .target(
      name: "Commands",
      dependencies: [
        "CodecJob", "Conversion", "Editing", "Exif", "FileAccess", "Inspection", "LivePhoto",
        "MotionPhotos", "Movie", "Threading", "Verification", "ZipFile",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .executableTarget(
      name: "boxwalk",
      dependencies: [
        "Commands", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "boxwalk-codec", dependencies: ["CWorker", "CodecJob", "ImageCodecs", "Sandboxing"],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["FieldCoding"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "FieldCodingTests", dependencies: ["FieldCoding", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ISOBMFFTests", dependencies: ["ISOBMFF", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "HEVCTests", dependencies: ["HEVC", "NALUnits", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "AVCTests", dependencies: ["AVC", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "VVCTests", dependencies: ["VVC", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "AV1Tests", dependencies: ["AV1", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ExifTests", dependencies: ["Exif", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "HEIFTests", dependencies: ["HEIF", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "MovieTests", dependencies: ["Movie"], swiftSettings: strict),
    .testTarget(
      name: "EditingTests",
      dependencies: ["Editing", "FileAccess", "HEIF", "HEVC", "Exif", "Movie", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LivePhotoTests",
      dependencies: ["LivePhoto", "MotionPhotos", "Exif", "HEIF", "FileAccess", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ZipFileTests", dependencies: ["ZipFile", "FieldCoding"], swiftSettings: strict),
    .testTarget(
      name: "VerificationTests",
      dependencies: ["Verification", "Exif", "HEVC", "AVC", "AV1", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "InspectionTests", dependencies: ["Inspection", "Verification", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ImageCodecsTests", dependencies: ["CodecJob", "ImageCodecs", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ConversionTests",
      dependencies: ["CodecJob", "Conversion", "FieldCoding", "FileAccess", "Threading"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandsTests", dependencies: ["Commands", "boxwalk", "boxwalk-codec", "TestSupport"],
      swiftSettings: strict),
  ]
)
