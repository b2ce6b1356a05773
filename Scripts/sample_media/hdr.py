"""Pictures that are brighter than white: an Ultra HDR photo, and the frames of an HLG movie."""

import struct

import numpy as np

import metadata
import movies
import stills
from scenery import COAST, LAKE

HEADROOM = 4.0


def boost(light):
    """How many times as bright as in the ordinary picture a screen may show each pixel."""
    return np.clip((light * [0.23, 0.69, 0.08]).sum(axis=-1) + 0.1, 1, HEADROOM)


def ultra_hdr(pictures, location):
    """A JPEG photo with a gain map behind it, as Android 14 describes it (XMP) and as ISO 21496-1 does (APP2)."""
    _, light, _ = pictures.get("lake", LAKE, 3024, 4032)
    picture = pictures.small("lake", LAKE, 3024, 4032, (720, 960))
    stops = np.log2(HEADROOM)
    gain = np.log2(stills.resize_plane(boost(light), 360, 480)) / stops
    offset = 1 / 64
    names = {"hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/"}
    gain_xmp = metadata.xmp(names, {
        "hdrgm:Version": "1.0", "hdrgm:GainMapMin": "0", "hdrgm:GainMapMax": f"{stops:g}", "hdrgm:Gamma": "1",
        "hdrgm:OffsetSDR": f"{offset:g}", "hdrgm:OffsetHDR": f"{offset:g}", "hdrgm:HDRCapacityMin": "0",
        "hdrgm:HDRCapacityMax": f"{stops:g}", "hdrgm:BaseRenditionIsHDR": "False"})
    # Headrooms of both pictures; smallest and largest gain, gamma, and both offsets.
    values = b"".join(struct.pack(">iI", *pair) for pair in (
        (0, 1), (round(stops), 1), (0, 1), (round(stops), 1), (1, 1), (1, 64), (1, 64)))
    iso = b"urn:iso:std:iso:ts:21496:-1\0"
    gain_map = stills.jpeg(stills.eight_bits(gain), 80, [
        (0xE1, metadata.XMP_NAME + gain_xmp), (0xE2, iso + bytes(4) + b"\x40" + values)])
    exif = metadata.camera_tiff(720, 960, 1, "2024:06:15 18:43:20", location, "The lake, with a bright sun")
    xmp = metadata.container_xmp(names, {"hdrgm:Version": "1.0"}, "image/jpeg", "GainMap", len(gain_map))

    def photo(size):
        segments = [(0xE1, b"Exif\0\0" + exif), (0xE1, metadata.XMP_NAME + xmp), (0xE2, iso + bytes(4))]
        # Offsets count from the byte behind the name of this segment, and those before it have 4 bytes more each.
        start = 2 + 18 + sum(4 + len(data) for _, data in segments) + 4 + 4
        entries = struct.pack(">IIIHHIIIHH", 0x030000, size, 0, 0, 0, 0, len(gain_map), size - start, 0, 0)
        index = metadata.directory({
            0xB000: (metadata.UNDEFINED, b"0100"), 0xB001: (metadata.LONG, 2), 0xB002: (metadata.UNDEFINED, entries),
        }, 8)
        segments.append((0xE2, b"MPF\0MM\0*\0\0\0\x08" + index))
        return stills.jpeg(picture, 80, segments)

    return photo(len(photo(1 << 20))) + gain_map


def hlg_movie(pictures, ffmpeg, wav, out):
    """Low sun over a bay in HLG, 10 bits and the colours of BT.2020: white is at 75%."""
    coded, light, _ = pictures.get("coast", COAST, 1600, 1200)
    linear = np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4) * boost(light)[..., None]
    wide = linear @ np.array([[0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956]]).T
    scene = np.stack([stills.resize_plane(wide[..., channel], 960, 720) for channel in range(3)], axis=-1) * 0.265
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    signal = np.where(scene <= 1 / 12, np.sqrt(3 * scene), a * np.log(np.maximum(12 * scene - b, 1e-6)) + c)
    movies.encode(ffmpeg, out, movies.deep_frames(signal.astype(np.float32), 640, 480, 2.5), 640, 480, wav, "hlg",
                  "2024-06-16T18:02:11Z", ["-movflags", "+faststart", "-f", "mp4"])
