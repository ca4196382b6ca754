import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findCodes, findWordings, type Search, type Wording } from './error-messages.ts';

const PAGE = readFileSync('docs/OPERATING.md', 'utf8');
const SPANS = [...PAGE.matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!);

/** Errors that can prevent `cairn start` from starting. */
const START_UP: Search = {
  paths: [
    'node/src/storage',
    'node/src/chain',
    'node/src/p2p/peer-key.ts',
    'node/src/node.ts',
    'node/src/p2p/peer-network-handle.ts',
    'node/src/metrics/meter.ts',
    'node/src/startup',
    'node/src/config.ts',
    'node/src/commands/flags.ts',
    'node/src/cli.ts',
    'packages/token-file/src',
  ],
  classes: [
    'BlockFileError',
    'DataDirectoryError',
    'LevelError',
    'NodeError',
    'PeerKeyError',
    'StorageWriteError',
    'TokenFileError',
    'UsageError',
  ],
  functions: ['damaged', 'problemOf', 'unusable'],
  variables: ['complaint', 'problem'],
};

/** Other messages that the page may quote: fatal errors of the chain, log lines, wrapped errors. */
const QUOTABLE: Search = {
  paths: [
    ...START_UP.paths,
    'node/src/mempool',
    'node/src/p2p',
    'node/src/miner',
    'node/src/projection',
    'node/postgres',
  ],
  classes: [
    ...START_UP.classes,
    'ChainError',
    'Error',
    'MempoolStoreError',
    'MempoolUnavailableError',
    'ProjectionError',
  ],
  functions: [
    ...START_UP.functions,
    'logger.error',
    'logger.warn',
    'options.logger.error',
    'this.#options.logger.error',
    'this.#logger.error',
    'this.#logger.warn',
  ],
  variables: START_UP.variables,
};

/** Messages of at least eight letters: shorter ones are not specific enough to search for. */
const SPECIFIC = /(?:[a-z][^a-z]*){8}/i;
/**
 * True for files whose errors do not prevent a start: `core/` is rebuilt, and without `mempool/` confirmed data is
 * served.
 */
const doesNotPreventStart = (file: string): boolean => /storage\/(level|core|mempool)/.test(file);

/** The messages in the first cells of the tables that quote messages. */
function quotedMessages(): string[] {
  const tables = PAGE.split(/\n\n+/).filter((block) => /^\| (message|problem|line|reason) /.test(block));
  const rows = tables.flatMap((table) => table.split('\n').slice(2));
  return rows.flatMap((row) => [...row.split(' | ', 1)[0]!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));
}

/**
 * True if a quotation is a message of the sources. The quotation has a word in capitals such as PATH for each value;
 * other words in the place of a value must be a fragment of a message.
 */
function isQuoted(quotation: string, wordings: readonly Wording[]): boolean {
  const fragments = wordings.filter(({ isFragment }) => isFragment);
  const isValue = (value: string): boolean =>
    !/\b[a-z]{4}/.test(value) || fragments.some(({ pattern }) => pattern.test(value));
  const withoutPlaceholders = quotation.replaceAll(/\b[A-Z]+\b|: ?/g, '').trim();
  return (
    fragments.some(({ text }) => text === withoutPlaceholders) ||
    wordings.some(({ pattern }) => pattern.exec(quotation)?.slice(1).every(isValue) ?? false)
  );
}

describe('the operators’ page', () => {
  it('has every message that can prevent a node from starting', () => {
    const wordings = findWordings(START_UP).filter(
      ({ text, file }) => SPECIFIC.test(text) && !doesNotPreventStart(file),
    );
    expect(wordings.length).toBeGreaterThan(60);
    const missing = wordings.filter(({ isFragment, text, pattern }) =>
      isFragment ? !PAGE.includes(text) : !SPANS.some((span) => pattern.test(span)),
    );
    expect(missing.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  it('quotes only messages of the sources', () => {
    const wordings = findWordings(QUOTABLE).filter(({ text }) => SPECIFIC.test(text));
    const quoted = quotedMessages();
    expect(quoted.length).toBeGreaterThan(60);
    const invented = quoted.filter((message) => !isQuoted(message, wordings));
    expect(invented).toEqual([]);
  });

  it('has every error code', () => {
    const codes = [
      ...findCodes('node/src/storage/data-directory.ts', 'DataDirectoryErrorCode'),
      ...findCodes('packages/token-file/src/token-file.ts', 'TokenFileErrorCode'),
    ];
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !SPANS.includes(code))).toEqual([]);
  });

  it('is linked from the pages that an operator reads first', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/OPERATING.md)');
    expect(readFileSync('docs/ARCHITECTURE.md', 'utf8')).toContain('(OPERATING.md)');
    expect(readFileSync('node/README.md', 'utf8')).toContain('(../docs/OPERATING.md)');
  });
});
