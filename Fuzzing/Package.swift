// swift-tools-version: 6.2
import PackageDescription

/// A program for libFuzzer, and the products of Boxwalk that it feeds.
func fuzz(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"] + products.map { .product(name: $0, package: "Boxwalk") })
}

// Programs for libFuzzer; see `Fuzzing/run`. A package of its own, so that nobody else builds it.
let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "Boxwalk", path: "..", traits: [])],
  targets: [
    .target(
      name: "FuzzDriver",
      dependencies: ["StillMetadata", "HEIF", "ISOBMFF"].map { .product(name: $0, package: "Boxwalk") }),
    fuzz("FuzzInspect", "Inspection", "Verification"),
    fuzz("FuzzBoxes", "ISOBMFF"),
    fuzz("FuzzEditing", "Editing", "ISOBMFF"),
    fuzz("FuzzEdits", "Editing", "StillMetadata", "ISOBMFF"),
    fuzz("FuzzLive", "LivePhoto", "HEIF", "StillMetadata", "ISOBMFF"),
    fuzz("FuzzMotionPhotos", "LivePhoto", "MotionPhotos", "ISOBMFF"),
    fuzz("FuzzHEIF", "HEIF", "ISOBMFF"),
    fuzz("FuzzSamples", "Movie", "Verification", "ISOBMFF"),
    fuzz("FuzzExif", "StillMetadata", "HEIF", "ISOBMFF"),
    fuzz("FuzzParameterSets", "HEVC", "ISOBMFF"),
    fuzz("FuzzConfigurations", "AVC", "VVC", "AV1", "ISOBMFF"),
    fuzz("FuzzNALUnits", "HEVC", "AVC", "VVC", "AV1", "Movie", "ISOBMFF"),
  ]
)
