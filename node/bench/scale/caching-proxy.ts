import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@cairn/suite';

/** A reverse proxy that caches answers for a second. */
export interface CachingProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts nginx with the cache of deploy/nginx, without its limits. @param upstream URL @param folder for its files */
export async function startCachingProxy(upstream: string, folder: string): Promise<CachingProxy> {
  const port = await findFreePort();
  mkdirSync(join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; user ${userInfo().username}; worker_processes 1; pid ${join(folder, 'pid')};
     events { worker_connections 1024; }
     http {
       access_log off; ${temporary.join(' ')} keepalive_requests 10000000;
       proxy_cache_path ${join(folder, 'cache')} levels=1:2 keys_zone=answers:10m max_size=1g use_temp_path=off;
       upstream node { server ${new URL(upstream).host}; keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://node; proxy_http_version 1.1; proxy_set_header Connection "";
           proxy_cache answers; proxy_cache_lock on; proxy_cache_revalidate on;
           proxy_cache_use_stale updating; proxy_cache_background_update on;
           proxy_ignore_headers Cache-Control Vary; proxy_cache_valid 200 1s;
         }
       }
     }`,
  );
  const parameters = ['-p', folder, '-e', join(folder, 'error.log'), '-c', configuration];
  const environment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` };
  const child = spawn('nginx', parameters, { stdio: 'ignore', env: environment });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`)).ok;
  } catch {
    return false; // not listening yet
  }
}
