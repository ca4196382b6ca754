import { describe, expect, test } from 'vitest';
import { copyAndCheck, type ClipboardAccess, type CopyResult } from './checked-copy.ts';

const ADDRESS = 'dKn1qUmVHzBnQdGkGxvNVsRqbhEXEyvFgY';

/** A clipboard that another program may change while the page waits. */
class Clipboard implements ClipboardAccess {
  content = '';
  waited = 0;
  allowed = true;
  /** Called during each pause with the milliseconds so far; may change the content. */
  meddle: (waited: number) => void = () => undefined;
  async write(text: string): Promise<void> {
    this.content = text;
  }
  async mayRead(): Promise<boolean> {
    return this.allowed;
  }
  async read(): Promise<string> {
    return this.content;
  }
  async wait(milliseconds: number): Promise<void> {
    this.waited += milliseconds;
    this.meddle(this.waited);
  }
}

async function copy(clipboard: ClipboardAccess): Promise<CopyResult[]> {
  const results: CopyResult[] = [];
  await copyAndCheck(ADDRESS, clipboard, (result) => results.push(result));
  return results;
}

describe('a copied address', () => {
  test('that stays in the clipboard is checked', async () => {
    expect(await copy(new Clipboard())).toEqual(['copied', 'checked']);
  });

  test.each([250, 1_000, 2_500])('that is replaced after %i ms is reported', async (moment) => {
    const clipboard = new Clipboard();
    clipboard.meddle = (waited) => {
      if (waited >= moment) clipboard.content = 'dThief11111111111111111111111111111';
    };
    expect(await copy(clipboard)).toEqual(['copied', 'replaced']);
  });

  test('is unchecked if the clipboard may not be read, and no prompt is shown', async () => {
    const clipboard = new Clipboard();
    clipboard.allowed = false;
    clipboard.read = () => Promise.reject(new Error('must not be asked'));
    expect(await copy(clipboard)).toEqual(['copied', 'unchecked']);
  });

  test('is unchecked if the user refuses to let the page read the clipboard', async () => {
    const clipboard = new Clipboard();
    clipboard.read = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    expect(await copy(clipboard)).toEqual(['copied', 'unchecked']);
  });

  test('counts as checked if the user switches to another window after the first check', async () => {
    const clipboard = new Clipboard();
    let reads = 0;
    clipboard.read = () =>
      reads++ === 0
        ? Promise.resolve(ADDRESS)
        : Promise.reject(new DOMException('no focus', 'NotAllowedError'));
    expect(await copy(clipboard)).toEqual(['copied', 'checked']);
  });

  test('that could not be copied is reported', async () => {
    const clipboard = new Clipboard();
    clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    expect(await copy(clipboard)).toEqual(['failed']);
  });
});
