import { ADDRESS_LENGTH, TRANSACTION_SIZE } from '@cairn/protocol';
import { readU32 } from '@cairn/protocol/layout';
import type { Page, PageRequest, ProjectedTransaction } from '../projection/index.ts';
import { ascii, AsciiWriter } from './ascii-writer.ts';
import type { BlockText, BlockTexts } from './block-texts.ts';
import { readAmount } from './read-amount.ts';
import { confirmationsOf } from './serializer.ts';
import { OFFSETS, ZERO } from './transaction-places.ts';

const ID_SIZE = 32;

/** Pieces of a transaction (section 2.3), in their order; `#` stands for digits that are put in. */
const ID = ascii(`"id":"${'#'.repeat(2 * ID_SIZE)}","chain":`);
const NONCE = ascii(',"nonce":');
const FEE = ascii(',"fee":"');
const VALUE = ascii('","value":"');
const BODY_TEXTS = [
  '","from_address":"',
  '","to_address":"',
  '","unlock_sig":"',
  '","block_height":',
] as const;
const BODY_GAPS = [ADDRESS_LENGTH, ADDRESS_LENGTH, 2 * (TRANSACTION_SIZE - OFFSETS.unlockSig), 0] as const;
const BODY = ascii(BODY_TEXTS.map((text, index) => text + '#'.repeat(BODY_GAPS[index]!)).join(''));
const CONFIRMATIONS = ascii(',"confirmations":');
const IS_COINBASE = ascii(',"is_coinbase":true');
const IS_TRANSFER = ascii(',"is_coinbase":false');
const DIRECTIONS = {
  in: ascii(',"direction":"in"'),
  out: ascii(',"direction":"out"'),
  self: ascii(',"direction":"self"'),
};
const END = ascii('}');
const BEGIN = ascii('{');
const NEXT = ascii(',{');

/** Where the gaps begin within their pieces. */
const ID_PLACE = '"id":"'.length;
const FROM_PLACE = BODY_TEXTS[0].length;
const TO_PLACE = FROM_PLACE + ADDRESS_LENGTH + BODY_TEXTS[1].length;
const SIG_PLACE = TO_PLACE + ADDRESS_LENGTH + BODY_TEXTS[2].length;

/** A hundred transactions of less than 1,000 bytes, and what is around them. */
const writer = new AsciiWriter(110_000);

/** A page of transactions and what its rendering needs. */
export interface TransactionsPage {
  /** JSON of the members before `items`, with the brace that opens the answer. */
  readonly head: string;
  readonly page: Page<ProjectedTransaction>;
  readonly request: PageRequest;
  readonly blocks: Pick<BlockTexts, 'at'>;
  readonly tipHeight: number;
  /** Whose history it is: each item then has a `direction`. */
  readonly address?: string;
}

/**
 * The JSON of a page of transactions, straight from their bytes. A page is read in some 10 µs; objects and
 * `JSON.stringify` would take ten times that for the rest.
 */
export function renderTransactionsPage(parts: TransactionsPage): Buffer {
  const { head, page, request, blocks, tipHeight } = parts;
  const { items, total } = page;
  const address = parts.address === undefined ? undefined : ascii(parts.address);
  const texts = items.map(({ height }) => requireBlock(blocks, height)); // this may throw: nothing is written yet
  writer.begin().addText(`${head},"items":[`);
  for (const [index, item] of items.entries()) {
    writer.addShort(index === 0 ? BEGIN : NEXT);
    addTransaction(item, texts[index]!, confirmationsOf(item.height, tipHeight));
    if (address !== undefined) writer.addShort(DIRECTIONS[directionOf(item, address)]);
    writer.addShort(END);
  }
  const { limit, offset } = request;
  writer.addText(`],"pagination":${JSON.stringify({ limit, offset, count: items.length, total })}}`);
  return writer.finish();
}

/** @throws RangeError where there is none */
function requireBlock(blocks: Pick<BlockTexts, 'at'>, height: number): BlockText {
  const block = blocks.at(height);
  if (block === undefined) throw new RangeError(`the chain has no block ${height}, which the projection has`);
  return block;
}

/** A transaction and what its rendering needs. */
export interface TransactionAnswer {
  /** JSON of the members before the transaction's own, with the brace that opens the answer. */
  readonly head: string;
  readonly item: ProjectedTransaction;
  readonly block: BlockText;
  readonly tipHeight: number;
}

/** The JSON of an answer that is one transaction. */
export function renderTransaction({ head, item, block, tipHeight }: TransactionAnswer): string {
  writer.begin().addText(`${head},`);
  addTransaction(item, block, confirmationsOf(item.height, tipHeight));
  return writer.addShort(END).finishText();
}

/** The fields of a confirmed transaction (section 2.3) up to its end or its direction. */
function addTransaction(item: ProjectedTransaction, { place }: BlockText, confirmations: number): void {
  const { bytes, at } = item;
  const raw = at + ID_SIZE;
  const id = writer.length;
  writer.add(ID).addNumber(bytes[raw]!);
  writer.putHex(id + ID_PLACE, bytes, at, raw);
  writer.addShort(NONCE).addNumber(readU32(bytes, raw + OFFSETS.nonce));
  writer.addShort(FEE).addNumber(readU32(bytes, raw + OFFSETS.fee));
  writer.addShort(VALUE).addNumber(readAmount(bytes, raw + OFFSETS.value));
  const body = writer.length;
  writer.add(BODY);
  writer.putBytes(body + FROM_PLACE, bytes, raw + OFFSETS.from, raw + OFFSETS.from + ADDRESS_LENGTH);
  writer.putBytes(body + TO_PLACE, bytes, raw + OFFSETS.to, raw + OFFSETS.to + ADDRESS_LENGTH);
  writer.putHex(body + SIG_PLACE, bytes, raw + OFFSETS.unlockSig, raw + TRANSACTION_SIZE);
  writer.add(place).addNumber(item.index).addShort(CONFIRMATIONS).addNumber(confirmations);
  writer.addShort(bytes[raw + OFFSETS.from] === ZERO ? IS_COINBASE : IS_TRANSFER);
}

/** How a transaction concerns an address that it names. */
function directionOf({ bytes, at }: ProjectedTransaction, address: Uint8Array): keyof typeof DIRECTIONS {
  const raw = at + ID_SIZE;
  if (!standsAt(bytes, raw + OFFSETS.from, address)) return 'in';
  return standsAt(bytes, raw + OFFSETS.to, address) ? 'self' : 'out';
}

function standsAt(bytes: Uint8Array, offset: number, text: Uint8Array): boolean {
  // From the end: addresses of a network begin alike.
  for (let index = text.length - 1; index >= 0; index -= 1) {
    if (bytes[offset + index] !== text[index]) return false;
  }
  return true;
}
