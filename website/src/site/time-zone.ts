import { useEffect, useState } from 'preact/hooks';

/** Time zone of exact times: UTC, or that of the user's device. */
export type TimeZoneChoice = 'utc' | 'local';

/** Key of the choice in local storage. */
const TIME_ZONE_STORAGE_KEY = 'cairn-time-zone';

/** Event that announces a change to the islands of this page; other tabs get the browser's `storage` event. */
const CHANGE = 'cairn:time-zone';

/** `pageshow`, because a page that Back restores has missed the `storage` events of other tabs. */
const CHANGES = [CHANGE, 'storage', 'pageshow'] as const;

/** The chosen zone; UTC by default, on the server and in the first rendering. */
export function useTimeZone(): TimeZoneChoice {
  const [zone, setZone] = useState<TimeZoneChoice>('utc');
  useEffect(() => {
    const read = () => setZone(readTimeZone());
    read();
    for (const event of CHANGES) addEventListener(event, read);
    return () => {
      for (const event of CHANGES) removeEventListener(event, read);
    };
  }, []);
  return zone;
}

/** The choice on this page; used if storage is forbidden. */
let unstored: TimeZoneChoice = 'utc';

/** The chosen zone as it is now. */
export function readTimeZone(): TimeZoneChoice {
  try {
    return localStorage.getItem(TIME_ZONE_STORAGE_KEY) === 'local' ? 'local' : 'utc';
  } catch {
    return unstored; // a privacy setting forbids storage
  }
}

/** Shows exact times in a zone on the whole page, and stores the choice if the browser allows it. */
export function chooseTimeZone(zone: TimeZoneChoice): void {
  unstored = zone;
  try {
    localStorage.setItem(TIME_ZONE_STORAGE_KEY, zone);
  } catch {
    // A privacy setting forbids storage: the choice lasts until the user leaves the page.
  }
  dispatchEvent(new Event(CHANGE));
}
