// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button, FileButton } from '../index.ts';
import { CopyButton } from './copy-button.tsx';

let root: HTMLElement;

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});

afterEach(() => {
  render(null, root);
  root.remove();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('CopyButton', () => {
  it('copies the whole value and announces it', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await act(() => render(<CopyButton value="abc" what="address" />, root));
    await act(async () => root.querySelector('button')?.click());
    expect(write).toHaveBeenCalledWith('abc');
    await expect.poll(() => root.querySelector('[role=status]')?.textContent).toBe('Copied');
    expect(root.querySelector('button [role=status]')).toBeNull();
  });

  it('announces a failure when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await act(() => render(<CopyButton value="abc" what="address" />, root));
    await act(async () => root.querySelector('button')?.click());
    await expect.poll(() => root.querySelector('[role=status]')?.textContent).toBe('Copying failed');
  });

  it('reports a value that another program replaces in the clipboard', async () => {
    vi.stubGlobal('navigator', {
      clipboard: { writeText: async () => undefined, readText: async () => 'dThief' },
      permissions: { query: async () => ({ state: 'granted' }) },
    });
    await act(() => render(<CopyButton value="dVDLqzRe" what="address" />, root));
    root.querySelector('button')!.click();
    await expect.poll(() => root.querySelector('[role=alert]')?.textContent).toMatch(/do not paste/);
    vi.unstubAllGlobals();
  });
});

it('a busy button keeps the focus, and neither acts nor submits', async () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  const show = (busy: boolean) =>
    act(() =>
      render(
        <form onSubmit={onSubmit}>
          <Button type="submit" busy={busy} onClick={onClick}>
            Send
          </Button>
        </form>,
        root,
      ),
    );
  await show(false);
  const button = root.querySelector('button')!;
  button.focus();
  button.click();
  await show(true);
  button.click();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
});

describe('FileButton', () => {
  it('reports each choice, also the same file again, and nothing for a cancelled dialog', async () => {
    const onFile = vi.fn<(file: File) => void>();
    await act(() =>
      render(
        <FileButton label="File of labels" onFile={onFile}>
          Import
        </FileButton>,
        root,
      ),
    );
    const input = root.querySelector<HTMLInputElement>('input[type=file][aria-label="File of labels"]')!;
    const choose = (files: File[]) => {
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      return act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
    };
    const value = vi.spyOn(input, 'value', 'set');
    const file = new File(['{}'], 'labels.jsonl');
    await choose([file]);
    await choose([file]);
    await choose([]);
    expect(onFile.mock.calls).toEqual([[file], [file]]);
    expect(value.mock.calls).toEqual([[''], [''], ['']]);
  });
});
