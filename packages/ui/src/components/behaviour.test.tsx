// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileButton } from '../index.ts';
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
  });

  it('announces a failure when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await act(() => render(<CopyButton value="abc" what="address" />, root));
    await act(async () => root.querySelector('button')?.click());
    await expect.poll(() => root.querySelector('[role=status]')?.textContent).toBe('Copying failed');
  });
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
