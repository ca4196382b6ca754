import {
  ADDRESS_LENGTH,
  COINBASE_SENDER,
  decodeAddress,
  identifyAddressNetwork,
  NETWORKS,
  type NetworkName,
  ProtocolError,
} from '@cairn/protocol';

const MAX_HEIGHT = 0xffff_ffff;

/** Why a search text is invalid. */
export type QueryProblem =
  | 'alphabet'
  | 'checksum'
  | 'foreign'
  | 'coinbase'
  | 'tooHigh'
  | 'shortened'
  | 'badDate'
  | 'unknown';

/** A search text, classified only by its form. */
export type SearchQuery =
  | { readonly kind: 'empty' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'hash'; readonly hash: string }
  /** The first characters of an ID (lowercase hex) or of an address. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'address'; readonly address: string; readonly network: NetworkName }
  /** Unix seconds: a search for the block at that time, or for the first one of a day that begins then. */
  | { readonly kind: 'date'; readonly seconds: number; readonly isDay: boolean }
  | { readonly kind: 'unknown'; readonly problem: QueryProblem };

/** URL or path of an item's page, on any explorer: `https://…/de/blocks/12?page=2`, `/transactions/…`. */
const EXPLORER_ADDRESS =
  /^(?:https?:\/\/[^/\s]+)?\/(?:[a-z]{2}\/)?(?:blocks|transactions|addresses)\/(?<reference>[0-9A-Za-z]+)\/?(?:[?#].*)?$/;
/** A word before a height, as in `Block 12`. */
const HEIGHT_WORD = /^(?:block|height|höhe)(?=#?\d)/i;
/** A payment request, as wallets write it. */
const PAYMENT_REQUEST = /^cairn:(?:\/\/)?(?<reference>[0-9A-Za-z]+)(?:\?.*)?$/i;

/**
 * Classifies a search text by its form: a height (`1234`, `#1,234`, `block 12`), 64 hexadecimal characters in any case, with `0x`
 * or spaces (lowercase in the result), an address of any Cairn network, the first six or more characters of an ID or
 * address, a date with or without a time in UTC. Of an explorer's URL or a payment request, its reference is
 * classified.
 * @param now Unix milliseconds, for `today`
 */
export function classifyQuery(text: string, now: number = Date.now()): SearchQuery {
  const pasted = text.trim();
  const query =
    (EXPLORER_ADDRESS.exec(pasted) ?? PAYMENT_REQUEST.exec(pasted))?.groups?.['reference'] ?? pasted;
  if (query === '') return { kind: 'empty' };
  const joined = query.replaceAll(/\s+/g, '');
  if (/^(0x)?[0-9a-f]{64}$/i.test(joined)) return { kind: 'hash', hash: joined.slice(-64).toLowerCase() };
  const unknown = (problem: QueryProblem): SearchQuery => ({ kind: 'unknown', problem });
  if (joined === COINBASE_SENDER) return unknown('coinbase');
  const number = joined.replace(HEIGHT_WORD, '');
  if (/^#?\d[\d,.']*$/.test(number) && isGrouped(number)) {
    const height = Number(number.replaceAll(/[#,.']/g, ''));
    return height > MAX_HEIGHT ? unknown('tooHigh') : { kind: 'height', height };
  }
  const date = parseDate(query, now);
  if (date !== undefined) return date === 'invalid' ? unknown('badDate') : { kind: 'date', ...date };
  if (joined.length === ADDRESS_LENGTH && /^[0-9A-Za-z]+$/.test(joined)) {
    const network = identifyAddressNetwork(joined);
    if (network !== undefined) return { kind: 'address', address: joined, network };
    return unknown(addressProblem(joined));
  }
  const prefix = prefixOf(joined);
  if (prefix !== undefined) return { kind: 'prefix', prefix };
  return unknown(SHORTENED.test(joined) ? 'shortened' : 'unknown');
}

/**
 * True for a whole number with points or apostrophes between its thousands, with commas anywhere, or without
 * separators.
 */
function isGrouped(text: string): boolean {
  return /^#?(\d[\d,]*|\d{1,3}(\.\d{3})+|\d{1,3}('\d{3})+)$/.test(text);
}

/**
 * Why an address belongs to no known network. Alphabet and checksum are checked before the network, so any network will
 * do.
 */
function addressProblem(address: string): QueryProblem {
  try {
    decodeAddress(address, NETWORKS.devnet);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const reason = error.data?.['reason'];
    if (reason === 'alphabet' || reason === 'checksum') return reason;
  }
  return 'foreign';
}

const SHORTENED = /^[0-9A-Za-z]{4,}(?:…|\.{2,})[0-9A-Za-z]*$/;
/**
 * A text that matches both patterns is taken for a part of an address if it begins with a network's letter, else of an
 * ID.
 */
const ID_PREFIX = /^(?:0x)?(?<digits>[0-9a-f]{6,63})$/i;
const ADDRESS_PREFIX = /^[1-9A-HJ-NP-Za-km-z]{6,33}$/;
const NETWORK_LETTERS = new Set(Object.values(NETWORKS).map(({ addressPrefix }) => addressPrefix));

function prefixOf(text: string): string | undefined {
  const digits = ID_PREFIX.exec(text)?.groups?.['digits'];
  if (ADDRESS_PREFIX.test(text) && NETWORK_LETTERS.has(text[0]!)) return text;
  return digits?.toLowerCase();
}

const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T\s]+(?<time>\S.*))?$/i;
const GERMAN = /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/;
const TIME = /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?\s*(?:Z|UTC)?$/i;

const AMERICAN = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:,?\s+(?<time>\S.*))?$/;
/** Seconds. */
export const DAY = 86_400;
const IN_WORDS = /^(?<day>[a-z]+)(?:,?\s+(?:at\s+|um\s+)?(?<time>\d.*))?$/i;

/** The parts of a date such as `yesterday 14:00`; `undefined` for any other text. */
function dayInWords(text: string, now: number): Readonly<Record<string, string | undefined>> | undefined {
  const { day = '', time } = IN_WORDS.exec(text)?.groups ?? {};
  const back = DAYS[day.toLowerCase()];
  if (back === undefined) return undefined;
  const date = new Date((Math.floor(now / 1000 / DAY) - back) * DAY * 1000);
  return {
    year: String(date.getUTCFullYear()),
    month: String(date.getUTCMonth() + 1),
    day: String(date.getUTCDate()),
    time,
  };
}

/** A time before now, such as `1h ago`, `5 minutes ago`, `vor 2 Std.`. */
const AGO =
  /^(?<before>vor\s+)?(?<count>\d{1,9})\s*(?<unit>std|stunde|tag|s|m|h|d)[a-zä]*\.?(?<after>\s+ago)?$/i;
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  std: 3_600,
  stunde: 3_600,
  d: DAY,
  tag: DAY,
};

/** Unix seconds of a time before now in words; `undefined` for any other text. */
function timeAgo(text: string, now: number): number | undefined {
  const { before, count = '', unit = '', after } = AGO.exec(text)?.groups ?? {};
  if (before === undefined && after === undefined) return undefined;
  return Math.max(0, Math.floor(now / 1000) - Number(count) * UNITS[unit.toLowerCase()]!);
}

/** Number of days before today, by word. Pages in both languages accept the words of both. */
const DAYS: Readonly<Record<string, number>> = { today: 0, heute: 0, yesterday: 1, gestern: 1 };

/**
 * Parses a date, with or without a time, in UTC: `2026-03-31`, `2026-03-31 18:00`, `2026-03-31T18:00:05Z`,
 * `31.3.2026 18:00`, `3/31/2026`, `today`, `yesterday 14:00`, `1h ago`.
 * @param now Unix milliseconds
 * @returns Unix seconds, which begin a day without a time; `invalid` for a date or time that does not exist or is before 1970;
 *   `undefined` for any other text
 */
function parseDate(text: string, now: number): { seconds: number; isDay: boolean } | 'invalid' | undefined {
  const date = (ISO.exec(text) ?? GERMAN.exec(text) ?? AMERICAN.exec(text))?.groups ?? dayInWords(text, now);
  if (date === undefined) {
    const seconds = timeAgo(text, now);
    return seconds === undefined ? undefined : { seconds, isDay: false };
  }
  const time = TIME.exec(date['time'] ?? '00:00')?.groups;
  if (time === undefined) return 'invalid';
  const part = (name: string) => Number({ ...date, ...time }[name] ?? 0);
  const moment = new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
  );
  const exists =
    moment.getUTCMonth() === part('month') - 1 &&
    moment.getUTCDate() === part('day') &&
    part('hour') < 24 &&
    part('minute') < 60 &&
    part('second') < 60;
  if (!exists || moment.getTime() < 0) return 'invalid';
  return { seconds: moment.getTime() / 1000, isDay: date['time'] === undefined };
}
