#if canImport(CTurboJPEG) && canImport(CDe265)
  import FieldCoding
  import HEIF
  import Metadata

  /// The intact part of a JPEG image that is truncated or damaged: the rows of MCUs whose data is whole. All others are
  /// grey.
  ///
  /// Without restart markers, nothing after the first damage is shown. An image of several scans whose first scan is
  /// whole is shown from the scans before the damaged one, with less detail.
  struct TruncatedJPEGImage: TileDecoder, ~Copyable {
    static let name = "libjpeg-turbo"

    private let input: JPEGInput

    init(
      _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
    ) throws(CodecError) {
      input = JPEGInput(configuration, size: size, budget: budget)
    }

    mutating func decode(
      _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
    ) throws(CodecError) {
      let part = try intactPart(of: input.file(data))
      guard part.lostRows.contains(false) else {
        throw CodecError("nothing of the image is left")
      }
      let image = part.image
      try withExtendedLifetime(image) { () throws(CodecError) in
        var tile = DecodedTile(image)
        tile.lostShare =
          Double(part.lostRows.count { $0 }) / Double(max(part.lostRows.count, 1))
        tile.flaw = part.flaw
        try body(tile)
      }
    }

    private struct IntactPart {
      var image: PlanarImage
      /// Whether each row of MCUs is lost.
      var lostRows: [Bool]
      /// What is wrong with the rest.
      var flaw: String?
    }

    private func intactPart(of data: [UInt8]) throws(CodecError) -> IntactPart {
      let layout = try input.opened(data).layout
      var left = TruncatedJPEGImage.remainder(of: data, layout)
      var (image, damage) = try LibJPEGFile(left.bytes).decodedWithDamage()
      if left.isShort, let row = damage.rows.firstIndex(where: { !$0.isEmpty }) {
        // What is lost was there.
        let interval = row * layout.unitsPerRow / layout.restartInterval
        left = TruncatedJPEGImage.remainder(
          of: data, layout, damaged: damage.rows[row].contains(.own) ? interval : interval - 1)
        (image, damage) = try LibJPEGFile(left.bytes).decodedWithDamage()
      }
      if damage.scan > 1 {
        let scans = damage.scan - 1
        let (image, damage) = try LibJPEGFile(left.bytes).decodedWithDamage(scans: scans)
        if let failure = damage.failure { throw failure }
        return IntactPart(
          image: image, lostRows: [Bool](repeating: false, count: layout.rowCount),
          flaw:
            "it has less detail, because only the first \(scans == 1 ? "scan" : "\(scans) scans") of the image can be read"
        )
      }
      if let failure = damage.failure { throw failure }
      var part = IntactPart(image: image, lostRows: TruncatedJPEGImage.lostRows(damage, layout))
      gray(image, part.lostRows, linesPerRow: layout.linesPerRow)
      if damage.isUnclear || left.isUnclear {
        part.flaw = "it is not known where the damage begins: other parts may be wrong, too"
      } else if layout.hasSeveralScans, !JPEGSegments(Bytes(data)).hasAllScans {
        part.flaw = "it has less detail, because scans at its end are missing"
      } else if !part.lostRows.contains(true) {
        part.flaw = "the end of its data is missing, or damaged, but no sample is lost"
      } else if left.hasHole {
        part.flaw = "a part of its data is missing, or other bytes are there"
      }
      return part
    }

    /// A file without data that is certainly of no image.
    private struct Remainder {
      var bytes: [UInt8]
      /// Whether data is missing before the end.
      var hasHole = false
      /// Whether wrong data can still be there.
      var isUnclear = false
      /// Whether more restart intervals are lost than are known.
      var isShort = false
    }

    /// - Parameter damaged: the number of a restart interval that cannot be decoded.
    private static func remainder(
      of data: [UInt8], _ layout: LibJPEGFile.Layout, damaged: Int? = nil
    ) -> Remainder {
      let start = min(layout.dataStart, data.count)
      if layout.restartInterval > 0, !layout.hasSeveralScans {
        let units = layout.rowCount * layout.unitsPerRow
        let count = (units + layout.restartInterval - 1) / layout.restartInterval
        let found = JPEGRestartIntervals(of: data, from: start, count: count, damaged: damaged)
        let last = found.intervals.lastIndex { $0 != nil } ?? 0
        return Remainder(
          bytes: found.joined(from: start),
          hasHole: found.intervals[..<last].contains { $0 == nil }, isUnclear: found.isShort,
          isShort: found.isShort)
      }
      // Between several scans, markers are usual.
      let marker = layout.hasSeveralScans ? nil : data.marker(from: start)
      if let hole = data.hole(in: start..<(marker ?? data.count)) {
        return Remainder(bytes: Array(data[..<hole]), hasHole: true)
      }
      guard let marker else { return Remainder(bytes: data) }
      // The data before it can be damaged, too.
      return Remainder(bytes: Array(data[..<marker]), hasHole: true, isUnclear: true)
    }

    /// Whether each row of MCUs is lost: all after the first damage, or up to the next restart marker.
    private static func lostRows(
      _ damage: LibJPEGFile.Damage, _ layout: LibJPEGFile.Layout
    ) -> [Bool] {
      let (units, interval) = (layout.unitsPerRow, layout.restartInterval)
      let count = damage.rows.count
      var lost = [Bool](repeating: false, count: count)
      for (row, damage) in damage.rows.enumerated() where !damage.isEmpty {
        guard interval > 0, !layout.hasSeveralScans else {
          for later in row..<count { lost[later] = true }
          return lost
        }
        var intervals = row * units / interval...((row + 1) * units - 1) / interval
        if !damage.contains(.own) {
          // A restart marker was not where the interval before it ended.
          intervals = intervals.lowerBound - 1...max(intervals.lowerBound, intervals.upperBound) - 1
        } else if damage.contains(.before) {
          intervals = intervals.lowerBound - 1...intervals.upperBound
        }
        let first = max(intervals.lowerBound, 0) * interval / units
        let end = min(((intervals.upperBound + 1) * interval + units - 1) / units, count)
        for row in first..<max(first, end) { lost[row] = true }
      }
      return lost
    }

    /// Makes the rows of MCUs grey that are lost.
    private func gray(_ image: PlanarImage, _ lost: [Bool], linesPerRow lines: Int) {
      for (number, plane) in image.planes.enumerated() {
        let high = number == 0 ? 1 : image.chroma.subsampling.1
        for y in 0..<plane.height where lost[min(y * high / lines, lost.count - 1)] {
          for x in 0..<plane.width { plane.set(128, x, y) }
        }
      }
    }
  }
#endif
