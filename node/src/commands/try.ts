import { once } from 'node:events';
import { createApp, HttpServer, type RunningServer } from '@cairn/http';
import express from 'express';
import { UsageError } from '../startup/errors.ts';
import { openInBrowser } from './browser.ts';
import type { CliCommand } from './command.ts';
import { listenForStop } from './terminal.ts';

/** Browsers keep a site's chain by its address, so the port is the same each time. */
const PORT = 4322;

/** `cairn try`: serves the site whose chain lives in the visitor's tab, on this machine. */
export const tryCommand: CliCommand = {
  name: 'try',
  summary: 'open a chain with explorer and wallet inside a browser tab',
  options: ['port'],
  async run({ options: { port = PORT }, terminal }) {
    const { provideTrySite } = await import('@cairn/suite'); // other commands need no child processes
    const folder = await provideTrySite({ say: (line) => terminal.progress(line) });
    terminal.endProgress();
    const stopped = listenForStop();
    const server = await serveTrySite(folder, port);
    terminal.out(`A chain in a tab: ${server.url}/ (Ctrl-C ends this server; the tab works without it)`);
    if (process.stdout.isTTY) void openInBrowser(`${server.url}/`);
    if (!stopped.aborted) await once(stopped, 'abort');
    await server.close();
  },
};

/** As any static host does, with the headers of its `_headers`. @throws UsageError if the port is taken, or this user may not use it */
export async function serveTrySite(folder: string, port: number): Promise<RunningServer> {
  const app = createApp()
    .use((_request, response, next) => {
      response.setHeader('Content-Security-Policy', "frame-ancestors 'self'");
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Referrer-Policy', 'no-referrer');
      next();
    })
    .use(express.static(folder, { redirect: false }))
    .use((_request, response) => response.status(404).sendFile('404.html', { root: folder }));
  try {
    return await new HttpServer({ app }).listen({ host: '127.0.0.1', port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is taken: choose another with --port`);
    if (code === 'EACCES')
      throw new UsageError(`no permission to use port ${port}: choose another with --port`);
    throw error;
  }
}
