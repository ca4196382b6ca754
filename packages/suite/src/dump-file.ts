/** The file of `cairn devnet dump`, `--dump` and `--load`: a devnet as `/devnet/dump` answers it. */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { devnetDumpSchema, type DevnetDump } from '@cairn/api/devnet';
import { InvalidArgumentError } from 'commander';
import { readForkFile } from './fork-file.ts';

/** @throws InvalidArgumentError for a file that is none */
export function readDump(file: string): DevnetDump {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return devnetDumpSchema.parse(JSON.parse(text));
  } catch {
    if (isExport(file))
      throw new InvalidArgumentError(
        `${file} is a file of cairn export: cairn dev goes on with it by --fork ${file}`,
      );
    throw new InvalidArgumentError(`${file} is no chain of cairn devnet dump`);
  }
}

function isExport(file: string): boolean {
  try {
    return readForkFile(file) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Writes a file, which is the old or the new one at any moment. A link stays: the file that it names is written.
 * @param dump with the calls that made it, if they are known
 * @throws InvalidArgumentError if it cannot be written
 */
export function saveDump(file: string, dump: DevnetDump & { readonly calls?: readonly object[] }): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  try {
    writeFileSync(`${target}.new`, `${JSON.stringify(dump)}\n`);
    renameSync(`${target}.new`, target);
  } catch (error) {
    if (existsSync(`${target}.new`)) rmSync(`${target}.new`);
    throw new InvalidArgumentError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
