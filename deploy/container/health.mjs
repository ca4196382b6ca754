// The health check of the image: exits with 0 if the program of this container answers at the port that it was given.
import { readFileSync } from 'node:fs';

const command = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
const runs = (program) => command.some((word) => word.split('/').pop() === program);
const flag = (name) => {
  const at = command.findIndex((word) => word === name || word.startsWith(`${name}=`));
  return at < 0 ? undefined : (command[at].split('=')[1] ?? command[at + 1]);
};

const { env } = process;
const network = flag('--network') ?? (runs('cairn-gateway') ? env.CAIRN_GATEWAY_NETWORK : env.CAIRN_NETWORK);
const base = network === 'testnet' ? 18_000 : 28_000;

let url;
if (runs('cairn-website')) url = `http://127.0.0.1:${env.PORT || 4321}/`;
else if (runs('cairn-gateway'))
  url = `http://127.0.0.1:${flag('--port') ?? (env.CAIRN_GATEWAY_PORT || base + 80)}/`;
else url = `http://127.0.0.1:${flag('--explorer-port') ?? (env.CAIRN_EXPLORER_PORT || base)}/health`;

const answer = await fetch(url, { signal: AbortSignal.timeout(2_500) });
process.exit(answer.ok ? 0 : 1);
