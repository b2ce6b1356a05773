import Metadata
import Testing
import Text

@testable import Rendering

/// The way of a movie on its page.
@Suite struct LocationMapViewTests {
  private func map(_ locations: [String]) throws -> LocationMapView {
    let positions = locations.compactMap { ISO6709Position($0) }
    try #require(positions.count == locations.count)
    return try #require(LocationMapView(positions))
  }

  private func text(_ map: LocationMapView) -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    map.drawing().write(to: output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The horizontal positions of the way's points.
  private func way(_ map: LocationMapView) throws -> [Double] {
    let drawing = text(map)
    let path = try #require(
      drawing.matches(of: #/<path[^>]*>/#).map { String($0.0) }.first { $0.contains("\"stroke\"") },
      "\(drawing)")
    return path.matches(of: #/[ML]([0-9.-]+) /#).compactMap { Double($0.1) }
  }

  /// Fiji is on both sides of the 180th meridian.
  @Test func aWayAcrossTheDateLineIsShort() throws {
    let east = try map(["-17.0+179.8/", "-17.0+179.9/", "-17.0-179.9/", "-17.0-179.8/"])
    let points = try way(east)
    #expect(points.count == 4 && points == points.sorted(), "\(points)")
    // The same way far from it.
    let plain = try map(["-17.0+019.8/", "-17.0+019.9/", "-17.0+020.1/", "-17.0+020.2/"])
    #expect(try way(plain) == points)
    #expect(east.summary.contains("179.8°"), "\(east.summary)")
    #expect(east.summary.contains("-179.8°"), "\(east.summary)")
    let west = try map(["-17.0-179.8/", "-17.0-179.9/", "-17.0+179.9/", "-17.0+179.8/"])
    let back = try way(west)
    #expect(back == back.sorted(by: >) && back.count == 4, "\(back)")
  }

  @Test func aWayAroundTheEarthGoesOn() throws {
    let locations = [0, 90, 180, -90, 0].map { longitude in
      "+00.0\(longitude < 0 ? "-" : "+")\(longitude == 0 ? "000" : longitude == 180 ? "180" : "090").0/"
    }
    let points = try way(map(locations))
    #expect(points.count == 5 && points == points.sorted(), "\(points)")
  }

  @Test func oneLocationIsOnTheWholeEarth() throws {
    let map = try map(["+48.8584+002.2945/"])
    #expect(!text(map).contains("\"stroke\""))
    #expect(map.summary.hasPrefix("The location is 48.8584°, 2.2945°"), "\(map.summary)")
    #expect(map.summary.contains("a line each 30°"), "\(map.summary)")
    #expect(LocationMapView([]) == nil)
  }
}
