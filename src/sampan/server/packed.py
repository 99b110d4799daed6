"""Large answers that are the same for everybody and hold no secret, compressed for whoever can read that."""

from __future__ import annotations

import gzip
from functools import lru_cache

from fastapi import Request, Response

KEPT = 32  # answers that are remembered


@lru_cache(maxsize=KEPT)
def packed(body: bytes) -> bytes:
    """The same in fewer bytes."""
    return gzip.compress(body, mtime=0)


def public_json(request: Request, body: bytes) -> Response:
    """JSON to be asked for anew each time, which a browser may keep until then."""
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    accepted = {one.partition(";")[0].strip() for one in request.headers.get("accept-encoding", "").split(",")}
    if "gzip" in accepted:
        return Response(packed(body), media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(body, media_type="application/json", headers=headers)
