"""Mark Bun and Thomas Steinke, Concentrated Differential Privacy (2016), by its sections."""

KEY = "bs16"
