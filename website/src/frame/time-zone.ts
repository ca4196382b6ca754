import { useEffect, useState } from 'preact/hooks';

/** In which zone exact times show: UTC, or that of the reader's device. */
export type TimeZoneChoice = 'utc' | 'local';

/** Where the choice is kept, in the browser's local storage. */
export const TIME_ZONE_STORAGE_KEY = 'cairn-time-zone';

/** The islands of a page hear of a change by this event; other tabs hear of it from the storage itself. */
const CHANGE = 'cairn:time-zone';

/** Also when the page comes back by Back: it slept while another one chose. */
const CHANGES = [CHANGE, 'storage', 'pageshow'] as const;

/** The choice; UTC on the server, in the first rendering, and where nothing is kept. */
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

/** The choice of this page where the browser keeps nothing. */
let unkept: TimeZoneChoice = 'utc';

function readTimeZone(): TimeZoneChoice {
  try {
    return localStorage.getItem(TIME_ZONE_STORAGE_KEY) === 'local' ? 'local' : 'utc';
  } catch {
    // Storage can be forbidden (a privacy setting): the choice then holds for this page.
    return unkept;
  }
}

/** Shows exact times in a zone from now on, on the whole page, and remembers it where the browser allows it. */
export function chooseTimeZone(zone: TimeZoneChoice): void {
  unkept = zone;
  try {
    localStorage.setItem(TIME_ZONE_STORAGE_KEY, zone);
  } catch {
    // As above.
  }
  dispatchEvent(new Event(CHANGE));
}
