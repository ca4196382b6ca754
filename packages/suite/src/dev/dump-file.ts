import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { devnetDumpSchema, type DevnetDump } from '@cairn/api/devnet';
import { InvalidArgumentError } from 'commander';

/** Reads a chain in a file. @throws InvalidArgumentError for a file that is none */
export function readDump(file: string): DevnetDump {
  try {
    return devnetDumpSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new InvalidArgumentError(`${file} is no chain of cairn devnet dump`);
  }
}

/** Writes a chain to a file, which is the old or the new one at any moment. */
export function saveDump(file: string, dump: DevnetDump): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(dump)}\n`);
  renameSync(`${file}.new`, file);
}
