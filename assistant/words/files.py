"""What is wrong with a file or a disk, as a sentence."""

from __future__ import annotations

import errno

from assistant.words import Sentence

KEYS = {
    errno.ENOENT: "file.missing",
    errno.EISDIR: "file.is_folder",
    errno.ENOTDIR: "file.is_file",
    errno.EEXIST: "file.is_file",
    errno.EACCES: "file.no_permission",
    errno.EPERM: "file.no_permission",
    errno.ENOSPC: "file.full",
    errno.EDQUOT: "file.full",
    errno.EROFS: "file.read_only",
    errno.ENAMETOOLONG: "file.bad_name",
    errno.EINVAL: "file.bad_name",
    errno.EILSEQ: "file.bad_name",
}
"""By what the system says; a folder that cannot be made since it exists is a file."""


def file_sentence(error: OSError, path: object = None) -> Sentence:
    """What the system complains about; the path where the error itself names none."""
    shown = path or error.filename or "stdout"
    if key := KEYS.get(error.errno or 0):
        return Sentence(key, (("path", shown),))
    reason = error.strerror or str(error)
    return Sentence("file.unusable", (("path", shown), ("reason", reason)))
