// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "movie-trimmer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In a package of your own: .package(url: "https://github.com/boxwalk/boxwalk", branch: "main", traits: [])
    .package(name: "boxwalk", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "movie-trimmer",
      dependencies: [
        .product(name: "Editing", package: "boxwalk"),
        .product(name: "Reading", package: "boxwalk"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ])
