/** Time until the content is released, which is enough for the browser to start the download. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a file as a download of the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/** A file name with today's date in UTC: `cairn-labels-2026-01-31.jsonl`. */
export function datedName(stem: string, extension: string, now = new Date()): string {
  return `${stem}-${now.toISOString().slice(0, 10)}.${extension}`;
}
