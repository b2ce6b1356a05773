/// The groups of namespaces, independent of the prefixes in a packet.
enum XMPNamespaces {
  static func group(_ namespace: String, prefix: String) -> String {
    "XMP-" + (groups[namespace] ?? shortPrefixes[prefix] ?? prefix)
  }

  private static let shortPrefixes = [
    "Iptc4xmpCore": "iptcCore", "Iptc4xmpExt": "iptcExt", "MicrosoftPhoto": "microsoft",
    "photomechanic": "photomech", "hdr_metadata": "hdr", "prismusagerights": "pur",
    "GettyImagesGIFT": "getty",
  ]

  private static let groups = [
    "adobe:ns:meta/": "x", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "iptcCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "iptcExt",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee", "http://ns.adobe.com/album/1.0/": "album",
    "http://ns.adobe.com/camera-raw-defaults/1.0/": "crd",
    "http://ns.adobe.com/camera-raw-saved-settings/1.0/": "crss",
    "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
    "http://ns.adobe.com/creatorAtom/1.0/": "creatorAtom",
    "http://ns.adobe.com/exif/1.0/": "exif", "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm",
    "http://ns.adobe.com/hdr-metadata/1.0/": "hdr",
    "http://ns.adobe.com/ix/1.0/": "ix", "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/pdf/1.3/": "pdf", "http://ns.adobe.com/pdfx/1.3/": "pdfx",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://ns.adobe.com/swf/1.0/": "swf", "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/xap/1.0/": "xmp", "http://ns.adobe.com/xap/1.0/bj/": "xmpBJ",
    "http://ns.adobe.com/xap/1.0/g/": "xmpG", "http://ns.adobe.com/xap/1.0/g/img/": "xmpGImg",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM", "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/t/": "xmpT", "http://ns.adobe.com/xap/1.0/t/pg/": "xmpTPg",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://ns.adobe.com/xmp/Identifier/qual/1.0/": "xmpidq",
    "http://ns.adobe.com/xmp/note/": "xmpNote",
    "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
    "http://ns.apple.com/adjustment-settings/1.0/": "aas",
    "http://ns.apple.com/faceinfo/1.0/": "apple-fi",
    "http://ns.apple.com/pixeldatainfo/1.0/": "apdi",
    "http://ns.camerabits.com/photomechanic/1.0/": "photomech",
    "http://ns.exiftool.ca/1.0/": "et", "http://ns.google.com/photos/1.0/audio/": "GAudio",
    "http://ns.google.com/photos/1.0/camera/": "GCamera",
    "http://ns.google.com/photos/1.0/container/": "Container",
    "http://ns.google.com/photos/1.0/container/item/": "Item",
    "http://ns.google.com/photos/1.0/creations/": "GCreations",
    "http://ns.google.com/photos/1.0/depthmap/": "GDepth",
    "http://ns.google.com/photos/1.0/focus/": "GFocus",
    "http://ns.google.com/photos/1.0/image/": "GImage",
    "http://ns.google.com/photos/1.0/panorama/": "GPano",
    "http://ns.google.com/videos/1.0/spherical/": "GSpherical",
    "http://ns.microsoft.com/expressionmedia/1.0/": "expressionmedia",
    "http://ns.microsoft.com/photo/1.0/": "microsoft",
    "http://ns.microsoft.com/photo/1.0": "microsoft",
    "http://ns.microsoft.com/photo/1.1": "MP1", "http://ns.microsoft.com/photo/1.2/": "MP",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus", "http://cipa.jp/exif/1.0/": "exifEX",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dct",
    "http://creativecommons.org/ns#": "cc", "http://www.digikam.org/ns/1.0/": "digiKam",
    "http://www.dji.com/drone-dji/1.0/": "drone-dji",
    "http://www.gimp.org/xmp/": "GIMP",
    "http://www.metadataworkinggroup.com/schemas/collections/": "mwg-coll",
    "http://www.metadataworkinggroup.com/schemas/keywords/": "mwg-kw",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
  ]
}
