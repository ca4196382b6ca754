import type { ClientDirective } from 'astro';
import { afterEach, describe, expect, it, vi } from 'vitest';

// @vitest-environment happy-dom

/** The directive as a page loads it. @param prerendering true if the browser renders the page before it is opened */
async function directiveOf(prerendering: boolean) {
  vi.resetModules();
  Object.defineProperty(document, 'prerendering', { value: prerendering, configurable: true });
  const { default: directive } = await import('./queued-hydration.ts');
  const queued = directive as (...given: Parameters<ClientDirective>) => Promise<void>;
  return (hydrate: () => Promise<void>, island: HTMLElement = document.body) =>
    queued(() => Promise.resolve(hydrate), { name: 'queued', value: '' }, island);
}

afterEach(() => void Reflect.deleteProperty(document, 'prerendering'));

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

describe('the islands of a page', () => {
  it('are hydrated one after another', async () => {
    const queued = await directiveOf(false);
    const events: string[] = [];
    const hydrate = (name: string) => async () => {
      events.push(`${name} begins`);
      await Promise.resolve();
      events.push(`${name} ends`);
    };
    await Promise.all([queued(hydrate('first')), queued(hydrate('second'))]);
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('do not wait for one that fails', async () => {
    const queued = await directiveOf(false);
    const failed = queued(() => Promise.reject(new Error('broken')));
    const second = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await Promise.all([expect(failed).rejects.toThrow('broken'), queued(second)]);
    expect(second).toHaveBeenCalledOnce();
  });

  it('stay as the server rendered them where the page is inert', async () => {
    const queued = await directiveOf(false);
    document.body.innerHTML = '<div inert><p></p></div>';
    const hydrate = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await queued(hydrate, document.querySelector('p')!);
    expect(hydrate).not.toHaveBeenCalled();
  });

  it('wait, on a prerendered page, until it is opened', async () => {
    const queued = await directiveOf(true);
    const hydrate = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const done = queued(hydrate);
    await nextTask();
    await nextTask();
    expect(hydrate).not.toHaveBeenCalled();
    document.dispatchEvent(new Event('prerenderingchange'));
    await done;
    expect(hydrate).toHaveBeenCalledOnce();
  });
});
