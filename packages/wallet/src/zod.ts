import * as z from 'zod/mini';

// Without this zod compiles schemas with `new Function`, which the page's Content-Security-Policy forbids.
z.config({ jitless: true });

/** Zod for the schemas of this package. */
export { z };
