#!/usr/bin/env python3
# Makes a thumbnail of each photo below a folder, and prints how large the photos are. Use it to see how a photo server talks to
# boxwalk:  Examples/serve/thumbnails.py PHOTOS THUMBNAILS
import sys
from pathlib import Path

from boxwalk import Boxwalk, BoxwalkError

photos, thumbnails = map(Path, sys.argv[1:3])
thumbnails.mkdir(exist_ok=True)
with Boxwalk() as boxwalk:
    files = sorted(path for path in photos.rglob("*") if path.suffix.lower() in (".heic", ".avif", ".jpg"))
    started = [
        (path, boxwalk.start("inspect", path=str(path)),
         boxwalk.start("thumbnail", path=str(path), output=str(thumbnails / (path.stem + ".jpg")), size=320, force=True))
        for path in files]
    for path, inspection, thumbnail in started:
        try:
            size, made = inspection.result()["summary"]["size"], thumbnail.result()
            print(f"{path.name}: {size['width']} × {size['height']}, thumbnail {made['width']} × {made['height']}")
        except BoxwalkError as error:
            print(f"{path.name}: {error}")
