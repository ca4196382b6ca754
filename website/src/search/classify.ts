import {
  ADDRESS_LENGTH,
  COINBASE_SENDER,
  decodeAddress,
  identifyAddressNetwork,
  NETWORKS,
  type NetworkName,
  ProtocolError,
} from '@cairn/protocol';
import { parseDate } from './parse-date.ts';

const MAX_HEIGHT = 0xffff_ffff;

/** Why a search text is invalid. */
type SearchProblem =
  'alphabet' | 'checksum' | 'foreign' | 'coinbase' | 'tooHigh' | 'shortened' | 'badDate' | 'unknown';

/** A search text, classified only by its form. */
export type SearchQuery =
  | { readonly kind: 'empty' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'hash'; readonly hash: string }
  /** The first characters of an ID (lowercase hex) or of an address. */
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'address'; readonly address: string; readonly network: NetworkName }
  /** Unix seconds: a search for the block at that time. */
  | { readonly kind: 'date'; readonly seconds: number }
  | { readonly kind: 'unknown'; readonly problem: SearchProblem };

/** URL or path of an item's page, on any explorer: `https://…/de/blocks/12?page=2`, `/transactions/…`. */
const EXPLORER_ADDRESS =
  /^(?:https?:\/\/[^/\s]+)?\/(?:[a-z]{2}\/)?(?:blocks|transactions|addresses)\/(?<reference>[0-9A-Za-z]+)\/?(?:[?#].*)?$/;
/** A payment request, as wallets write it. */
const PAYMENT_REQUEST = /^cairn:(?:\/\/)?(?<reference>[0-9A-Za-z]+)(?:\?.*)?$/i;

/**
 * Classifies a search text by its form: a height (`1234`, `#1,234`), 64 hexadecimal characters in any case, with `0x`
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
  const unknown = (problem: SearchProblem): SearchQuery => ({ kind: 'unknown', problem });
  if (joined === COINBASE_SENDER) return unknown('coinbase');
  if (/^#?\d[\d,.']*$/.test(joined) && isGrouped(joined)) {
    const height = Number(joined.replaceAll(/[#,.']/g, ''));
    return height > MAX_HEIGHT ? unknown('tooHigh') : { kind: 'height', height };
  }
  const seconds = parseDate(query, now);
  if (seconds !== undefined) return seconds === 'invalid' ? unknown('badDate') : { kind: 'date', seconds };
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
function addressProblem(address: string): SearchProblem {
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
