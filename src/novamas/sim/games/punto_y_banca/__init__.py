"""The kernels of punto y banca."""
