import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** How times show on a page. */
export interface TimeSettings {
  /** In which zone exact times show: UTC, or that of the reader's device. */
  readonly zone: 'utc' | 'local';
  /** Unix seconds of the server's rendering, which the browser's first rendering repeats; absent without one. */
  readonly renderedAt: number | undefined;
}

/** UTC, as in a page that only the browser renders; a page with a choice provides its own. */
export const TimeContext = createContext<TimeSettings>({ zone: 'utc', renderedAt: undefined });

/** Time settings for this component. */
export function useTimeSettings(): TimeSettings {
  return useContext(TimeContext);
}
