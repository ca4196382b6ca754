import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each method of the DevTools protocol answers with its own shape
type Answer = any;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Answer;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

export interface TabOptions {
  /** A whole Chromium: the headless shell neither prerenders pages nor keeps them for Back. */
  readonly executablePath: string;
  /** Factor by which each page's main thread is slowed down. */
  readonly slowdown: number;
  /** Script that runs in each document before the document's own. */
  readonly recorder: string;
}

/**
 * A tab of Chromium as users have it: with prerendered pages and the back/forward cache. It is driven by the DevTools
 * protocol, because Chromium does not prerender in a page to which Playwright is attached.
 */
export class ChromiumTab {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #options: TabOptions;
  readonly #waiting = new Map<number, { sessionId: string | undefined; take: (message: Message) => void }>();
  /** Sessions of the tab's documents: the visible one, prerendered ones, and those in the back/forward cache. */
  readonly #documents = new Set<string>();
  #calls = 0;
  #pointer = { x: 0, y: 0 };

  private constructor(browser: ChildProcess, profile: string, socket: WebSocket, options: TabOptions) {
    this.#browser = browser;
    this.#profile = profile;
    this.#socket = socket;
    this.#options = options;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as Message));
  }

  /** @throws Error if the browser does not start */
  static async open(options: TabOptions): Promise<ChromiumTab> {
    const profile = mkdtempSync(join(tmpdir(), 'cairn-chromium-'));
    const flags = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,900'];
    const browser = spawn(
      options.executablePath,
      [...CHROMIUM_ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const socket = new WebSocket(await addressOf(browser));
    await once(socket, 'open');
    const tab = new ChromiumTab(browser, profile, socket, options);
    await tab.#attach();
    return tab;
  }

  /** Navigates to an address as if it were typed. */
  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url }, await this.#shown());
  }

  /** Value of an expression in the shown document; a promise is awaited. */
  async evaluate<Result>(expression: string): Promise<Result> {
    return this.#evaluateIn(await this.#shown(), expression) as Promise<Result>;
  }

  /** Goes back, without waiting for the page. @returns Unix milliseconds of the call */
  async back(): Promise<number> {
    const session = await this.#shown();
    const start = now();
    // The document may be unloaded before it answers.
    void this.#evaluateIn(session, 'history.back()').catch(() => undefined);
    return start;
  }

  /** Moves the pointer in the window, one step per frame, as a person does. */
  async movePointer(x: number, y: number, steps = 8): Promise<void> {
    const { x: fromX, y: fromY } = this.#pointer;
    const session = await this.#shown();
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#pointer = { x: fromX + (x - fromX) * part, y: fromY + (y - fromY) * part };
      void this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...this.#pointer }, session).catch(
        () => undefined,
      );
      await setTimeout(16);
    }
  }

  /** Clicks at the pointer's position. @returns Unix milliseconds at which the button was released */
  async press(heldMs: number): Promise<number> {
    const session = await this.#shown();
    const button = { ...this.#pointer, button: 'left', clickCount: 1 };
    const dispatch = (type: string) =>
      void this.#send('Input.dispatchMouseEvent', { type, ...button }, session).catch(() => undefined);
    dispatch('mousePressed');
    await setTimeout(heldMs);
    const released = now();
    dispatch('mouseReleased');
    return released;
  }

  async close(): Promise<void> {
    const closed = once(this.#browser, 'exit');
    await this.#send('Browser.close', {});
    await closed;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Attaches to the tab, and so to each of its documents, including those that are not visible. */
  async #attach(): Promise<void> {
    const { targetInfos } = await this.#send('Target.getTargets', { filter: [{ type: 'tab' }] });
    const { targetId } = targetInfos[0];
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    const all = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await this.#send('Target.setAutoAttach', all, sessionId);
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

  /** The session of the visible document. */
  async #shown(): Promise<string> {
    for (;;) {
      for (const session of this.#documents) {
        const isShown = this.#evaluateIn(
          session,
          `document.visibilityState === 'visible' && !document.prerendering`,
        ).catch(() => false);
        // A document that is being unloaded does not answer.
        if ((await Promise.race([isShown, setTimeout(PATIENCE_MS, false)])) === true) return session;
      }
      await setTimeout(20);
    }
  }

  async #evaluateIn(session: string, expression: string): Promise<unknown> {
    const answer = await this.#send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      session,
    );
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
    return answer.result.value;
  }

  /** @throws Error if the method fails, or its document is unloaded first */
  #send(method: string, params: object, sessionId?: string): Promise<Answer> {
    const id = (this.#calls += 1);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => {
      const take = ({ result, error }: Message): void => {
        this.#waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      };
      this.#waiting.set(id, { sessionId, take });
    });
  }

  /** Ends the session of a document that was unloaded or cached for Back, which answers nothing any more. */
  #end(session: string): void {
    this.#documents.delete(session);
    for (const { sessionId, take } of this.#waiting.values())
      if (sessionId === session) take({ error: { message: 'the document is gone' } });
  }

  #receive(message: Message): void {
    if (message.id !== undefined) return this.#waiting.get(message.id)?.take(message);
    const { method, params } = message;
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      void this.#prepare(params.sessionId).catch(() => undefined);
    }
    if (method === 'Target.detachedFromTarget') this.#end(params.sessionId);
  }
}

/** Longest wait for a document's answer to a simple question, in milliseconds. */
const PATIENCE_MS = 1_000;

/** Unix milliseconds, with fractions: the same clock as `performance.timeOrigin + performance.now()` of a page. */
const now = (): number => performance.timeOrigin + performance.now();

async function addressOf(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: browser.stderr! })) {
    const address = /DevTools listening on (?<address>ws:\S+)/.exec(line)?.groups?.['address'];
    if (address !== undefined) return address;
  }
  throw new Error('the browser did not start');
}
