/** How long the browser gets to begin with a download before its content is released. */
const KEPT_MS = 60_000;

/** Saves a file through the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** A file's name with today's date: `cairn-labels-2026-01-31.jsonl`. */
export function datedName(stem: string, extension: string, now = new Date()): string {
  return `${stem}-${now.toISOString().slice(0, 10)}.${extension}`;
}
