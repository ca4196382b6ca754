import { parsePebbles } from '@cairn/protocol';
import { Amount, numberText, Timestamp } from '@cairn/ui';
import type { Fact, FactName } from '../model.ts';
import type { StepWords } from './words.ts';

const AMOUNTS: ReadonlySet<FactName> = new Set(['subsidy', 'fees', 'reward']);
const TIMES: ReadonlySet<FactName> = new Set(['time', 'median']);
const CODE: ReadonlySet<FactName> = new Set([
  'source',
  'digest',
  'signature',
  'publicKey',
  'address',
  'id',
  'root',
  'target',
  'bits',
  'previous',
  'fields',
  'rule',
]);

/** What a check of pasted bytes names as its source. */
const PASTED = '—';

/** One value that was computed, as its kind is written. */
export function FactValue({ fact: { name, value }, words }: { fact: Fact; words: StepWords }) {
  if (name === 'source' && value === PASTED) return <>{words.t('source.pasted')}</>;
  if (AMOUNTS.has(name)) return <Amount value={parsePebbles(String(value))} />;
  if (TIMES.has(name)) return <Timestamp seconds={Number(value)} show="exact" />;
  if (name === 'work') return <>{hashes(BigInt(value), words.locale)}</>;
  if (CODE.has(name)) return <code class="verify-code">{value}</code>;
  if (name === 'tip') return <>{numberText(Number(value), words.locale)}</>;
  return <>{typeof value === 'number' ? numberText(value, words.locale) : value}</>;
}

/** Numbers of hashes become very large: exact while they can be read, in short after that. */
export function hashes(count: bigint, locale: string): string {
  if (count < 1_000_000n) return numberText(count, locale);
  return `≈ ${new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(count)}`;
}
