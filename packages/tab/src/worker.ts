/** The worker of a page: it holds the chain of this browser's origin, answers requests to it, and says how it fares. */
import { ChainError } from '@cairn/chain';
import { BlockFileError } from '@cairn/chain/storage';
import { respondOver } from './exchange.ts';
import { type LivingChain, openLivingChain } from './living-chain.ts';
import type { FailureReason, TabState, ToWorker } from './messages.ts';
import { TabStorage } from './storage.ts';
import { loadSqlite } from './wasm-sqlite.ts';

/** Held by the worker that has the chain. */
const LOCK = 'cairn-tab-chain';

const parts = loadParts();
let living = Promise.reject<LivingChain>(new Error('another tab holds the chain'));
living.catch(ignore);

addEventListener('message', ({ data, ports: [port] }: MessageEvent<ToWorker>) => {
  if ('command' in data) become(startAgain(living));
  else if (port !== undefined)
    void respondOver(port, async (signal) => (await living).chain.handle(data.to, { ...data, signal }));
});
void hold();

/** Opens the chain as soon as no other worker has it, and keeps it until the end of this one. */
async function hold(): Promise<void> {
  const begin = async (): Promise<void> => {
    become(open());
    await new Promise(ignore);
  };
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? undefined : begin()));
  say({ state: 'elsewhere' });
  await navigator.locks.request(LOCK, begin);
}

/** The chain of the requests that come from now on; those to one that cannot be opened fail. */
function become(opening: Promise<LivingChain>): void {
  living = opening;
  opening.catch((error: Error) => say({ state: 'failed', ...describeFailure(error) }));
}

async function startAgain(former: Promise<LivingChain>): Promise<LivingChain> {
  await former.then((chain) => chain.close()).catch(ignore);
  await (await parts).storage?.clear();
  return open();
}

async function open(): Promise<LivingChain> {
  let said = -1;
  const onProgress = (share: number): void => {
    if (share - said >= 0.01) say({ state: 'opening', progress: (said = share) });
  };
  onProgress(0);
  const { storage, sqlite } = await parts;
  let isWritten = true;
  const onFatal = (error: Error): void => {
    isWritten = false;
    say({ state: 'failed', ...describeFailure(error) });
  };
  const opened = await openLivingChain({ storage, sqlite, onProgress, onFatal });
  const { lostBlocks } = opened;
  const { chain } = opened.chain;
  const sayTip = (): void => {
    const { height, id: tipId } = chain.tip();
    if (isWritten) say({ state: 'living', height, tipId, isKept: storage !== undefined, lostBlocks });
  };
  chain.subscribe(sayTip);
  sayTip();
  return opened;
}

async function loadParts() {
  if (typeof WebAssembly === 'undefined') throw new UnsupportedError('This browser has no WebAssembly.');
  const sqlite = await loadSqlite();
  return { storage: await TabStorage.open(sqlite), sqlite };
}

class UnsupportedError extends Error {}

function describeFailure(error: Error): { readonly reason: FailureReason; readonly message: string } {
  const { message } = error;
  if (error instanceof UnsupportedError) return { reason: 'unsupported', message };
  if (error instanceof ChainError && error.code === 'other_genesis')
    return { reason: 'other_version', message };
  if (error instanceof BlockFileError) return { reason: 'damaged', message };
  return { reason: isOfNoRoom(error) ? 'full' : 'broken', message };
}

/** Of a file, or of SQLite on one, whose cause is what the file has thrown. */
function isOfNoRoom(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'QuotaExceededError';
  if (!(error instanceof Error)) return false;
  const { cause, code } = error as Error & { readonly code?: string };
  // A write that takes fewer bytes than it was given throws nothing.
  if (code === 'SQLITE_FULL' || (code === 'SQLITE_IOERR' && !(cause instanceof DOMException))) return true;
  return isOfNoRoom(cause);
}

function say(state: TabState): void {
  postMessage(state);
}

function ignore(): void {}
