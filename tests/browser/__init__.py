"""Tests in a real browser. A package, so that all of them share one (the fixture `chromium`)."""
