// Pays, and waits for the payment: node pay.ts ADDRESS AMOUNT [ORDER]
// Node 22.18 or newer runs TypeScript as it is. Repeated with the same ORDER, it pays once.
import { readFileSync } from 'node:fs';
import { accountFromPhrase, createCairn, formatCoins, parseCoins, ProtocolError } from '@cairn/sdk';
import { fileStore } from '@cairn/sdk/node';

const {
  CAIRN_API = 'http://127.0.0.1:28000',
  CAIRN_RPC = 'http://127.0.0.1:28444',
  CAIRN_TOKEN_FILE = '.cairn/devnet/rpc.token',
  // The PUBLIC development accounts of every devnet. Never use this phrase elsewhere.
  CAIRN_PHRASE = 'test test test test test test test test test test test junk',
} = process.env;

const [to, amount, key] = process.argv.slice(2);
if (to === undefined || amount === undefined) {
  process.stderr.write('usage: node pay.ts ADDRESS AMOUNT [ORDER]\n');
  process.exit(2);
}

try {
  const token = readFileSync(CAIRN_TOKEN_FILE, 'utf8');
  const cairn = createCairn({ api: CAIRN_API, rpc: { url: CAIRN_RPC, token } });
  const account = await accountFromPhrase(cairn, CAIRN_PHRASE, { store: fileStore('payments.jsonl') });
  const transfer = await account.send({ to, amount: parseCoins(amount), key });
  process.stdout.write(`sent ${transfer.id}, with a fee of ${formatCoins(transfer.fee)} CRN\n`);
  const { blockHeight } = await cairn.waitFor(transfer);
  process.stdout.write(`in block ${blockHeight}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // What was given cannot be used, or: the same command may succeed later.
  process.exitCode =
    error instanceof ProtocolError || (error as { syscall?: string }).syscall === 'open' ? 2 : 1;
}
