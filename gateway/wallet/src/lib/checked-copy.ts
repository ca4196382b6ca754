import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/messages.ts';

/** As much of the browser's clipboard as is used. */
export interface ClipboardAccess {
  write(text: string): Promise<void>;
  /** Whether this page may look at the clipboard, or may ask for it; false where that would only annoy. */
  mayRead(): Promise<boolean>;
  /** Rejects when the person refuses or the page has lost the focus. */
  read(): Promise<string>;
  wait(milliseconds: number): Promise<void>;
}

/**
 * Result of a copy. `copied`: written, not checked yet; `checked`: it was still there a moment later;
 * `unchecked`: the browser lets nobody look; `replaced`: something else is in the clipboard now; `failed`: the browser
 * refused to copy.
 */
export type CopyResult = 'copied' | 'checked' | 'unchecked' | 'replaced' | 'failed';

/** Programs that swap addresses do it within a second or two of the copy: the clipboard is looked at this often. */
const LOOK_AFTER_MS = [250, 750, 1_500];

/**
 * Copies a text and looks whether the clipboard still holds it afterwards: malware exists that puts another address in
 * the place of a copied one. `report` is called with each step.
 */
export async function copyAndCheck(
  text: string,
  clipboard: ClipboardAccess,
  report: (result: CopyResult) => void,
): Promise<void> {
  try {
    await clipboard.write(text);
  } catch {
    return report('failed'); // no secure context, or the browser refuses
  }
  report('copied');
  if (!(await clipboard.mayRead())) return report('unchecked');
  let looked = false;
  for (const delay of LOOK_AFTER_MS) {
    await clipboard.wait(delay);
    try {
      if ((await clipboard.read()) !== text) return report('replaced');
      looked = true;
    } catch {
      // Refused, or the person is in another window by now: what was seen so far is all that can be said.
      break;
    }
  }
  report(looked ? 'checked' : 'unchecked');
}

/** The browser's own clipboard. */
const browserClipboard: ClipboardAccess = {
  write: async (text) => navigator.clipboard.writeText(text),
  read: async () => navigator.clipboard.readText(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  async mayRead() {
    try {
      const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
      return state !== 'denied';
    } catch {
      // Browsers without this permission ask with a button of their own at every look: left alone.
      return false;
    }
  },
};

/** Result of the last copy of a value, none after the value has changed, and the function that copies it. */
export interface CheckedCopyState {
  readonly result: CopyResult | undefined;
  readonly copy: () => void;
}

/** Copies `value` and looks after it ({@link copyAndCheck}). */
export function useCheckedCopy(value: string): CheckedCopyState {
  const [result, setResult] = useState<CopyResult | undefined>(undefined);
  useEffect(() => setResult(undefined), [value]);
  return { result, copy: () => void copyAndCheck(value, browserClipboard, setResult) };
}

/** Result of a copy, in words. */
export function describeCopy(result: CopyResult): string {
  return t(TEXTS[result]);
}

const TEXTS = {
  copied: 'copy.copied',
  checked: 'copy.checked',
  unchecked: 'copy.unchecked',
  replaced: 'copy.replaced',
  failed: 'copy.failed',
} as const satisfies Record<CopyResult, string>;
