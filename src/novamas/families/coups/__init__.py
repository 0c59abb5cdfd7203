"""Card games played in coups: punto y banca and treinta y cuarenta."""
