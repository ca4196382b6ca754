import { setPriority } from 'node:os';

/** "Nice" value of threads that work in the background: they yield to those that answer requests. */
const BACKGROUND = 15;

/**
 * Lets every other thread of this process go before the calling one. On Linux a priority belongs to a thread; elsewhere it
 * would be the whole process's, and stays.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND);
}
