"""The studies of a folder: which there are, and their reports as pages.

A folder enters, a list and pages leave.  Nothing of a study is read here but its report, which may
be anybody's: what is served of it runs no script but that of this program.  `changes` begins the
studies that the workbench asks for, and `player` is the process that plays one.
"""

from interpreter.web.studies.studies import Studies

__all__ = ["Studies"]
