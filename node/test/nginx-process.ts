/** For tests only: runs the nginx configuration of deploy/nginx with other names, ports and paths. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@cairn/suite';

const configuration = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/nginx/${name}.conf`, import.meta.url)), 'utf8');
const HOST = '127.0.0.1';
/** Where Debian installs system commands. */
const PATH = [process.env['PATH'], '/usr/sbin', '/usr/local/sbin'].join(delimiter);
const ENVIRONMENT = { ...process.env, PATH };

/** The program that is missing to run nginx; `undefined` if none is. */
export function missingForNginx(): string | undefined {
  const missing = [
    ['nginx', '-v'],
    ['openssl', 'version'],
  ].find(([command, argument]) => spawnSync(command!, [argument!], { env: ENVIRONMENT }).status !== 0);
  return missing && `${missing[0]} is not installed`;
}

export interface NginxProcess {
  /** `https://127.0.0.1:port` */
  readonly url: string;
  /** Port of the redirect from plain HTTP. */
  readonly httpPort: number;
  /** The same of the website, if there is one. */
  readonly websiteUrl: string;
  readonly errors: () => string;
  close(): Promise<void>;
}

/** A replacement in the configuration. */
export type Change = readonly [from: string, to: string];

/**
 * Starts nginx with the configuration of deploy/nginx, and waits until it answers.
 * @param upstream `host:port` of the Explorer API
 * @param more changes beyond an operator's, such as shorter time-outs
 * @param website `host:port` of a website, which nginx serves too
 */
export async function startNginx(
  upstream: string,
  more: readonly Change[] = [],
  website?: string,
): Promise<NginxProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-nginx-'));
  mkdirSync(join(folder, 'cache'));
  makeCertificate(folder);
  const [port, httpPort, websitePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const places = { folder, port, httpPort };
  const explorer = replaceSettings(configuration('cairn-explorer'), places, [
    ...more,
    ['server 127.0.0.1:18000;', `server ${upstream};`],
    ['/var/cache/nginx/cairn-explorer', join(folder, 'cache')],
  ]);
  const pages =
    website === undefined
      ? ''
      : replaceSettings(configuration('cairn-website'), { ...places, port: websitePort }, [
          ['server 127.0.0.1:4321;', `server ${website};`],
        ]);
  const { errors, close } = await runNginx(explorer + pages, folder, `https://${HOST}:${port}`);
  return {
    url: `https://${HOST}:${port}`,
    httpPort,
    websiteUrl: `https://${HOST}:${websitePort}`,
    errors,
    close,
  };
}

/**
 * Runs nginx with a site's configuration, and waits until it answers.
 * @param folder of its files, which is removed at the end
 * @param url where it listens
 */
export async function runNginx(
  site: string,
  folder: string,
  url: string,
): Promise<Pick<NginxProcess, 'errors' | 'close'>> {
  writeFileSync(join(folder, 'nginx.conf'), mainConfiguration(site, folder));
  const errorLog = join(folder, 'error.log');
  const argv = ['-p', folder, '-e', errorLog, '-c', join(folder, 'nginx.conf')];
  const child = spawn('nginx', argv, { env: ENVIRONMENT, stdio: 'ignore' });
  const errors = (): string => readFileSync(errorLog, 'utf8');
  const isUp = (): Promise<boolean> =>
    getTls(url, '/').then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const close = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  return { errors, close };
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=explorer.example.org'];
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], {
    env: ENVIRONMENT,
    stdio: 'ignore',
  });
}

/** Ports and paths of a running nginx. */
interface Places {
  readonly folder: string;
  readonly port: number;
  readonly httpPort: number;
}

/** Replaces the settings that an operator changes, and the system's ports and folders. */
function replaceSettings(text: string, { folder, port, httpPort }: Places, more: readonly Change[]): string {
  const changes: readonly Change[] = [
    ...more,
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen ${HOST}:${httpPort};`],
    ['listen 443 ssl http2;', `listen ${HOST}:${port} ssl http2;`],
  ];
  const changed = changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the configuration has no "${from}"`);
    return before.replace(from, to);
  }, text);
  return changed
    .replace(/\/etc\/letsencrypt\/.*fullchain\.pem/, join(folder, 'certificate.pem'))
    .replace(/\/etc\/letsencrypt\/.*privkey\.pem/, join(folder, 'key.pem'));
}

/** The main configuration file around a site's. */
function mainConfiguration(site: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n');
  return `daemon off;
user ${userInfo().username};
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 512; }
http {
access_log off;
${temporary}
${site}
}
`;
}

export interface TlsResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Sends a request, over TLS or plain, without normalizing its path or checking the certificate. */
export function getTls(
  baseUrl: string,
  path: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<TlsResponse> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const request = protocol === 'http:' ? requestHttp : requestHttps;
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const target = { hostname, port, path, method, headers, agent: false, rejectUnauthorized: false };
    const outgoing = request(target, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
