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
      dependencies: [.product(name: "Reading", package: "Boxwalk")]),
    fuzz("FuzzInspect", "Reading", "Verification"),
    fuzz("FuzzBoxes", "Reading"),
    fuzz("FuzzEditing", "Editing", "Reading"),
    fuzz("FuzzEdits", "Editing", "Reading"),
    fuzz("FuzzRecordings", "Editing", "Reading"),
    fuzz("FuzzLive", "LivePhotos", "Reading"),
    fuzz("FuzzMotionPhotos", "LivePhotos", "Reading"),
    fuzz("FuzzHEIF", "Reading"),
    fuzz("FuzzSamples", "Reading", "Verification"),
    fuzz("FuzzStreams", "Reading", "Verification"),
    fuzz("FuzzAnswers", "RemoteFiles", "Reading"),
    fuzz("FuzzExif", "Reading"),
    fuzz("FuzzXMP", "Reading"),
    fuzz("FuzzICC", "Reading", "Verification"),
    fuzz("FuzzBundles", "LivePhotos", "Reading"),
    fuzz("FuzzParameterSets", "Reading"),
    fuzz("FuzzConfigurations", "Reading"),
    fuzz("FuzzNALUnits", "Reading"),
  ]
)
