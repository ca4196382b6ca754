// Verifies the balance and history of an address, or a payment by its proof: node verify/cli.ts ADDRESS|cairn-proof-1.…
import type { NetworkName } from '@cairn/protocol';
import { verify } from './verify.ts';

const { CAIRN_API = 'http://127.0.0.1:28000', CAIRN_NETWORK = 'devnet' } = process.env;

const [asked] = process.argv.slice(2);
if (asked === undefined) {
  process.stderr.write('usage: node verify/cli.ts ADDRESS|PROOF\n');
  process.exit(2);
}
try {
  process.stdout.write(`${await verify(CAIRN_API, CAIRN_NETWORK as NetworkName, asked)}\n`);
} catch (error) {
  process.stderr.write(`not proven: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
