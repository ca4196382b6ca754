// @vitest-environment happy-dom
import type { ClientDirective } from 'astro';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The directive as a page loads it. @param prerendering whether the browser prepares the page before it is opened */
async function turnOf(prerendering: boolean) {
  vi.resetModules();
  Object.defineProperty(document, 'prerendering', { value: prerendering, configurable: true });
  const { default: directive } = await import('./turn.ts');
  const turn = directive as (...given: Parameters<ClientDirective>) => Promise<void>;
  return (hydrate: () => Promise<void>) =>
    turn(() => Promise.resolve(hydrate), { name: 'turn', value: '' }, document.body);
}

afterEach(() => void Reflect.deleteProperty(document, 'prerendering'));

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

describe('the islands of a page', () => {
  it('come to life one after another', async () => {
    const turn = await turnOf(false);
    const events: string[] = [];
    const hydrate = (name: string) => async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
    };
    await Promise.all([turn(hydrate('first')), turn(hydrate('second'))]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('do not wait for one that fails', async () => {
    const turn = await turnOf(false);
    const failed = turn(() => Promise.reject(new Error('broken')));
    const second = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await Promise.all([expect(failed).rejects.toThrow('broken'), turn(second)]);
    expect(second).toHaveBeenCalledOnce();
  });

  it('wait, on a prerendered page, until it is opened', async () => {
    const turn = await turnOf(true);
    const hydrate = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const done = turn(hydrate);
    await nextTask();
    await nextTask();
    expect(hydrate).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('prerenderingchange'));
    await done;
    expect(hydrate).toHaveBeenCalledOnce();
  });
});
