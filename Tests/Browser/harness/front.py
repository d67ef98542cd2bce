"""Debian's nginx as the README configures it for pushes: HTTP/2 over TLS in front of the plain port, as APNs clients expect it."""

import datetime
import re
import socket
import ssl
import subprocess
import time
from pathlib import Path

import h2.connection
import h2.events
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from harness.nginx import BINARY, FRAME
from harness.server import TOP, free_port

README_BLOCK = re.compile(r"^<!-- nginx for pushes -->\n```nginx\n(.*?)^```", re.S | re.M)

PART = 16_384  # a frame's size (RFC 9113, 4.2)


def new_key() -> tuple[ec.EllipticCurvePrivateKey, str]:
    """A key for ES256, as Apple gives one out for tokens, and its PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key, pem.decode()


def certificate(folder: Path, host: str = "localhost") -> tuple[Path, Path]:
    """A self-signed certificate for `host` and its key, good for an hour."""
    key, pem = new_key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5)).not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_text(pem)
    paths[1].chmod(0o600)
    return paths


def readme_block() -> str:
    found = README_BLOCK.search((TOP / "README.md").read_text())
    assert found, "README.md holds no block for pushes"
    return found[1]


def on_this_machine(block: str, *, listen: int, upstream: int, certificate: Path, key: Path) -> str:
    """The block as written but for the ports and the files."""
    for pattern, value in [
        (r"\blisten 443 ", f"listen 127.0.0.1:{listen} "), (r"\b127\.0\.0\.1:8080\b", f"127.0.0.1:{upstream}"),
        (r"\bssl_certificate [^;]*;", f"ssl_certificate {certificate};"), (r"\bssl_certificate_key [^;]*;", f"ssl_certificate_key {key};"),
    ]:
        block, count = re.subn(pattern, value, block)
        assert count == 1, f"the block has {count} times {pattern}"
    return block


class Front:
    """In front of `upstream`; `trust` is a TLS context that knows its certificate."""

    def __init__(self, folder: Path, *, upstream: int):
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.folder = folder
        self.certificate, key = certificate(folder)
        block = on_this_machine(readme_block(), listen=self.port, upstream=upstream, certificate=self.certificate, key=key)
        (folder / "nginx.conf").write_text(FRAME.format(servers=block))
        self.process = subprocess.Popen(
            [BINARY, "-p", str(folder), "-e", "error.log", "-c", "nginx.conf"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(folder / "stderr.log").open("wb"),
        )
        self._wait()

    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def request(self, method: str, path: str, headers: dict | None = None, body: bytes = b"") -> tuple[int, dict[str, str], bytes]:
        """One request over HTTP/2, as it is given: status, fields and body of its answer."""
        context = self.trust()
        context.set_alpn_protocols(["h2"])
        with context.wrap_socket(socket.create_connection(("127.0.0.1", self.port), timeout=5), server_hostname="localhost") as tls:
            connection = h2.connection.H2Connection()
            connection.initiate_connection()
            fields = {":method": method, ":scheme": "https", ":authority": "localhost", ":path": path, **(headers or {})}
            stream = connection.get_next_available_stream_id()
            connection.send_headers(stream, list(fields.items()), end_stream=not body)
            for part in range(0, len(body), PART):
                connection.send_data(stream, body[part : part + PART], end_stream=part + PART >= len(body))
            tls.sendall(connection.data_to_send())
            answer, data = {}, b""
            while True:
                for event in connection.receive_data(tls.recv(65_536)):
                    if isinstance(event, h2.events.ResponseReceived):
                        answer = {name.decode(): value.decode() for name, value in event.headers}
                    elif isinstance(event, h2.events.DataReceived):
                        data += event.data
                    elif isinstance(event, h2.events.StreamEnded):
                        return int(answer[":status"]), answer, data
                    assert not isinstance(event, (h2.events.StreamReset, h2.events.ConnectionTerminated)), event
                tls.sendall(connection.data_to_send())

    def _wait(self) -> None:
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.01)
        self.stop()
        raise AssertionError(f"nginx did not start:\n{(self.folder / 'stderr.log').read_text()}")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(5)
