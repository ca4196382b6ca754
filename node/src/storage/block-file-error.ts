/** A block file is missing or damaged: the message names the file and the offset (PROTOCOL.md section 6). */
export class BlockFileError extends Error {
  override readonly name = 'BlockFileError';
  readonly code = 'block_file_damaged';
  /** Path of the file. */
  readonly file: string;
  /** Byte at which the damage was noticed. */
  readonly offset: number;

  constructor(file: string, offset: number, problem: string) {
    super(`block file ${file} is damaged at byte ${offset}: ${problem}`);
    this.file = file;
    this.offset = offset;
  }
}
