/** `new URL('path/name.ts', import.meta.url)`, the script of a thread. */
const SCRIPT = /new URL\('(?:[\w.-]+\/)*(?<name>[\w-]+)\.ts', import\.meta\.url\)/g;

/**
 * Plugin of the bundler: scripts of threads are entries of their own beside the chunk that starts them, so only their name is
 * kept.
 */
export function workerScripts() {
  return {
    name: 'cairn-worker-scripts',
    transform: {
      filter: { code: /new URL\('/ },
      handler: (code) => code.replaceAll(SCRIPT, "new URL('./$<name>.js', import.meta.url)"),
    },
  };
}
