"""Web Push: a message that only one browser can read (RFC 8291), from a server that shows who it is (RFC 8292)."""

from __future__ import annotations

import base64
import importlib.util
import os
import time
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection

from sampan.engine.errors import OptionError

from . import schema

KEY = "push_key"
HALF_A_DAY = 12 * 3600
A_DAY = 86_400  # for which a push service keeps a message for a device that is off
RECORD = 4096
CONTACTS = ("mailto:", "https://")


def text_of(given: bytes) -> str:
    """Bytes as they are written in addresses and headers."""
    return base64.urlsafe_b64encode(given).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The same back; what is no such text raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)


def check_available(contact: str) -> None:
    """Refuse to begin where it could not work."""
    if importlib.util.find_spec("cryptography") is None:
        raise OptionError("--push: expected the package cryptography: pip install 'sampan[push]'")
    if contact and not contact.startswith(CONTACTS):
        raise OptionError(f"--push-contact {contact!r}: expected mailto:ADDRESS or https://ADDRESS")


def check_browser_key(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's keys: a point of the curve, and 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))
        return len(bytes_of(p256dh)) == 65 and len(bytes_of(auth)) == 16
    except ValueError:
        return False


def read_push_key(connection: Connection) -> str:
    """The server's own private key; made once, the same for every process of this database."""
    from cryptography.hazmat.primitives.asymmetric import ec

    stored = sa.select(schema.meta.c.value).where(schema.meta.c.name == KEY)
    found = connection.execute(stored).scalar()
    if found is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        found = text_of(made.to_bytes(32, "big"))
        connection.execute(sa.insert(schema.meta).values(name=KEY, value=found))
    return str(found)


class Vapid:
    """The server as push services know it."""

    def __init__(self, private: str, contact: str) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self._key = ec.derive_private_key(int.from_bytes(bytes_of(private), "big"), ec.SECP256R1())
        self.contact = contact
        self.public = text_of(point(self._key))

    def message(self, origin: str, keys: str, body: bytes, topic: str) -> tuple[bytes, dict[str, str]]:
        """What is sent to the push service at this origin for a browser with these keys: body and headers.

        Of several messages on one topic, a device that was off gets the last one only.
        """
        p256dh, auth = orjson.loads(keys)
        headers = {
            "authorization": f"vapid t={self._token(origin)}, k={self.public}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "topic": topic,
            "ttl": str(A_DAY),
            "urgency": "normal",
        }
        return encrypted(body, bytes_of(p256dh), bytes_of(auth)), headers

    def _token(self, origin: str) -> str:
        """A signed statement of who sends this to whom, good for half a day."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        claims: dict[str, Any] = {"aud": origin, "exp": int(time.time()) + HALF_A_DAY}
        if self.contact:
            claims["sub"] = self.contact
        head = text_of(orjson.dumps({"typ": "JWT", "alg": "ES256"}))
        said = f"{head}.{text_of(orjson.dumps(claims))}"
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{said}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def point(key: Any) -> bytes:
    """A key's public part as 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    found: bytes = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return found


def encrypted(body: bytes, browser: bytes, auth: bytes, own: Any = None, salt: bytes | None = None) -> bytes:
    """A message in one record (RFC 8188) that only this browser can read; key and salt are new for every one."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = own or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser))
    secret = derived(shared, auth, b"WebPush: info\0" + browser + point(own), 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([65]) + point(own)
    return head + AESGCM(key).encrypt(nonce, body + b"\x02", None)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
