/** The memory of a page that has one worker, over the DevTools protocol. */
import { spawnSync } from 'node:child_process';
import type { CDPSession, Page } from '@playwright/test';

/** Reads memory of a page's process, in which its WebAssembly is too, and of its worker, after a garbage collection. */
export class PageMemory {
  readonly #browser: CDPSession;
  readonly #page: CDPSession;
  readonly #worker: string;
  #calls = 0;

  private constructor(browser: CDPSession, page: CDPSession, worker: string) {
    this.#browser = browser;
    this.#page = page;
    this.#worker = worker;
  }

  static async of(page: Page): Promise<PageMemory> {
    const session = await page.context().newCDPSession(page);
    const attached = Promise.withResolvers<string>();
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') attached.resolve(sessionId);
    });
    await session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    });
    return new PageMemory(
      await page.context().browser()!.newBrowserCDPSession(),
      session,
      await attached.promise,
    );
  }

  async read() {
    await this.#page.send('HeapProfiler.collectGarbage');
    await this.#page.send('Memory.simulatePressureNotification', { level: 'critical' });
    await this.#ask('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await this.#ask<{
      usedSize: number;
      backingStorageSize: number;
    }>('Runtime.getHeapUsage');
    const page = await this.#page.send('Runtime.getHeapUsage');
    const { processInfo } = await this.#browser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => String(id));
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', renderers.join()], { encoding: 'utf8' });
    const sizes = stdout
      .trim()
      .split(/\s+/)
      .map((kibibytes) => 1_024 * Number(kibibytes));
    return {
      'renderer, resident': Math.max(...sizes),
      'page and its frames, JS heap': page.usedSize,
      'worker, JS heap': usedSize,
      'worker, buffers': backingStorageSize,
    };
  }

  /** Asks the worker. */
  async #ask<Answer>(method: string): Promise<Answer> {
    const id = (this.#calls += 1);
    const answered = Promise.withResolvers<Answer>();
    const listen = ({ sessionId, message }: { sessionId: string; message: string }): void => {
      const { id: of, result } = JSON.parse(message) as { id: number; result: Answer };
      if (sessionId === this.#worker && of === id) answered.resolve(result);
    };
    this.#page.on('Target.receivedMessageFromTarget', listen);
    await this.#page.send('Target.sendMessageToTarget', {
      sessionId: this.#worker,
      message: JSON.stringify({ id, method, params: {} }),
    });
    const answer = await answered.promise;
    this.#page.off('Target.receivedMessageFromTarget', listen);
    return answer;
  }
}
