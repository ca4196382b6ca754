import type { RequestListener } from 'node:http';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import { createApp, HttpServer, sendResponse, type RunningServer } from '@cairn/http';
import { createLogger, type LogFormat } from '@cairn/http/log';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import {
  crossOriginOpenerPolicy,
  crossOriginResourcePolicy,
  referrerPolicy,
  xContentTypeOptions,
} from 'helmet';
import { readScriptPolicies, RECOMPUTE_FOLDER } from '../build/script-policy.ts';
import { onApiFailure } from '../src/site/api-failures.ts';
import { linkPreviews } from './link-preview-png.ts';

export interface SiteSettings {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Absolute folder of the build. */
  readonly output: string;
  readonly logFormat: LogFormat;
}

/** Serves a built website. @throws the system's error if the address is in use */
export async function openSite({ host, port, output, logFormat }: SiteSettings): Promise<RunningServer> {
  const pages = await loadPages(output);
  const logger = createLogger({ format: logFormat, level: 'info' });
  onApiFailure((failure) => logger.warn(failure, 'a request to the Explorer API failed'));
  const app = createApp()
    .set('env', 'production') // Express's own error page would show a stack
    .use(securityHeaders, requireReading, compress, serveFiles(output))
    .use(linkPreviews((path, headers) => fetch(server.url + path, { headers })))
    // Without `next`, Astro answers unknown paths with the site's 404 page.
    .use((request, response) => pages(request, response));
  const server: RunningServer = await new HttpServer({ app }).listen({ host, port });
  logger.info(`website at ${server.url}/`);
  return server;
}

/** The pages of a build: Astro's request handler. */
export async function loadPages(output: string): Promise<RequestListener> {
  const entry = pathToFileURL(join(output, 'server/entry.mjs'));
  return ((await import(entry.href)) as { handler: RequestListener }).handler;
}

/**
 * Headers of every response. Astro adds a page's Content-Security-Policy, which also forbids frames; `serveFiles` adds
 * that of a script; HSTS is for the proxy that adds TLS. Helmet's headers for older browsers are left out: each of the
 * 40 files that a page loads would carry them.
 */
const securityHeaders: RequestHandler[] = [
  crossOriginOpenerPolicy(),
  crossOriginResourcePolicy(),
  referrerPolicy(),
  xContentTypeOptions(),
  (_request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    next();
  },
];

/** Astro would try to render a page for any method, and fails for some. */
const requireReading: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  const body = { error: 'method_not_allowed', message: 'The website is read with GET.' };
  sendResponse(response, { status: 405, body, headers: { Allow: 'GET, HEAD' } });
};

/**
 * Measured over all scripts and styles: 6 % smaller than quality 4 for the same time, 8 % larger than quality 11, which
 * takes 36 times as long. No page contains a secret that the length of a compressed response could reveal (BREACH).
 */
const BROTLI_QUALITY = 5;

const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } } });

/** Rules for the pages that a browser may fetch before they are opened; `src/middleware.ts` announces this file. */
const SPECULATION_RULES = 'speculation-rules.json';

/** The files of a build. Those in `_astro` and `_recompute` have their hash in their name and never change. */
function serveFiles(output: string): Router {
  const { scripts, recompute } = readScriptPolicies(output);
  const optionsOf = (policy: string): Parameters<typeof express.static>[1] => ({
    index: false,
    redirect: false,
    acceptRanges: false, // `compress` would encode a part of a file as the whole
    setHeaders: (response, path) => {
      if (extname(path) === '.js') response.setHeader('Content-Security-Policy', policy);
      if (basename(path) === SPECULATION_RULES) response.type('application/speculationrules+json');
    },
  });
  const files = join(output, 'client');
  const unchanging = { immutable: true, maxAge: '365d' };
  return express
    .Router({ caseSensitive: true })
    .use('/_astro', express.static(join(files, '_astro'), { ...optionsOf(scripts), ...unchanging }))
    .use(
      `/${RECOMPUTE_FOLDER}`,
      express.static(join(files, RECOMPUTE_FOLDER), { ...optionsOf(recompute), ...unchanging }),
    )
    .use(express.static(files, optionsOf(scripts)));
}
