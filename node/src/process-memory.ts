/**
 * How a node's process is kept small, and whole. A full block of 8 MiB needs several times its size for a second; left alone, V8's young
 * generation and glibc's one heap a thread keep several blocks' worth of that (618 MB instead of 380 MB while importing,
 * for 5 % more time; `npm run bench -w node` shows both). Neither can be set once a process runs.
 */

/**
 * Flags of V8, in MiB and percent: half the young generation; the old one's size at its first collection, and how much
 * more than what was then alive it may grow until the next. Left alone it lets 200 MiB lie before it looks.
 */
export const MEMORY_FLAGS = [
  '--max-semi-space-size=8',
  '--initial-old-space-size=48',
  '--heap-growing-percent=40',
];

/**
 * Against a fault of V8 in Node 24: two threads that replace worn wrappers of WebAssembly imports at once can end the
 * process (`Check failed: jit_page.has_value()`). With this budget of calls none is ever replaced; what runs as
 * WebAssembly here only strips the types from sources.
 */
export const THREAD_FLAGS = ['--wasm-wrapper-tiering-budget=2000000000'];

/** Settings of glibc's malloc: one heap for all threads, and what is free at its end goes back at once. */
export const MEMORY_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Starts this process's program anew in its place, with these settings: same process ID, same standard streams. Returns
 * where they are there already, or where an operator set the environment otherwise, or the platform cannot.
 * @param script path of the program
 * @param compileCache folder for compiled modules. As a variable of the environment it holds for threads too: one that finds its
 *   modules there does not load what strips types from sources, which would take 32 MiB and 70 ms of each.
 */
export function keepProcessSmall(script: string, compileCache: string): void {
  const isSet = Object.keys(MEMORY_ENVIRONMENT).some((name) => process.env[name] !== undefined);
  if (isSet || process.platform !== 'linux' || typeof process.execve !== 'function') return;
  process.execve(
    process.execPath,
    [
      process.execPath,
      ...process.execArgv,
      ...MEMORY_FLAGS,
      ...THREAD_FLAGS,
      script,
      ...process.argv.slice(2),
    ],
    { NODE_COMPILE_CACHE: compileCache, ...process.env, ...MEMORY_ENVIRONMENT },
  );
}
