/** Key of the recent searches in local storage. */
const RECENT_STORAGE_KEY = 'cairn-recent-searches';

const MOST = 6;
const LONGEST = 100;

/** Recent searches, newest first; none if storage is forbidden or has something else in it. */
export function readRecent(storage: () => Pick<Storage, 'getItem'> = () => localStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(RECENT_STORAGE_KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept
      .filter((one): one is string => typeof one === 'string' && one.length <= LONGEST)
      .slice(0, MOST);
  } catch {
    return [];
  }
}

/** Moves a search to the top of the recent ones. @returns the recent searches */
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
    // Storage is forbidden: a search works without it.
  }
}
