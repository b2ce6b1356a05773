"""Stills: coded in AV1 and AVC, transparent, and JPEG files with segments of our own."""

import io
import struct
import subprocess

import numpy as np
from PIL import Image

import heif
from scenery import COAST, LAKE, MEADOW


def eight_bits(coded):
    return np.clip(coded * 255 + 0.5, 0, 255).astype(np.uint8)


def resize_plane(plane, width, height):
    return np.asarray(Image.fromarray(plane.astype(np.float32)).resize((width, height), Image.Resampling.BOX))


def shrink(rgb, size):
    image = Image.fromarray(eight_bits(rgb)).resize(size, Image.Resampling.LANCZOS)
    return np.asarray(image, np.float32) / 255


def limited_range_planes(rgb):
    """RGB from 0 to 1 as BT.709 limited range 4:4:4 planes of 10 bits."""
    r, g, b = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    planes = [y * 876 + 64, (b - y) / 1.8556 * 896 + 512, (r - y) / 1.5748 * 896 + 512]
    return [np.clip(p + 0.5, 0, 1023).astype("<u2") for p in planes]


def encode(ffmpeg, planes, pixel_format, options):
    height, width = planes[0].shape
    command = [ffmpeg, "-hide_banner", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", pixel_format,
               "-s", f"{width}x{height}", "-r", "1", "-i", "-", "-threads", "1", *options, "-"]
    raw = b"".join(np.ascontiguousarray(plane).tobytes() for plane in planes)
    return subprocess.run(command, input=raw, stdout=subprocess.PIPE, check=True).stdout


def small(pictures, name, scene, size):
    return pictures.small(name, scene, 1600, 1200, size).astype(np.float32) / 255


def shore_tiled_avif(pictures, ffmpeg):
    """Four tiles of 10 bits, 4:4:4 and limited range, that reach over the edges; shown upright."""
    rgb = np.rot90(small(pictures, "coast", COAST, (300, 400)))
    width, height, tile_width, tile_height = 400, 300, 208, 160
    padded = np.pad(rgb, ((0, 2 * tile_height - height), (0, 2 * tile_width - width), (0, 0)), mode="edge")
    planes = limited_range_planes(padded)
    items = {}
    for number in range(4):
        y, x = number // 2 * tile_height, number % 2 * tile_width
        stream = encode(
            ffmpeg, [p[y:y + tile_height, x:x + tile_width] for p in planes], "yuv444p10le",
            ["-c:v", "libaom-av1", "-still-picture", "1", "-crf", "24", "-b:v", "0", "-cpu-used", "4",
             "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
             "-f", "obu"])
        stream = stream[2:]  # without the temporal delimiter
        header = stream[:2 + stream[1]]
        # Profile High, level and tier of the sequence header, 10 bits, 4:4:4.
        level = (header[3] >> 3 | header[2] << 5) & 0x1F if header[2] & 0x08 else 0
        av1c = heif.box(b"av1C", bytes([0x81, 1 << 5 | level, 0x40, 0]), header)
        items[number + 1] = heif.Item(
            b"av01", stream, [av1c, heif.ispe(tile_width, tile_height)], hidden=True)
    items[5] = heif.Item(
        b"grid", heif.grid(2, 2, width, height),
        [heif.ispe(width, height), heif.full(b"pixi", 0, 0, bytes([3, 10, 10, 10])), heif.colr_nclx(1, 13, 1, 0),
         heif.irot(3)],
        in_idat=True, references=[(b"dimg", [1, 2, 3, 4])])
    return heif.heif_file([b"avif", b"avif", b"mif1", b"miaf"], 5, items, [1, 2, 3, 4])


def meadow_avci(pictures, ffmpeg):
    """One AVC picture in two slices, of a width that is not whole macroblocks."""
    planes = heif.full_range_planes(small(pictures, "meadow", MEADOW, (360, 270)))
    stream = encode(
        ffmpeg, planes, "yuvj420p",
        ["-c:v", "libx264", "-crf", "26", "-color_range", "pc", "-colorspace", "smpte170m",
         "-x264-params", "info=0:aud=0:slices=2:keyint=1:threads=1", "-f", "h264"])
    units = {kind: [nal for nal in heif.split_nals(stream) if nal[0] & 0x1F == kind] for kind in (5, 7, 8)}
    (sps,), (pps,), slices = units[7], units[8], units[5]
    record = bytes([1]) + sps[1:4] + bytes([0xFF, 0xE1]) + struct.pack(">H", len(sps)) + sps
    record += bytes([1]) + struct.pack(">H", len(pps)) + pps + bytes([0xFD, 0xF8, 0xF8, 0])
    data = b"".join(struct.pack(">I", len(nal)) + nal for nal in slices)
    items = {
        1: heif.Item(b"avc1", data, [
            heif.box(b"avcC", record), heif.ispe(360, 270), heif.colr_nclx(1, 13, 6, 1), heif.pixi(3)]),
    }
    return heif.heif_file([b"avci", b"mif1", b"avci", b"miaf"], 1, items, [1])


def transparent_heic(pictures, ffmpeg):
    """A picture whose sky is transparent, by an alpha plane beside it."""
    coded, _, distance = pictures.get("lake", LAKE, 3024, 4032)
    size = (480, 640)
    colour = ("bt709", "iec61966-2-1", "smpte170m")
    picture = heif.encode_hevc(ffmpeg, [heif.full_range_planes(shrink(coded, size))], 28, colour)
    opacity = resize_plane(np.isfinite(distance), *size)
    alpha = heif.encode_hevc(ffmpeg, [[eight_bits(opacity)]], 20, colour, grey=True)
    items = {
        1: heif.Item(b"hvc1", picture.pictures[0],
                     [picture.configuration(), heif.ispe(*size), heif.colr_nclx(1, 13, 6, 1), heif.pixi(3)]),
        2: heif.Item(b"hvc1", alpha.pictures[0],
                     [alpha.configuration(), heif.ispe(*size), heif.pixi(1), heif.auxc("urn:mpeg:hevc:2015:auxid:1")],
                     hidden=True, references=[(b"auxl", [1])]),
    }
    return heif.heif_file([b"heic", b"mif1", b"heic", b"miaf"], 1, items, [2, 1])


def jpeg(picture, quality, segments):
    """A JPEG file with segments (marker, data) behind that of JFIF."""
    out = io.BytesIO()
    Image.fromarray(picture).save(out, "JPEG", quality=quality, subsampling="4:2:0")
    data = out.getvalue()
    own = b"".join(struct.pack(">BBH", 0xFF, marker, 2 + len(body)) + body for marker, body in segments)
    return data[:20] + own + data[20:]
