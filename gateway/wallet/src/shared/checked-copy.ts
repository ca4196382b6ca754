import { useEffect, useState } from 'preact/hooks';
import { t } from './texts.ts';

/** The part of the browser's clipboard that the page uses. */
export interface ClipboardAccess {
  write(text: string): Promise<void>;
  /** Whether this page may read the clipboard, or ask for permission to; false if every read would show a prompt. */
  mayRead(): Promise<boolean>;
  /** Rejects if the user refuses or the page has lost the focus. */
  read(): Promise<string>;
  wait(milliseconds: number): Promise<void>;
}

/**
 * Result of a copy. `copied`: written, not checked yet; `checked`: still in the clipboard a moment later; `unchecked`:
 * the page could not read the clipboard; `replaced`: the clipboard contains something else; `failed`: the browser
 * refused to copy.
 */
export type CopyResult = 'copied' | 'checked' | 'unchecked' | 'replaced' | 'failed';

/** Pauses before each check, 2.5 s in all. Malware replaces a copied address within a second or two. */
const CHECK_DELAYS_MS = [250, 750, 1_500];

/**
 * Copies a text, then checks that the clipboard still contains it: some malware replaces copied addresses. Calls
 * `report` with each result.
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
  let isChecked = false;
  for (const delay of CHECK_DELAYS_MS) {
    await clipboard.wait(delay);
    try {
      if ((await clipboard.read()) !== text) return report('replaced');
      isChecked = true;
    } catch {
      // Refused, or another window has the focus: report the checks made so far.
      break;
    }
  }
  report(isChecked ? 'checked' : 'unchecked');
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
      // Browsers without this permission show a prompt at every read.
      return false;
    }
  },
};

/** Copies a value with `copy`; `result` is that of the last copy. */
export interface CheckedCopyState {
  readonly result: CopyResult | undefined;
  readonly copy: () => void;
}

/**
 * State of copying `value` with {@link copyAndCheck}; reset when the value changes. `components/checked-copy.tsx` shows it, with
 * an alarm for `replaced`.
 */
export function useCheckedCopy(value: string): CheckedCopyState {
  const [result, setResult] = useState<CopyResult | undefined>(undefined);
  useEffect(() => setResult(undefined), [value]);
  return { result, copy: () => void copyAndCheck(value, browserClipboard, setResult) };
}

/** Text for the result of a copy. */
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
