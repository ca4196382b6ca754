/**
 * Lies of an Explorer API about an address, one a row. Each changes honest answers in place, wherever they are asked: run them
 * between your own page and a node (as e2e's `LyingProxy` does), and see whether your page finds them.
 *
 * Not in the list, because no page can find it: a server that mines the newest block itself, with a false account root. It costs
 * the block, and the next honest block replaces it.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- a lie may change any field of any shape
export type Altered = any;

/** Honest answers of the same API that lies can use. */
export interface LiarsMaterial {
  /** The address that the page shows: it has coinbases, and more transactions than one page. */
  readonly address: string;
  /** Proof of it, and its state, after an earlier block with another balance of it. */
  readonly old: { readonly proof: Altered; readonly state: Altered };
  /** Proof of another address that exists, in another bucket. */
  readonly other: { readonly proof: Altered };
  /** A transaction of somebody else, as a history lists it. */
  readonly foreign: Altered;
  /** The transactions of the address, newest first: more than one page of them, and no more than one request asks for. */
  readonly rows: readonly Altered[];
}

/**
 * Which answer a lie changes: `state`, `proof`, `status`, `filtered` (a history of one direction), or `history` with the offset
 * of its first row.
 */
export type Answer =
  | { readonly kind: 'state' | 'proof' | 'status' | 'filtered' }
  | { readonly kind: 'history'; readonly offset: number };

export interface AddressLie {
  readonly name: string;
  /** Page of the history on which it shows; 1 by default. */
  readonly page?: 2 | 'last';
  /** Direction of the transactions that the page shows; all by default. */
  readonly direction?: 'mined' | 'in';
  /** Changes an answer in place. */
  readonly tell: (answer: Answer, body: Altered, material: LiarsMaterial) => void;
}

type Tell = (body: Altered, material: LiarsMaterial) => void;

const inState =
  (tell: Tell): AddressLie['tell'] =>
  ({ kind }, body, material) => {
    if (kind === 'state') tell(body, material);
  };
const inProof =
  (tell: Tell): AddressLie['tell'] =>
  ({ kind }, body, material) => {
    if (kind === 'proof') tell(body, material);
  };
/** Changes the rows of one page. */
const inRows =
  (tell: (items: Altered[], body: Altered, material: LiarsMaterial) => void, isSecond = false) =>
  (answer: Answer, body: Altered, material: LiarsMaterial): void => {
    const isIts = answer.kind === 'history' && answer.offset > 0 === isSecond;
    if (isIts && body.items.length > 1) tell(body.items, body, material);
  };
/** Changes the rows of a history that is filtered. */
const inFiltered =
  (tell: (items: Altered[], body: Altered, material: LiarsMaterial) => void): AddressLie['tell'] =>
  ({ kind }, body, material) => {
    if (kind === 'filtered') tell(body.items, body, material);
  };
/** Leaves out a row, and counts so. */
const hide =
  (placeOf: (items: Altered[]) => number) =>
  (items: Altered[], { pagination }: Altered): void => {
    items.splice(placeOf(items), 1);
    pagination.total -= 1;
    pagination.count -= 1;
  };
const swap = (items: Altered[], one: number, other: number): void => {
  [items[one], items[other]] = [items[other], items[one]];
};
/** Adds a payment to the address in the block of the first row. */
function invent(items: Altered[], { pagination }: Altered, { address, foreign }: LiarsMaterial): void {
  const { block_height, block_id, block_timestamp } = items[0];
  const place = { block_height, block_id, block_timestamp, direction: 'in', to_address: address };
  items.unshift({ ...items[0], ...foreign, ...place, transaction_index: 9 });
  items.pop();
  pagination.total += 1;
}
/** A page shows the rows before its own, and whoever asks for the rows before it does not get these: no gap is left. */
const showEarlier: AddressLie['tell'] = (answer, { items, pagination }, { rows }) => {
  if (answer.kind !== 'history') return;
  const { length } = items;
  const { offset } = answer;
  if (offset === 0) items.length -= Math.min(length, pagination.total - length);
  else items.splice(0, length, ...rows.slice(offset - length, offset));
};
/** The digits of a hash, with the last one changed. */
const altered = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
const coinbaseOf = (items: Altered[]): Altered => items.find((row) => row.transaction_index === 0);

