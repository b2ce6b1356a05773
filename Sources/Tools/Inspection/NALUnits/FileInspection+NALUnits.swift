import ISOBMFF
import Movie
public import Text

extension FileInspection {
  /// Writes a line for each NAL unit of each coded image and video sample: its type, offset, size and picture.
  ///
  /// - Parameter tree: the options for the fields of each unit; nil for no fields.
  /// - Returns: whether there are any, and the reasons why the list of an image or a track ends early.
  public func writeNALUnits(
    to output: TextOutput, tree: TreeOptions? = nil, _ style: ReportTextStyle
  ) -> (isEmpty: Bool, ends: [String]) {
    var isEmpty = true
    let ends = NALUnitList(BoxFile(bytes)).forEachUnit { owner in
      isEmpty = false
      output.line(style.heading(owner.text))
    } unit: { sample, index, unit, codec in
      let columns = [
        owner(sample, index), rightAligned("\(unit.bytes.fileOffset)", 10),
        rightAligned("\(unit.bytes.count)", 9), rightAligned("\(unit.type)", 3),
      ]
      output.line(
        columns.joined(separator: "  ") + " " + style.name(unit.name)
          + (unit.pictureType.map { "  " + $0 } ?? ""))
      if let tree {
        let sink = TreeText(output, bytes: bytes, options: tree, style: style, level: 6)
        codec.describe(unit, to: sink)
      }
    } damage: { error in
      output.line(style.alarm("damaged: \(error)"))
    }
    return (isEmpty, ends)
  }

  private func owner(_ sample: Int, _ index: Int) -> String {
    rightAligned("\(sample).\(index)", 9)
  }

  /// The same as an array of owners with their units. Returns the reasons why the list of an image or a track ends early.
  func writeNALUnits(to json: inout JSONWriter, tree: TreeOptions?) -> [String] {
    var writer = json
    var isOpen = false
    writer.open(.array)
    func closeOwner() {
      if isOpen {
        writer.close(.array)
        writer.close(.object)
      }
    }
    let ends = NALUnitList(BoxFile(bytes)).forEachUnit { owner in
      closeOwner()
      isOpen = true
      writer.open(.object)
      switch owner {
      case .item(let id, let type):
        writer.key("item")
        writer.integer(id)
        writer.key("type")
        writer.string("\(type)")
      case .track(let id, let type):
        writer.key("track")
        writer.integer(id)
        writer.key("type")
        writer.string("\(type)")
      }
      writer.key("units")
      writer.open(.array)
    } unit: { sample, _, unit, codec in
      writer.open(.object)
      writer.key("sample")
      writer.integer(sample)
      writer.key("type")
      writer.integer(unit.type)
      writer.key("name")
      writer.string(unit.name)
      if let type = unit.pictureType {
        writer.key("pictureType")
        writer.string(type)
      }
      writer.key("offset")
      writer.integer(unit.bytes.fileOffset)
      writer.key("size")
      writer.integer(unit.bytes.count)
      if let tree { writer.tree("content", tree) { codec.describe(unit, to: $0) } }
      writer.close(.object)
    } damage: { error in
      writer.open(.object)
      writer.key("damage")
      writer.string("\(error)")
      writer.key("offset")
      writer.integer(error.offset)
      writer.close(.object)
    }
    closeOwner()
    writer.close(.array)
    json = writer
    return ends
  }
}

extension NALUnitList.Owner {
  fileprivate var text: String {
    switch self {
    case .item(let id, let type): "item \(id), \(type)"
    case .track(let id, let type): "track \(id), \(type)"
    }
  }
}
