import {
  blockId,
  blockWork,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  formatCoins,
  isCoinbase,
  parsePaymentReceipt,
  type PaymentEvidence,
  transactionId,
} from '@cairn/protocol';
import { exactTime, saveFile } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import type { ProofFile } from '../verify/index.ts';
import { texts } from './texts.ts';

const [WIDTH, HEIGHT, MARGIN] = [1_200, 630, 72] as const;
const [PAPER, INK, MUTED] = ['#f8f6f2', '#24211c', '#6b6558'] as const;
const LINE = 52;

/** The lines of a receipt's picture, all of them from its bytes: what it proves, and no mark. */
export function pictureOf({ transaction, header: bytes }: PaymentEvidence, locale: Locale) {
  const { t, count } = texts.translationsFor(locale);
  const paid = decodeTransaction(transaction);
  const header = decodeBlockHeader(bytes);
  const network = findNetworkByChainId(paid.chain);
  const facts: (readonly [label: string, value: string])[] = [
    [t('share.to'), paid.toAddress],
    [t('receipt.id'), transactionId(transaction)],
    [t('block.id'), blockId(bytes)],
    [t('block.height'), count(header.height)],
    [t('block.time'), exactTime(header.timestamp, { locale })],
  ];
  if (!isCoinbase(paid)) facts.unshift([t('share.from'), paid.fromAddress]);
  return {
    amount: `${formatCoins(paid.value, { group: true })} CRN`,
    network: network?.name ?? '',
    facts,
    note: [
      t('receipt.proves', { hashes: count(Number(blockWork(header.bits))) }),
      network?.retarget === 'constant' ? t('receipt.devnet') : '',
    ],
  };
}

/** Draws a transaction's receipt and downloads the picture. */
export async function saveReceiptPicture({ name, text }: ProofFile, locale: Locale): Promise<void> {
  const receipt = parsePaymentReceipt(text);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (receipt === undefined || context === null) return;
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const { amount, network, facts, note } = pictureOf(receipt, locale);
  const write = (line: string, [x, y]: readonly [number, number], font: string, fill: string = INK) => {
    Object.assign(context, { font, fillStyle: fill });
    context.fillText(line, x, y, WIDTH - MARGIN - x);
  };
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(`Cairn · ${network}`, [MARGIN, 84], '400 28px Inter, sans-serif', MUTED);
  write(amount, [MARGIN, 172], '600 68px Inter, sans-serif');
  for (const [row, [label, value]] of facts.entries()) {
    const y = 244 + row * LINE;
    write(label, [MARGIN, y], '400 24px Inter, sans-serif', MUTED);
    write(value, [MARGIN + 230, y], "400 24px 'JetBrains Mono', monospace");
  }
  for (const [row, line] of note.entries())
    write(line, [MARGIN, 566 + row * 34], '400 24px Inter, sans-serif');
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (picture !== null) saveFile(name.replace(/txt$/, 'png'), picture);
}
