import { type ComponentType, hydrate, render } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { act } from 'preact/test-utils';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { NOTHING, type ProofRequest, type ProofState } from '../src/features/verify/proof.ts';
import { Session } from '../src/features/verify/session.ts';
import type { FromServer, PageIsland } from '../src/site/island.tsx';
import { type Explorer, openExplorer } from './explorer.ts';

/** Takes questions and gives no answer. */
class SilentWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

/** Proves in the page's own thread. */
export class SessionWorker extends EventTarget {
  /** How many of the next ones do not load. */
  static broken = 0;
  readonly #session = new Session((data) => this.#tell(data));
  constructor() {
    super();
    queueMicrotask(() => {
      if (SessionWorker.broken > 0) this.dispatchEvent(new Event('error'));
      else this.#tell(NOTHING);
      SessionWorker.broken = Math.max(0, SessionWorker.broken - 1);
    });
  }
  postMessage(request?: ProofRequest) {
    void this.#session.handle(request!);
  }
  terminate() {}
  #tell(data: ProofState) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

type Loading<Island> = Promise<{ readonly default: Island }>;

/**
 * A page with one island as the browser runs it, in happy-dom. Each test of the file begins with a new page and an honest API.
 * @param Worker proves what the page shows; by default nothing is proven
 */
export function islandPage(Worker: typeof SilentWorker = SilentWorker) {
  let api: Explorer;
  let main: HTMLElement;
  beforeAll(async () => {
    // Node takes the event targets of happy-dom for its own: those of the chain are such.
    Reflect.set(EventTarget, Symbol.for('nodejs.event_target'), true);
    // What happy-dom has not: animations, workers, idle time, popovers.
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
    vi.stubGlobal('Worker', Worker);
    vi.stubGlobal('requestIdleCallback', (call: () => void) => setTimeout(call));
    vi.stubGlobal('cancelIdleCallback', clearTimeout);
    HTMLElement.prototype.togglePopover = () => true;
    api = await openExplorer();
    vi.stubGlobal('fetch', api.fetch);
    vi.stubEnv('PUBLIC_EXPLORER_API_URL', api.url);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    await api.close();
  });
  beforeEach(async () => {
    api.lies = [];
    await api.to(12);
    api.asked.length = 0;
    vi.resetModules();
    main = document.createElement('main');
    document.body.append(main);
  });
  afterEach(() => {
    dispatchEvent(new Event('pagehide')); // a view that threw has left its feed running
    render(null, main);
    main.remove();
    localStorage.clear();
  });
  return {
    get api() {
      return api;
    },
    get main() {
      return main;
    },
    text: () => main.textContent.replaceAll(/\s+/g, ' '),
    /** Shows an island instead of the one before, without anything from the server. */
    async show<Props extends object>(Island: ComponentType<Props>, props: Props): Promise<void> {
      await act(() => render(null, main));
      await act(() => render(<Island {...props} />, main));
    },
    /** Opens a page: the server renders it with the API's answers, and the browser hydrates it. */
    async open<Props extends object>(path: string, island: Loading<PageIsland<Props>>): Promise<void> {
      const [{ default: Island }, { loadPage }] = await Promise.all([
        island,
        import('../src/site/server.ts'),
      ]);
      history.replaceState(null, '', path);
      const astro = { url: new URL(location.href), response: { headers: new Headers() } };
      const { island: props } = await loadPage(astro, Island);
      main.innerHTML = renderToString(<Island {...props} />);
      await this.hydrate(Island, props);
    },
    /** Hydrates what the server has rendered, with its later parts. */
    async hydrate<Props extends object>(Island: ComponentType<Props & FromServer>, props: Props) {
      const { laterParts } = await import('../src/site/later.tsx');
      await act(async () => {
        hydrate(<Island {...props} hydrates />, main);
        await laterParts();
      });
    },
    /** Makes the page visible again, so that it requests the status at once. */
    lookAgain: () => act(() => void document.dispatchEvent(new Event('visibilitychange'))),
  };
}
