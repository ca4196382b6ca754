import * as z from 'zod/mini';

/**
 * Tells zod to interpret schemas instead of compiling them with `new Function`: the website and the wallet run under a
 * Content-Security-Policy without `unsafe-eval`, where the mere attempt is reported as a violation. Zod decides when an
 * object schema is built, so every module that builds one imports this first (through `primitives.ts`).
 */
z.config({ jitless: true });
