import type { AstroIntegration } from 'astro';

/** The part of `@astrojs/node` that sends files, and the place where it knows which. */
const SENDER = '@astrojs/node/dist/serve-static.js';
const ANCHOR = 'stream.on("stream", () => {';

/**
 * Policy of a script that runs as a worker: it is bound by what comes with the script, not by the page's own. In a
 * script of a page these words mean nothing.
 * @param api origin that may be asked; absent where there is none
 */
export function scriptPolicy(api: string | undefined): string {
  return `default-src 'none'; script-src 'self'; connect-src ${api ?? "'none'"}`;
}

/** Headers of every file: those of the pages that mean something for one, and for scripts their policy. */
export function fileHeaders(api: string | undefined): AstroIntegration {
  return {
    name: 'cairn-file-headers',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [{ name: 'cairn-file-headers', transform: withHeaders(api) }] } });
      },
    },
  };
}

/** The adapter has no setting for these headers: its own code sets them, or the build fails. */
function withHeaders(api: string | undefined) {
  const lines = [
    `res.setHeader('X-Content-Type-Options', 'nosniff');`,
    `res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');`,
    `if (normalizedPathname.endsWith('.js')) res.setHeader('Content-Security-Policy', ${JSON.stringify(scriptPolicy(api))});`,
  ];
  return (code: string, id: string) => {
    if (!id.split('?')[0]!.endsWith(SENDER)) return undefined;
    if (!code.includes(ANCHOR)) throw new Error(`${SENDER} has changed: its files would go without headers`);
    return { code: code.replace(ANCHOR, `${ANCHOR}\n${lines.join('\n')}`), map: null };
  };
}
