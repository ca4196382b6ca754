/** For tests only: a private PostgreSQL primary and a streaming standby of it, in a temporary directory. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@cairn/suite';
import pg from 'pg';

const DEBIAN = '/usr/lib/postgresql';
/** User of Debian's package: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 'postgres';

/** Settings of both servers: fast, without durability. `wal_writer_delay` is also the delay of the standby. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
fsync = off
synchronous_commit = off
wal_writer_delay = 10ms
full_page_writes = off
wal_level = replica
max_wal_senders = 8
max_connections = 200
hot_standby = on
hot_standby_feedback = on
max_standby_streaming_delay = 30s
shared_buffers = 128MB
max_wal_size = 2GB
log_min_messages = warning
`;

/** One server of the cluster. */
interface TestServer {
  readonly port: number;
  /** URL of one of its databases, for the cluster's superuser by default. */
  url(database: string, role?: string): string;
  start(): Promise<void>;
  /** @param mode `fast` ends sessions cleanly, `immediate` is a crash */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

export interface TestCluster {
  readonly primary: TestServer;
  readonly standby: TestServer;
  /** Runs SQL as the superuser; on the primary by default. */
  readonly sql: (database: string, text: string, server?: 'primary' | 'standby') => string;
  /** Stops both and removes their files. */
  remove(): Promise<void>;
}

/** Folder of PostgreSQL's programs, version 15 or newer; `undefined` if it is not installed. */
export function findPostgres(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).filter((name) => Number(name) >= 15);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  const folder = newest && join(DEBIAN, newest, 'bin');
  return folder !== undefined && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** Starts both servers. @param programs the result of `findPostgres` */
export async function startCluster(programs: string, settings = ''): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-postgres-'));
  const account = unprivilegedAccount();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const run = (program: string, ...parameters: string[]): string =>
    execFileSync(join(programs, program), parameters, {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      ...account,
    });
  const serve = (name: string, port: number): TestServer =>
    createServerControl({ programs, folder, data: join(folder, name), port, account });
  run(
    'initdb',
    '--pgdata=primary',
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
    '--no-locale',
  );
  appendFileSync(join(folder, 'primary', 'postgresql.conf'), SETTINGS + settings);
  const primary = serve('primary', await findFreePort());
  await primary.start();
  run(
    'pg_basebackup',
    '--pgdata=standby',
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
    `--dbname=${primary.url('postgres')}`,
    '--create-slot',
    '--slot=standby',
  );
  const standby = serve('standby', await findFreePort());
  await standby.start();
  return {
    primary,
    standby,
    sql: (database, text, server = 'primary') => {
      const url = { primary, standby }[server].url(database);
      return run('psql', '-X', '-q', '-t', '-A', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', text);
    },
    remove: async () => {
      await standby.stop('immediate');
      await primary.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The user that runs the servers if this process is root. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, UNPRIVILEGED], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

interface ServerOptions {
  readonly programs: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly account: Account | undefined;
}

function createServerControl({ programs, folder, data, port, account }: ServerOptions): TestServer {
  let child: ChildProcess | undefined;
  const url = (database: string, role = 'postgres') => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const isReady = async (): Promise<boolean> => {
    const client = new pg.Client(url('postgres'));
    const connected = client.connect().then(() => true);
    return connected.catch(() => false).finally(() => client.end());
  };
  return {
    port,
    url,
    start: async () => {
      const parameters = ['-D', data, '-p', String(port), '-k', folder];
      child = spawn(join(programs, 'postgres'), parameters, { cwd: folder, stdio: 'ignore', ...account });
      const started = child;
      // An aborted test run must not leave a server running.
      const kill = (): void => void started.kill('SIGQUIT');
      process.once('exit', kill);
      started.once('exit', () => process.off('exit', kill));
      while (!(await isReady())) {
        if (started.exitCode !== null)
          throw new Error(`postgres ended with code ${started.exitCode}: ${data}`);
        await sleep(20);
      }
    },
    stop: async (mode = 'fast') => {
      const running = child;
      child = undefined;
      if (running === undefined || running.exitCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await ended;
    },
  };
}
