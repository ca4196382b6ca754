/** Key of the recent searches in local storage. */
const RECENT_STORAGE_KEY = 'cairn-recent-searches';

/** Maximum number of searches stored. */
const MOST = 6;
/** Maximum length of a stored search, in characters. */
const LONGEST = 100;

/** The recent searches, newest first; empty if storage is forbidden or the stored value is invalid. */
export function readRecent(storage: () => Pick<Storage, 'getItem'> = () => localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(RECENT_STORAGE_KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored
      .filter((one): one is string => typeof one === 'string' && one.length <= LONGEST)
      .slice(0, MOST);
  } catch {
    return [];
  }
}

/** Moves a search to the top of the recent ones, unless it is empty or too long. @returns the recent searches */
export function remember(text: string): string[] {
  const query = text.trim();
  const recent = [query, ...readRecent().filter((one) => one !== query)].slice(0, MOST);
  if (query !== '' && query.length <= LONGEST) write(JSON.stringify(recent));
  return readRecent();
}

/** Removes all recent searches. */
export function forgetRecent(): void {
  write(undefined);
}

function write(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(RECENT_STORAGE_KEY);
    else localStorage.setItem(RECENT_STORAGE_KEY, text);
  } catch {
    // Storage is forbidden: recent searches are not kept.
  }
}
