#!/usr/bin/env python3
# Makes a thumbnail of each photo below a folder, and prints how large the photos are. Use it to see how a photo server talks to
# boxwalk:  Examples/serve/thumbnails.py PHOTOS THUMBNAILS
import sys
from pathlib import Path

from boxwalk import Boxwalk, BoxwalkError

if len(sys.argv) != 3:
    sys.exit("usage: thumbnails.py PHOTOS THUMBNAILS")
photos, thumbnails = map(Path, sys.argv[1:3])


def thumbnail_of(path):
    """The path of the photo below its folder, with its whole name: photos of one name have thumbnails of their own."""
    target = thumbnails / path.relative_to(photos)
    target.parent.mkdir(parents=True, exist_ok=True)
    return str(target.with_name(path.name + ".jpg"))


with Boxwalk() as boxwalk:
    files = sorted(path for path in photos.rglob("*") if path.suffix.lower() in (".heic", ".avif", ".jpg"))
    started = [
        (path, boxwalk.start("inspect", path=str(path)),
         boxwalk.start("thumbnail", path=str(path), output=thumbnail_of(path), size=320, force=True))
        for path in files]
    for path, inspection, thumbnail in started:
        try:
            size, made = inspection.result()["summary"]["size"], thumbnail.result()
            print(f"{path.name}: {size['width']} × {size['height']}, thumbnail {made['width']} × {made['height']}")
        except BoxwalkError as error:
            print(f"{path.name}: {error}")
