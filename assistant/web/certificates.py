"""Certificates for a living room: an authority of our own, renewed when addresses change."""

from __future__ import annotations

import datetime
import ipaddress
import os
import ssl
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FOLDER = "tls"
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397
"""Browsers on Apple's systems believe no certificate that is good for longer."""
RENEW_DAYS = 30
"""A certificate that ends sooner than this is made anew."""
BACKDATED_DAYS = 400
"""A phone's clock may be wrong, and so may this computer's."""
SHORTEST_DAYS = 1


@dataclass(frozen=True, slots=True)
class Files:
    """Where a certificate with its chain and its key lie."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Signed:
    """A certificate and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def server_files(data: Path, names: Collection[str], now: datetime.datetime) -> Files:
    """A certificate for these names and numbers: the kept one if it is good, else a new one.

    OSError where it can be neither read nor written.
    """
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    files = Files(folder / "server.pem", folder / "server.key")
    authority = _kept(authority_files(data))
    if authority is None or not _is_good(authority, now):
        authority = _authority(now)
        _write(authority_files(data), authority)
    kept = _kept(files)
    is_ours = kept is not None and kept.certificate.issuer == authority.certificate.subject
    if kept is None or not is_ours or not _is_good(kept, now) or _names(kept) != {*names}:
        _write(files, _server(authority, names, now), authority.certificate)
    return files


def authority_files(data: Path) -> Files:
    """Where the authority lies; phones that trust it get no warning."""
    return Files(data / FOLDER / "authority.pem", data / FOLDER / "authority.key")


def context_of(files: Files) -> ssl.SSLContext:
    """What a server shows with this certificate; OSError or ssl.SSLError where it is none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files.certificate, files.key)
    return context


def _authority(now: datetime.datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    # The serial number tells the authorities of two tables, or of one made anew, apart.
    serial = x509.random_serial_number()
    name = _name(f"Qwirkle table {serial % 10**8:08}")
    builder = _builder(name, name, key, now, AUTHORITY_DAYS).serial_number(serial)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    builder = builder.add_extension(usage, critical=True)
    return Signed(builder.sign(key, hashes.SHA256()), key)


def _server(authority: Signed, names: Collection[str], now: datetime.datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority.certificate.subject
    builder = _builder(_name("Qwirkle table"), issuer, key, now, SERVER_DAYS)
    others = x509.SubjectAlternativeName([_general(name) for name in sorted(names)])
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.add_extension(others, critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    builder = builder.add_extension(usage, critical=False)
    return Signed(builder.sign(authority.key, hashes.SHA256()), key)


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime.datetime,
    days: int,
) -> x509.CertificateBuilder:
    begin = now - datetime.timedelta(days=min(BACKDATED_DAYS, days) if days > SERVER_DAYS else 1)
    end = now + datetime.timedelta(days=days - SHORTEST_DAYS)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer)
    builder = builder.public_key(key.public_key())
    return builder.not_valid_before(begin).not_valid_after(end)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _names(signed: Signed) -> set[str]:
    found = signed.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    numbers = found.value.get_values_for_type(x509.IPAddress)
    return {*found.value.get_values_for_type(x509.DNSName), *map(str, numbers)}


def _is_good(signed: Signed, now: datetime.datetime) -> bool:
    certificate = signed.certificate
    soon = now + datetime.timedelta(days=RENEW_DAYS)
    return certificate.not_valid_before_utc <= now and soon <= certificate.not_valid_after_utc


def _kept(files: Files) -> Signed | None:
    """What lies there; None where it is missing, damaged or not for us to read."""
    try:
        certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
        key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    if key.public_key() != certificate.public_key():
        return None
    return Signed(certificate, key)


def _write(files: Files, signed: Signed, *chain: x509.Certificate) -> None:
    pem = serialization.Encoding.PEM
    key = signed.key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    shown = b"".join(one.public_bytes(pem) for one in (signed.certificate, *chain))
    for path, content in ((files.key, key), (files.certificate, shown)):
        half = path.with_name(path.name + ".new")
        half.unlink(missing_ok=True)
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        half.replace(path)
