/** The script of a page that holds chains in workers, for chain-in-a-tab.spec.ts. */
import { ask } from '@cairn/tab/exchange';
import type { TabInterface, TabRequest, TabState, ToWorker } from '@cairn/tab/messages';

/** A request to the chain: an address such as `explorer/api/v1/status`, and the JSON of a body if it is a POST. */
export type ChainCall = readonly [url: string, body?: string];

/** A worker, and what it has said. */
class TestTab {
  readonly #worker: Worker;
  readonly states: TabState[] = [];
  /** Resolved when it says something. */
  #next = Promise.withResolvers<void>();

  constructor(script: string) {
    this.#worker = new Worker(script, { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<TabState>) => this.#note(data));
    this.#worker.addEventListener('error', ({ message }) =>
      this.#note({ state: 'failed', reason: 'broken', message }),
    );
  }

  #note(state: TabState): void {
    this.states.push(state);
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** Waits until it has said something of a kind. */
  async until<State extends TabState['state']>(
    state: State,
    isMeant: (said: Extract<TabState, { state: State }>) => boolean = () => true,
  ): Promise<Extract<TabState, { state: State }>> {
    for (;;) {
      const said = this.states.find(
        (one): one is Extract<TabState, { state: State }> => one.state === state && isMeant(one as never),
      );
      if (said !== undefined) return said;
      await this.#next.promise;
    }
  }

  fetch([url, text]: ChainCall): Promise<Response> {
    const [, to, target] = /^(\w+)(\/.*)$/.exec(url)!;
    const request: TabRequest = {
      to: to as TabInterface,
      target: target!,
      method: text === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(text),
    };
    return ask((port) => this.#worker.postMessage(request, [port]));
  }

  async call(call: ChainCall): Promise<[number, string]> {
    const response = await this.fetch(call);
    return [response.status, await response.text()];
  }

  tell(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Ends the worker at once, whatever it does. */
  kill(): void {
    this.#worker.terminate();
  }
}

type Change = (file: FileSystemWritableFileStream, size: number) => Promise<void>;

const openFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('cairn-tab');

/** Changes the file of the chain's blocks as somebody else, once the browser has closed that of a worker that was ended. */
async function changeBlocks(change: Change): Promise<void> {
  await changeFile(await (await openFolder()).getFileHandle('blocks'), change);
}

/** Writes over a database, and over its log. Their files have random names, and their own ones in front. */
async function damageDatabase(name: string): Promise<void> {
  const databases = await (await openFolder()).getDirectoryHandle('databases');
  const files = await databases.getDirectoryHandle('.opaque');
  for await (const handle of files.values() as AsyncIterable<FileSystemFileHandle>) {
    const header = await (await handle.getFile()).slice(0, 512).text();
    const own = header.slice(0, header.indexOf('\0'));
    if (own === `/${name}` || own === `/${name}-wal`)
      await changeFile(handle, async (file, size) => {
        await file.seek(4_096);
        await file.write(new Uint8Array(size - 4_096).fill(0x55));
      });
  }
}

/** Leaves of the databases what a first visit had that ended while it created their files: one file, which is none of them yet. */
async function leaveOneFile(): Promise<void> {
  const databases = await (await openFolder()).getDirectoryHandle('databases');
  const files = await databases.getDirectoryHandle('.opaque');
  for (const name of await Array.fromAsync(files.keys()))
    await changeFile(await files.getFileHandle(name), (file) => file.truncate(0));
  for (const name of (await Array.fromAsync(files.keys())).slice(1)) await files.removeEntry(name);
}

async function changeFile(handle: FileSystemFileHandle, change: Change): Promise<void> {
  const { size } = await handle.getFile();
  let file: FileSystemWritableFileStream | undefined;
  while (file === undefined)
    file = await handle.createWritable({ keepExistingData: true }).catch((error: Error) => {
      if (error.name !== 'NoModificationAllowedError') throw error;
      return undefined;
    });
  await change(file, size);
  await file.close();
}

const page = { TestTab, changeBlocks, damageDatabase, leaveOneFile };
Object.assign(globalThis, page);
declare global {
  interface Window {
    TestTab: typeof TestTab;
    changeBlocks: typeof changeBlocks;
    damageDatabase: typeof damageDatabase;
    leaveOneFile: typeof leaveOneFile;
    tab: TestTab;
  }
}
