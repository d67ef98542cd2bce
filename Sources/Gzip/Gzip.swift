// Gzip
