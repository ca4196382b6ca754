import * as z from 'zod/mini';

/**
 * Makes zod interpret schemas instead of compiling them with `new Function`: website and wallet have a
 * Content-Security-Policy without `unsafe-eval`, and a browser reports even the attempt as a violation. Zod reads the setting
 * when an object schema is created, so every module that creates one must import this first (through `primitives.ts`).
 */
z.config({ jitless: true });
