import { saveFile } from '@cairn/ui';
import type { Receipt } from './proof.ts';

/** Downloads a proof, which the Verify page checks offline. */
export function saveReceipt({ name, text }: Receipt): void {
  saveFile(name, new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
}
