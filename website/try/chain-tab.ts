/** The chain of this browser: this tab holds it, or another one does. */
import { respondOver } from '@cairn/tab/exchange';
import type { TabState, ToWorker } from '@cairn/tab/messages';
import { Store } from '@cairn/ui';
import { scriptUrls } from '../src/site/script-urls.ts';
import { CHAIN_LOCK, type ToServiceWorker } from './addresses.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from '@cairn/tab/worker?worker&url';

/** A page needs all of these; private windows and plain http have not all. */
const NEEDED: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ['https', () => isSecureContext],
  ['service workers', () => 'serviceWorker' in navigator],
  ['Web Locks', () => 'locks' in navigator],
  ['WebAssembly', () => typeof WebAssembly !== 'undefined'],
];

const SERVICE_WORKER = '/service-worker.js';
/** The page's only scripts from an address that it computes. */
const scriptUrl = scriptUrls('cairn', [workerUrl, SERVICE_WORKER]);

/** What the tabs tell each other: the holder how the chain fares, the others what they ask of it. */
type News = TabState | { readonly asks: 'state' | 'start again' };

export class ChainTab {
  /** What is known of the chain; of another tab's too, once it says something. */
  readonly state = new Store<TabState, TabState>({ state: 'opening', progress: 0 }, (_, state) => state);
  /** Whether requests of the frames reach a chain, in this tab or another; they wait while it opens. */
  readonly isServed = new Store<boolean, void>(false, () => true);
  /** True in the tab that holds the chain. */
  isHolder = false;
  #worker: Worker | undefined;
  #news: BroadcastChannel | undefined;

  constructor() {
    const lacking = NEEDED.filter(([, isThere]) => !isThere()).map(([name]) => name);
    if (lacking.length > 0) this.#fail('unsupported', lacking.join(', '));
    else void this.#open().catch((error: Error) => this.#fail('unsupported', error.message));
  }

  /** Removes the chain and begins another, in the tab that holds it. A worker that has not started is tried once more. */
  startAgain(): void {
    if (!this.isHolder) this.#say({ asks: 'start again' });
    else if (this.#worker === undefined) location.reload();
    else this.#post({ command: 'start again' });
  }

  #fail(reason: 'unsupported' | 'broken', message: string): void {
    this.state.dispatch({ state: 'failed', reason, message });
  }

  async #open(): Promise<void> {
    navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
      if (this.isHolder) this.#post(data, [...ports]);
      else for (const port of ports) void respondOver(port, () => Promise.reject(new Error('not this tab')));
    });
    await serve();
    this.#news = new BroadcastChannel(CHAIN_LOCK);
    this.#news.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data));
    const hold = async (): Promise<void> => {
      this.#hold();
      await new Promise(() => undefined); // until this page is closed
    };
    await navigator.locks.request(CHAIN_LOCK, { ifAvailable: true }, (lock) => lock && hold());
    this.state.dispatch({ state: 'elsewhere' });
    this.isServed.dispatch();
    this.#say({ asks: 'state' });
    await navigator.locks.request(CHAIN_LOCK, hold);
  }

  #hear(news: News): void {
    if (!('asks' in news)) this.state.dispatch(news);
    else if (!this.isHolder) return;
    else if (news.asks === 'state') this.#say(this.state.get());
    else this.startAgain();
  }

  #say(news: News): void {
    this.#news?.postMessage(news);
  }

  /** Starts the worker, says to the other tabs what it says, and passes on to it what pages ask. */
  #hold(): void {
    this.isHolder = true;
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'chain' });
    this.#worker = worker;
    worker.addEventListener('error', ({ message }) => {
      this.#worker = undefined;
      this.#fail('broken', message);
      this.#say(this.state.get());
    });
    worker.addEventListener('message', ({ data }: MessageEvent<TabState>) => {
      if (data.state === 'elsewhere') return; // for a moment: the worker of a page that was closed ends after it
      this.state.dispatch(data);
      this.isServed.dispatch();
      this.#say(data);
    });
  }

  #post(message: ToWorker, ports: Transferable[] = []): void {
    this.#worker?.postMessage(message, ports);
  }
}

/** Registers the service worker, and resolves once it answers this page's requests. */
async function serve(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(scriptUrl(SERVICE_WORKER));
  const isControlled = Promise.withResolvers<void>();
  const wasControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    // A new build has taken over: its page belongs to it.
    if (wasControlled) location.reload();
    isControlled.resolve();
  });
  const tell = (worker: ServiceWorker | null, message: ToServiceWorker): void => worker?.postMessage(message);
  tell(registration.waiting, 'take over');
  if (wasControlled) return;
  tell(registration.active, 'claim'); // this page was loaded past it
  await isControlled.promise;
}

/** Has the service worker keep all files for a visit offline. */
export function keepFiles(): void {
  navigator.serviceWorker.controller?.postMessage('keep all' satisfies ToServiceWorker);
}
