"""Engines that speak to a provider over HTTP: one turn request in, one streamed answer read to its final event out."""
