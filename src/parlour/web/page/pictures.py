"""QR codes of addresses, for joining with a phone."""

import io

import segno


def qr_code(link: str) -> bytes:
    """Draw an address as a QR code, in SVG."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(
        picture, kind="svg", scale=4, border=2, xmldecl=False, svgclass=None, lineclass=None
    )
    return picture.getvalue()
