// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "own-box",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In a package of your own: .package(url: "https://github.com/boxwalk/boxwalk", branch: "main", traits: [])
    .package(name: "boxwalk", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "own-box",
      dependencies: [
        .product(name: "Reading", package: "boxwalk"),
        .product(name: "Verification", package: "boxwalk"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ])
