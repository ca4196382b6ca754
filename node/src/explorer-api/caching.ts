/** `Cache-Control` of what may be kept but is asked about each time: every body carries `confirmations`. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** `Cache-Control` of what its own address names for good: a block's bytes by hash, the documentation's assets. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Request headers that an answer depends on; a shared cache must know them. */
export const VARY = 'accept-encoding, origin';

/** Bodies of 1 KiB and less are not worth compressing. */
export const COMPRESSION_THRESHOLD = 1025;
