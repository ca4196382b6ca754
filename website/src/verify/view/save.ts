import type { Evidence } from '../offline/evidence.ts';

/** Saves a proof as a file of the reader's. */
export function saveEvidence(evidence: Evidence): void {
  const text = `${JSON.stringify(evidence, null, 2)}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `cairn-proof-${evidence.proof.id.slice(0, 12)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
