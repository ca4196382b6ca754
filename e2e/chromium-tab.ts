import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each method of the DevTools protocol has its own answer
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
  /** Path of a whole Chromium: the headless shell neither prerenders pages nor has a back/forward cache. */
  readonly executablePath: string;
  /** Rate of `Emulation.setCPUThrottlingRate` for every page: at 4, scripts run at a quarter of their speed. */
  readonly slowdown: number;
  /** Script that runs in each document before the document's own. */
  readonly recorder: string;
}

/**
 * A tab of a whole Chromium, with prerendered pages and the back/forward cache. The DevTools protocol drives it,
 * because Chromium prerenders nothing in a page to which Playwright is attached.
 */
export class ChromiumTab {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #options: TabOptions;
  readonly #openCalls = new Map<
    number,
    { sessionId: string | undefined; settle: (message: Message) => void }
  >();
  /** DevTools sessions of the tab's documents: the visible one, prerendered ones, those in the back/forward cache. */
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

  /** Starts Chromium with an empty profile and one tab. @throws Error if it does not start */
  static async open(options: TabOptions): Promise<ChromiumTab> {
    const profile = mkdtempSync(join(tmpdir(), 'cairn-chromium-'));
    const flags = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,900'];
    const browser = spawn(
      options.executablePath,
      [...CHROMIUM_ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const socket = new WebSocket(await debuggerUrl(browser));
    await once(socket, 'open');
    const tab = new ChromiumTab(browser, profile, socket, options);
    await tab.#attach();
    return tab;
  }

  /** Navigates to an address as if it were typed. */
  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url }, await this.#visibleSession());
  }

  /** Evaluates an expression in the visible document. @returns its value, or that of the promise */
  async evaluate<Result>(expression: string): Promise<Result> {
    return this.#evaluateIn(await this.#visibleSession(), expression) as Promise<Result>;
  }

  /** Goes back without waiting for the page. @returns Unix milliseconds of the call */
  async back(): Promise<number> {
    const session = await this.#visibleSession();
    const start = now();
    // The document may be unloaded before it answers.
    void this.#evaluateIn(session, 'history.back()').catch(() => undefined);
    return start;
  }

  /** Moves the pointer in a straight line, one step per frame. */
  async movePointer(x: number, y: number, steps = 8): Promise<void> {
    const { x: fromX, y: fromY } = this.#pointer;
    const session = await this.#visibleSession();
    for (let step = 1; step <= steps; step += 1) {
      const fraction = step / steps;
      this.#pointer = { x: fromX + (x - fromX) * fraction, y: fromY + (y - fromY) * fraction };
      void this.#send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...this.#pointer }, session).catch(
        () => undefined,
      );
      await setTimeout(16);
    }
  }

  /** Clicks at the pointer's position. @returns Unix milliseconds at which the button was released */
  async click(heldMs: number): Promise<number> {
    const session = await this.#visibleSession();
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

  /** Attaches to the tab, and with it to every document, visible or not. */
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

  /** Waits for a visible document. @returns its session */
  async #visibleSession(): Promise<string> {
    for (;;) {
      for (const session of this.#documents) {
        const isVisible = this.#evaluateIn(
          session,
          `document.visibilityState === 'visible' && !document.prerendering`,
        ).catch(() => false);
        // A document that is being unloaded does not answer.
        if ((await Promise.race([isVisible, setTimeout(ANSWER_TIMEOUT_MS, false)])) === true) return session;
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
      const settle = ({ result, error }: Message): void => {
        this.#openCalls.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      };
      this.#openCalls.set(id, { sessionId, settle });
    });
  }

  /**
   * Rejects the open calls of a document that was unloaded or moved to the back/forward cache: it answers none of them.
   */
  #endSession(session: string): void {
    this.#documents.delete(session);
    for (const { sessionId, settle } of this.#openCalls.values())
      if (sessionId === session) settle({ error: { message: 'the document is gone' } });
  }

  #receive(message: Message): void {
    if (message.id !== undefined) return this.#openCalls.get(message.id)?.settle(message);
    const { method, params } = message;
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      void this.#prepare(params.sessionId).catch(() => undefined);
    }
    if (method === 'Target.detachedFromTarget') this.#endSession(params.sessionId);
  }
}

/** Time limit for a document to say whether it is visible. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Unix milliseconds with fractions, comparable with those of a page. */
const now = (): number => performance.timeOrigin + performance.now();

async function debuggerUrl(browser: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: browser.stderr! })) {
    const address = /DevTools listening on (?<address>ws:\S+)/.exec(line)?.groups?.['address'];
    if (address !== undefined) return address;
  }
  throw new Error('the browser did not start');
}
