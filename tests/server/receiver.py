"""A stand-in for whatever receives notices: an HTTPS server of this machine, with a certificate of its own."""

from __future__ import annotations

import datetime
import ipaddress
import queue
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

WAIT = 180.0


def certificate(folder):
    """A certificate for this machine that nobody has signed but itself; the file has its key, too."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "receiver")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "receiver.pem"
    file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return file


class Receiver:
    """Takes what comes: (path, headers, body); answers 204, or what it was told to at a path."""

    def __init__(self, file):
        self.came = queue.Queue()
        self.answers = {}  # by path: a status, or a function that gives one
        receiver = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.came.put((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
                answer = receiver.answers.get(self.path, 204)
                self.send_response(answer() if callable(answer) else answer)
                self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        """What comes next, within a generous time."""
        return self.came.get(timeout=WAIT)

    def close(self):
        self.server.shutdown()
        self.server.server_close()
