/**
 * A tab of a whole Chromium, with prerendered pages and the back/forward cache. The DevTools protocol drives it, because Chromium
 * prerenders nothing in a page to which Playwright is attached.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each method of the DevTools protocol has a response of its own
type Response = any;

export interface TabOptions {
  /** Path of a whole Chromium: the headless shell neither prerenders pages nor has a back/forward cache. */
  readonly executablePath: string;
  /** At 4, scripts run at a quarter of their speed (`Emulation.setCPUThrottlingRate`). */
  readonly slowdown: number;
  /** Script that runs in each document before the document's own. */
  readonly recorder: string;
}

/** How long a document may take to say whether it is visible: one that is being unloaded never does. */
const VISIBILITY_MS = 1_000;

/** Unix milliseconds with fractions, comparable with those of a page. */
const now = (): number => performance.timeOrigin + performance.now();

/** For calls whose document may be unloaded before it responds. */
const ignore = (): undefined => undefined;

export class ChromiumTab {
  readonly #browser: ChildProcess;
  readonly #socket: WebSocket;
  readonly #options: TabOptions;
  /** By the number of the call: the DevTools session that it went to, and what to do with the response. */
  readonly #calls = new Map<number, { session: string | undefined; settle: (message: Response) => void }>();
  /** DevTools sessions of the tab's documents: the visible one, prerendered ones, those in the back/forward cache. */
  readonly #documents = new Set<string>();
  #lastCall = 0;
  #pointer = { x: 0, y: 0 };

  private constructor(browser: ChildProcess, socket: WebSocket, options: TabOptions) {
    this.#browser = browser;
    this.#socket = socket;
    this.#options = options;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))));
  }

  /** Starts Chromium with an empty profile and one tab. @throws Error if it does not start */
  static async open(options: TabOptions): Promise<ChromiumTab> {
    const profile = mkdtempSync(join(tmpdir(), 'cairn-chromium-'));
    const flags = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,900'];
    const argv = [...CHROMIUM_ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'];
    const browser = spawn(options.executablePath, argv, { stdio: ['ignore', 'ignore', 'pipe'] });
    process.once('exit', () => {
      browser.kill('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    });
    const socket = new WebSocket(await debuggerUrl(browser));
    await once(socket, 'open');
    const tab = new ChromiumTab(browser, socket, options);
    const { targetInfos } = await tab.#send('Target.getTargets', { filter: [{ type: 'tab' }] });
    const target = { targetId: targetInfos[0].targetId, flatten: true };
    const { sessionId } = await tab.#send('Target.attachToTarget', target);
    // Every document of the tab, visible or not.
    const all = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await tab.#send('Target.setAutoAttach', all, sessionId);
    return tab;
  }

  async close(): Promise<void> {
    const closed = once(this.#browser, 'exit');
    await this.#send('Browser.close', {});
    await closed;
  }

  /** Navigates to an address as if it were typed. */
  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url }, await this.#visible());
  }

  /** Evaluates an expression in the visible document. @returns its value, or that of the promise */
  async evaluate<Result>(expression: string): Promise<Result> {
    return this.#evaluateIn(await this.#visible(), expression) as Promise<Result>;
  }

  /** Goes back without waiting for the page. @returns Unix milliseconds of the call */
  async back(): Promise<number> {
    const session = await this.#visible();
    const start = now();
    void this.#evaluateIn(session, 'history.back()').catch(ignore);
    return start;
  }

  /** Moves the pointer in a straight line, a step a frame. */
  async movePointer(x: number, y: number, steps = 8): Promise<void> {
    const from = this.#pointer;
    const session = await this.#visible();
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#pointer = { x: from.x + (x - from.x) * part, y: from.y + (y - from.y) * part };
      this.#mouse('mouseMoved', session);
      await sleep(16);
    }
  }

  /** Clicks at the pointer's position. @returns Unix milliseconds at which the button was released */
  async click(heldMs: number): Promise<number> {
    const session = await this.#visible();
    this.#mouse('mousePressed', session, { button: 'left', clickCount: 1 });
    await sleep(heldMs);
    const released = now();
    this.#mouse('mouseReleased', session, { button: 'left', clickCount: 1 });
    return released;
  }

  #mouse(type: string, session: string, button: object = {}): void {
    void this.#send('Input.dispatchMouseEvent', { type, ...this.#pointer, ...button }, session).catch(ignore);
  }

  /** Waits for a visible document. @returns its session */
  async #visible(): Promise<string> {
    const isVisible = `document.visibilityState === 'visible' && !document.prerendering`;
    for (;;) {
      for (const session of this.#documents) {
        const response = this.#evaluateIn(session, isVisible).catch(ignore);
        if ((await Promise.race([response, sleep(VISIBILITY_MS, false)])) === true) return session;
      }
      await sleep(20);
    }
  }

  async #evaluateIn(session: string, expression: string): Promise<unknown> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options, session);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  }

  /** @throws Error if the method fails, or its document is unloaded first */
  #send(method: string, params: object, session?: string): Promise<Response> {
    const id = (this.#lastCall += 1);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId: session }));
    return new Promise((resolve, reject) => {
      const settle = ({ result, error }: Response): void => {
        this.#calls.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      };
      this.#calls.set(id, { session, settle });
    });
  }

  #receive({ id, method, params, ...message }: Response): void {
    if (id !== undefined) this.#calls.get(id)?.settle(message);
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page')
      void this.#prepare(params.sessionId).catch(ignore);
    if (method === 'Target.detachedFromTarget') {
      // Unloaded, or moved to the back/forward cache: it responds to none of its open calls.
      this.#documents.delete(params.sessionId);
      for (const { session, settle } of this.#calls.values())
        if (session === params.sessionId) settle({ error: { message: 'the document is gone' } });
    }
  }

  async #prepare(session: string): Promise<void> {
    this.#documents.add(session);
    const { slowdown, recorder } = this.#options;
    await Promise.all([
      this.#send('Page.enable', {}, session),
      this.#send('Page.addScriptToEvaluateOnNewDocument', { source: recorder }, session),
      this.#send('Emulation.setCPUThrottlingRate', { rate: slowdown }, session),
      this.#send('Runtime.runIfWaitingForDebugger', {}, session),
    ]);
  }
}

async function debuggerUrl(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: browser.stderr! })) {
    const [, url] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the browser did not start');
}
