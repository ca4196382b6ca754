/** Where recent searches are kept: in this browser alone. */
export const RECENT_STORAGE_KEY = 'cairn-recent-searches';

const MOST = 6;
const LONGEST = 100;

/** Recent searches, newest first; none where the browser keeps nothing, or what it keeps is not theirs. */
export function readRecent(storage: () => Pick<Storage, 'getItem'> = () => localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(RECENT_STORAGE_KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((one): one is string => typeof one === 'string' && one.length <= LONGEST)
      .slice(0, MOST);
  } catch {
    return []; // storage is forbidden, or holds something else: a search works without memory
  }
}

/** Remembers a search, once. @returns what is remembered now */
export function remember(text: string): string[] {
  const query = text.trim();
  const recent = [query, ...readRecent().filter((one) => one !== query)].slice(0, MOST);
  if (query !== '' && query.length <= LONGEST) keep(JSON.stringify(recent));
  return readRecent();
}

/** Forgets all recent searches. */
export function forgetRecent(): void {
  keep(undefined);
}

function keep(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(RECENT_STORAGE_KEY);
    else localStorage.setItem(RECENT_STORAGE_KEY, text);
  } catch {
    // As above.
  }
}
