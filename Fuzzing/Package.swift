// swift-tools-version: 6.2
import PackageDescription

// Programs for libFuzzer; see `Fuzzing/run`. A package of its own, so that nobody else builds it.
let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "Boxwalk", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "FuzzInspect",
      dependencies: [
        .product(name: "Inspection", package: "Boxwalk"),
        .product(name: "Verification", package: "Boxwalk"),
      ]),
    .executableTarget(
      name: "FuzzParameterSets", dependencies: [.product(name: "HEVC", package: "Boxwalk")]),
    .executableTarget(
      name: "FuzzConfigurations",
      dependencies: [
        .product(name: "AVC", package: "Boxwalk"), .product(name: "VVC", package: "Boxwalk"),
        .product(name: "AV1", package: "Boxwalk"),
      ]),
  ]
)
