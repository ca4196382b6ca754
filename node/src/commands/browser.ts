import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/** An opener that still runs after this time is the browser itself. */
const OPENING_MS = 3_000;

/** Opens a file or an address with the desktop's program for it. @returns false if this machine has no such program, or it finds no browser */
export async function openInBrowser(address: string): Promise<boolean> {
  const [program, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...before, address], { detached: true, stdio: 'ignore' });
  opener.unref();
  try {
    // A timer that keeps this process: the opener does not.
    const ended = await Promise.race([once(opener, 'exit'), sleep(OPENING_MS, [0])]);
    return ended[0] === 0 || process.platform === 'win32'; // whose program always returns 1
  } catch {
    return false;
  }
}
