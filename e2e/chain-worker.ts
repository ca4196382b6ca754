/** The script of a worker that holds a chain: it answers messages by the chain's `fetch`. */
import { MemoryChain, type MemoryChainOptions, seededRuntime } from '@cairn/chain/memory';
import { getNetwork } from '@cairn/protocol';

/** A request to the chain: an address, and the JSON of a body if it is a POST. */
export type ChainCall = readonly [url: string, body?: string];

/** What both homes of the test give. */
export const optionsOf = (turn: () => Promise<void>): MemoryChainOptions => ({
  runtime: seededRuntime(7, getNetwork('devnet').genesisTime * 1_000, {
    turn,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }),
  version: '1.2.3',
  contract: '',
});

/** The status and the text of the response. */
export async function call(chain: MemoryChain, [url, body]: ChainCall): Promise<[number, string]> {
  const headers = { 'content-type': 'application/json' };
  const response = await chain.fetch(url, body === undefined ? {} : { method: 'POST', headers, body });
  return [response.status, await response.text()];
}

/** Lets other events run, without the delay of nested timers. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const onTurn = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', onTurn, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });

if (typeof WorkerGlobalScope !== 'undefined') {
  const opening = MemoryChain.open(optionsOf(turn));
  addEventListener('message', ({ data }: MessageEvent<ChainCall>) => {
    void opening.then(async (chain) => postMessage(await call(chain, data)));
  });
}

/** Of workers; absent in Node and in pages. */
declare const WorkerGlobalScope: unknown;
