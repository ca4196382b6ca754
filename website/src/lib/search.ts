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

/** What a search text can be, judged by its form alone. */
export type SearchQuery =
  | { readonly kind: 'empty' }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'address'; readonly address: string; readonly network: NetworkName }
  | { readonly kind: 'unknown'; readonly problem: string };

const ADDRESS_PROBLEMS: Record<string, string> = {
  alphabet: 'Not an address: it has a character that addresses never use (0, O, I or l).',
  checksum: 'Not an address: its checksum does not match. A character may be mistyped.',
};

/**
 * Classifies what a person typed or pasted: a height (`1234`, `#1,234`), 64 hexadecimal characters in any case (a
 * block or transaction ID, lowercase in the result), or an address of any Cairn network.
 */
export function classifyQuery(text: string): SearchQuery {
  const query = text.trim();
  if (query === '') return { kind: 'empty' };
  if (/^(0x)?[0-9a-f]{64}$/i.test(query)) return { kind: 'hash', hash: query.slice(-64).toLowerCase() };
  if (query === COINBASE_SENDER) {
    return { kind: 'unknown', problem: 'This is the sender that stands for new coins, not an address.' };
  }
  if (/^#?\d[\d,]*$/.test(query)) return classifyHeight(query.replaceAll(/[#,]/g, ''));
  if (query.length === ADDRESS_LENGTH && /^[0-9A-Za-z]+$/.test(query)) return classifyAddress(query);
  return { kind: 'unknown', problem: problemOf(query) };
}

function classifyHeight(digits: string): SearchQuery {
  const height = Number(digits);
  if (height > MAX_HEIGHT) return { kind: 'unknown', problem: 'No block can be that high.' };
  return { kind: 'height', height };
}

function classifyAddress(address: string): SearchQuery {
  const network = identifyAddressNetwork(address);
  if (network !== undefined) return { kind: 'address', address, network };
  return {
    kind: 'unknown',
    problem: ADDRESS_PROBLEMS[addressProblem(address)] ?? 'Not an address of any Cairn network.',
  };
}

/** Why an address of no known network does not decode; the network asked matters only once all else holds. */
function addressProblem(address: string): string {
  try {
    decodeAddress(address, NETWORKS.devnet);
    return '';
  } catch (error) {
    if (error instanceof ProtocolError) return String(error.data?.['reason']);
    throw error;
  }
}

function problemOf(query: string): string {
  if (/^[0-9a-f]+$/i.test(query) && query.length > 40) {
    return `A block or transaction ID has 64 characters; this has ${query.length}.`;
  }
  if (/^[0-9A-Za-z]{26,42}$/.test(query)) {
    return `An address has ${ADDRESS_LENGTH} characters; this has ${query.length}.`;
  }
  return 'Search for a height, a block or transaction ID (64 hexadecimal characters), or an address.';
}