const SINGLE: readonly AddressLie[] = [
  { name: 'a pebble more', tell: inState((state) => (state.balance = `${BigInt(state.balance) + 1n}`)) },
  { name: 'a pebble less', tell: inState((state) => (state.balance = `${BigInt(state.balance) - 1n}`)) },
  { name: 'another nonce', tell: inState((state) => (state.nonce += 1)) },
  { name: 'the first transaction hidden', tell: inRows(hide(() => 0)) },
  { name: 'one in the middle hidden', tell: inRows(hide((items) => items.length >> 1)) },
  { name: 'the last one of the page hidden', tell: inRows(hide((items) => items.length - 1)) },
  {
    name: 'one on page 2 hidden',
    page: 2,
    tell: inRows(
      hide(() => 0),
      true,
    ),
  },
  { name: 'one invented', tell: inRows(invent) },
  { name: 'two swapped', tell: inRows((items) => swap(items, 0, 1)) },
  { name: 'one told twice', tell: inRows((items) => (items[1] = items[0])) },
  { name: 'one too many counted', tell: inRows((_, { pagination }) => (pagination.total += 1)) },
  {
    name: 'an old proof with a new tip',
    tell: inProof((proof, { old }) => Object.assign(proof, old.proof)),
  },
  {
    name: 'an old balance with an old proof, and a new tip',
    tell: ({ kind }, body, { old }) => {
      if (kind === 'state') Object.assign(body, old.state);
      if (kind === 'proof') Object.assign(body, old.proof);
    },
  },
  {
    name: 'a new balance with an old proof, and an old tip',
    tell: ({ kind }, body, { old }) => {
      if (kind === 'proof') Object.assign(body, old.proof);
      if (kind === 'status') {
        Object.assign(body, { height: old.proof.block_height, tip_id: old.proof.block_id });
      }
    },
  },
  {
    name: 'an existing address told as unused',
    tell: inState((state) => Object.assign(state, { exists: false, balance: '0', nonce: 0 })),
  },
  {
    name: 'an existing address told as unused, with a proof without it',
    tell: ({ kind }, body, { address }) => {
      if (kind === 'state') Object.assign(body, { exists: false, balance: '0', nonce: 0 });
      if (kind === 'proof') body.bucket = body.bucket.filter((hex: string) => !isRecordOf(hex, address));
      if (kind === 'history')
        Object.assign(body, { items: [], pagination: { ...body.pagination, total: 0, count: 0 } });
    },
  },
  {
    name: 'another address’s proof',
    tell: inProof((proof, { other }) => Object.assign(proof, other.proof)),
  },
  {
    name: 'another address’s proof under this address',
    tell: inProof((proof, { other, address }) => Object.assign(proof, other.proof, { address })),
  },
  { name: 'another record', tell: inProof((proof) => (proof.bucket[0] = altered(proof.bucket[0]))) },
  {
    name: 'siblings of another tree',
    tell: inProof((proof, { old }) => (proof.siblings = old.proof.siblings.map(altered))),
  },
  {
    name: 'siblings cut anew',
    tell: inProof((proof) => (proof.siblings = [...proof.siblings, proof.siblings[0]])),
  },
  {
    name: 'a bucket of a fat prefix',
    tell: inProof((proof, { other }) => (proof.bucket = [...proof.bucket, ...other.proof.bucket].slice(-8))),
  },
  {
    name: 'a coinbase of another block',
    tell: inProof((proof, { old }) => (proof.coinbase = old.proof.coinbase)),
  },
  {
    name: 'a coinbase with another account root',
    tell: inProof((proof) => (proof.coinbase = proof.coinbase.replace(/.{192}$/, altered))),
  },
  {
    name: 'a header with another time',
    tell: inProof((proof) => (proof.header = altered(proof.header))),
  },
  {
    name: 'another history before the page',
    tell: inProof((proof) => {
      if (proof.history_before !== undefined) proof.history_before = altered(proof.history_before);
    }),
  },
  { name: 'another amount in a row', tell: inRows((items) => (items[0].value = `${items[0].value}0`)) },
  {
    name: 'another sender in a row',
    tell: inRows((items, _, { foreign }) => (items.at(-1).from_address = foreign.to_address)),
  },
  {
    name: 'an incoming transaction told as outgoing',
    tell: inRows((items) => (items[0].direction = items[0].direction === 'out' ? 'in' : 'out')),
  },
  { name: 'a coinbase’s ID', tell: inRows((items) => (coinbaseOf(items).id = 'ab'.repeat(32))) },
  {
    name: 'a coinbase’s ID and its free bytes',
    tell: inRows((items, _, { old }) => {
      const coinbase = coinbaseOf(items);
      coinbase.unlock_sig = altered(coinbase.unlock_sig);
      coinbase.id = old.proof.block_id;
    }),
  },
  { name: 'a row’s time', tell: inRows((items) => (items[0].block_timestamp -= 60)) },
  { name: 'a row’s block ID', tell: inRows((items, _, { old }) => (items[0].block_id = old.proof.block_id)) },
  { name: 'a row’s height', tell: inRows((items) => (items[0].block_height -= 1)) },
  { name: 'a row’s position', tell: inRows((items) => (items[0].transaction_index += 1)) },
];

