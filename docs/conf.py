"""How the documentation site is built."""

import sys
from pathlib import Path

import dpsym

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project, release = "dpsym", dpsym.__version__
html_title = "dpsym"
html_theme = "furo"
html_show_copyright = False
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "generated_pages"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
napoleon_google_docstring = True
napoleon_custom_sections = ["Guarantees"]
exclude_patterns = ["_ext"]
