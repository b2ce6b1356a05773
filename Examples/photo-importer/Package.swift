// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "photo-importer",
  platforms: [.macOS(.v15)],
  dependencies: [
    // In a package of your own: .package(url: "https://github.com/boxwalk/boxwalk", branch: "main", traits: [])
    .package(name: "boxwalk", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "photo-importer",
      dependencies: [
        .product(name: "LivePhotos", package: "boxwalk"),
        .product(name: "Verification", package: "boxwalk"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ])
