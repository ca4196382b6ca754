import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { NodeError } from '../startup/errors.ts';
import { DevnetClock, type ClockState } from '@cairn/chain/devnet';

const FILE = z.object({ offset_milliseconds: z.int(), held_at: z.int().min(0).nullable() });

/**
 * The clock of a devnet node. Each change is saved in a file, so that a node whose blocks are dated in the future can mine after a
 * restart.
 * @param path the clock's file; it does not exist until the clock is set
 * @param machineClock Unix milliseconds
 * @throws NodeError if the file is malformed
 */
export function openDevnetClock(path: string, machineClock: () => number = Date.now): DevnetClock {
  const save = ({ offsetMs, heldAt }: ClockState): void => {
    const file: z.input<typeof FILE> = { offset_milliseconds: Math.round(offsetMs), held_at: heldAt ?? null };
    writeFileSync(`${path}.new`, `${JSON.stringify(file)}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  };
  return new DevnetClock(machineClock, readState(path), save);
}

function readState(path: string): ClockState | undefined {
  try {
    const { offset_milliseconds: offsetMs, held_at: heldAt } = FILE.parse(
      JSON.parse(readFileSync(path, 'utf8')),
    );
    return { offsetMs, heldAt: heldAt ?? undefined };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const problem = `${path} is not a devnet clock: remove it to continue with the machine's time`;
    throw new NodeError(problem, { cause: error });
  }
}
