import type { AstroIntegration } from 'astro';

/** A part of `@astrojs/node`, and what stands there instead of some of its words. */
interface Change {
  readonly module: string;
  readonly imports: string;
  readonly words: Readonly<Record<string, string>>;
}

const CHANGES: readonly Change[] = [
  {
    // It sends files as they are and without headers.
    module: '@astrojs/node/dist/serve-static.js',
    imports: `import { fileToSend, setFileHeaders } from '/src/server/files.ts';`,
    words: {
      'const stream = send(req, normalizedPathname, {': `
        const file = fileToSend(client, normalizedPathname, req.headers['accept-encoding']);
        const stream = send(req, file.path, {`,
      'stream.pipe(res);': `
        stream.on('headers', () => setFileHeaders(res, file));
        stream.pipe(res);`,
    },
  },
  {
    // It has two words for an address that cannot be decoded, and no page.
    module: '@astrojs/node/dist/standalone.js',
    imports: `import { readableUrl } from '/src/server/readable-url.ts';`,
    words: { 'decodeURI(req.url);': 'req.url = readableUrl(req.url);' },
  },
];

/** What the adapter has no setting for, its own code does, or the build fails. */
export function nodeServer(): AstroIntegration {
  return {
    name: 'cairn-node-server',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [{ name: 'cairn-node-server', transform: changed }] } });
      },
    },
  };
}

function changed(code: string, id: string) {
  const change = CHANGES.find(({ module }) => id.split('?')[0]!.endsWith(module));
  if (change === undefined) return undefined;
  const { module, imports, words } = change;
  let text = code;
  for (const [before, after] of Object.entries(words)) {
    if (text.split(before).length !== 2)
      throw new Error(`${module} has changed: it has no single \`${before}\``);
    text = text.replace(before, () => after);
  }
  return { code: `${imports}\n${text}`, map: null };
}
