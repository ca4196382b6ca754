import { useEffect, useState } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { browserClipboard, copyAndCheck, type CopyResult } from './checked-copy.ts';

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
  return t(WORDS[result]);
}

const WORDS = {
  copied: 'copy.copied',
  checked: 'copy.checked',
  unchecked: 'copy.unchecked',
  replaced: 'copy.replaced',
  failed: 'copy.failed',
} as const satisfies Record<CopyResult, string>;