/** Lies about a later page with which the rows before it agree. */
const LATER: readonly AddressLie[] = [
  { name: 'page 2 shows page 1', page: 2, tell: showEarlier },
  { name: 'the last page hides the oldest', page: 'last', tell: showEarlier },
];

/** Lies about a page that shows the transactions of one direction. */
const FILTERED: readonly AddressLie[] = [
  { name: 'one hidden from a filtered page', direction: 'mined', tell: inFiltered(hide(() => 0)) },
  {
    name: 'one hidden from a filtered page, and another counted in its place',
    direction: 'mined',
    tell: inFiltered((items) => items.shift()),
  },
  {
    name: 'a filtered page told as empty',
    direction: 'mined',
    tell: inFiltered((items, { pagination }) => {
      items.length = 0;
      Object.assign(pagination, { total: 0, count: 0 });
    }),
  },
  {
    name: 'all but the newest hidden from a filtered page, and from the history',
    direction: 'mined',
    tell: ({ kind }, { items, pagination }) => {
      if (kind === 'filtered') {
        items.length = 1;
        Object.assign(pagination, { total: 1, count: 1 });
      } else if (kind === 'history') {
        items.length = items.indexOf(coinbaseOf(items)) + 1;
      }
    },
  },
  { name: 'one invented on a filtered page', direction: 'mined', tell: inFiltered(invent) },
  {
    name: 'two swapped on a filtered page',
    direction: 'mined',
    tell: inFiltered((items) => swap(items, 0, 1)),
  },
  {
    name: 'one told twice on a filtered page',
    direction: 'mined',
    tell: inFiltered((items) => (items[1] = items[0])),
  },
  {
    name: 'another amount on a filtered page',
    direction: 'mined',
    tell: inFiltered((items) => (items[0].value = `${items[0].value}0`)),
  },
  {
    name: 'a payment to somebody else told as received',
    direction: 'in',
    tell: inFiltered((items, { pagination }, { foreign }) => {
      items[Math.max(0, items.length - 1)] = { ...foreign, confirmations: 1, direction: 'in' };
      pagination.total = Math.max(1, pagination.total);
    }),
  },
];

/** True for a record's 82 bytes in hex if they begin with this address. */
function isRecordOf(hex: string, address: string): boolean {
  return hex.startsWith(Buffer.from(address, 'ascii').toString('hex'));
}

/** Each of these has to be found; none may be shown as proven. */
export const ADDRESS_LIES: readonly AddressLie[] = [
  ...SINGLE,
  ...LATER,
  ...FILTERED,
  {
    name: 'all at once',
    tell: (answer, body, material) => {
      for (const { name, tell } of SINGLE) {
        // The others would leave nothing to change, or tell of another moment.
        if (!/hidden|unused|old tip/.test(name)) tell(answer, body, material);
      }
      if (answer.kind === 'history') hide(() => 0)(body.items, body);
    },
  },
];

/** The lie as an alteration of JSON by path, for a proxy or a `fetch`. */
export function asAlteration({ tell }: AddressLie, material: LiarsMaterial) {
  return (body: Altered, path: string): void => {
    const { pathname, searchParams } = new URL(path, 'http://api');
    if (pathname === '/api/v1/status') tell({ kind: 'status' }, body, material);
    const own = `/api/v1/addresses/${material.address}`;
    if (pathname === own) tell({ kind: 'state' }, body, material);
    if (pathname === `${own}/proof`) tell({ kind: 'proof' }, body, material);
    if (pathname === `${own}/transactions` && searchParams.has('direction')) {
      tell({ kind: 'filtered' }, body, material);
    } else if (pathname === `${own}/transactions`) {
      const offset = Number(searchParams.get('offset') ?? 0);
      tell({ kind: 'history', offset }, body, material);
    }
  };
}
