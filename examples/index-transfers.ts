// Keeps every transfer in a SQLite table, through reorganizations and restarts: node index-transfers.ts transfers.db
import { DatabaseSync } from 'node:sqlite';
import { ApiError, type BlockTransactions, createCairn } from '@cairn/sdk';

const cairn = createCairn({ api: process.env.CAIRN_API });
const { api } = cairn;
const database = new DatabaseSync(process.argv[2] ?? 'transfers.db');
database.exec(`
  CREATE TABLE IF NOT EXISTS blocks (height INTEGER PRIMARY KEY, id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS transfers (
    id TEXT PRIMARY KEY, height INTEGER NOT NULL REFERENCES blocks ON DELETE CASCADE,
    sender TEXT, recipient TEXT,
    pebbles TEXT NOT NULL -- as text, since an amount has up to 64 bits
  );
`);
const findTip = database.prepare('SELECT height, id FROM blocks ORDER BY height DESC LIMIT 1');
const addBlock = database.prepare('INSERT INTO blocks VALUES (?, ?)');
const addTransfer = database.prepare('INSERT INTO transfers VALUES (?, ?, ?, ?, ?)');
const removeBlock = database.prepare('DELETE FROM blocks WHERE height = ?'); // with its transfers

/** The answer; `undefined` if the chain has no such block, or no longer. */
function ifFound<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'block_not_found') return undefined;
    throw error;
  });
}

/** Removes the newest block if it has left the chain, or else adds the next one. @returns false if there is no next one */
async function step(): Promise<boolean> {
  const tip = findTip.get() as { height: number; id: string } | undefined;
  if (
    tip !== undefined &&
    (await ifFound(api.getBlock({ height_or_hash: tip.height })))?.block.id !== tip.id
  ) {
    removeBlock.run(tip.height);
    return true;
  }
  const next = await ifFound(api.getBlock({ height_or_hash: (tip?.height ?? -1) + 1 }));
  if (next === undefined) return false;
  const { height, id, prev_block_hash, transaction_count } = next.block;
  if (tip !== undefined && prev_block_hash !== tip.id) return true; // the chain has just changed: look again
  const items: BlockTransactions['items'] = [];
  for (let offset = 0; offset < transaction_count; offset += 100) {
    const page = await ifFound(api.listBlockTransactions({ height_or_hash: id, limit: 100, offset }));
    if (page === undefined) return true;
    items.push(...page.items);
  }
  database.exec('BEGIN');
  addBlock.run(height, id);
  for (const { id, from_address, to_address, value, is_coinbase } of items)
    if (!is_coinbase) addTransfer.run(id, height, from_address, to_address, value);
  database.exec('COMMIT');
  return true;
}

let wake = (): void => undefined;
cairn.events({ onTip: () => wake() });
for (;;) {
  const changed = new Promise<void>((resolve) => (wake = resolve));
  try {
    while (await step());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`); // such as a node that restarts: try again
    setTimeout(wake, 1_000);
  }
  await changed;
}
