"""Serves the model file `argv[1]` on the loopback port `argv[2]` until its standard input ends. Runs in an environment
of its own that has xllamacpp."""

import sys

import xllamacpp  # type: ignore[import-not-found]

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.port = int(sys.argv[2])
params.n_ctx = 8192
params.n_parallel = 1
server = xllamacpp.Server(params)
sys.stdin.read()
