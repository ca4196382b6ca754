import {
  blockWork,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  parsePaymentReceipt,
  type PaymentEvidence,
  transactionId,
} from '@cairn/protocol';
import { exactTime, saveFile } from '@cairn/ui';
import type { Locale } from '../../site/locale.ts';
import { HEIGHT, type Picture, pictureOf, shapesOf, type TextShape, WIDTH } from '../../site/picture.ts';
import type { ProofFile } from '../verify/index.ts';
import { texts } from './texts.ts';

/** The picture of a receipt, all of it from its bytes: what it proves, and no mark. */
function receiptPicture({ transaction, header: bytes }: PaymentEvidence, locale: Locale): Picture {
  const { t, count } = texts.translationsFor(locale);
  const paid = decodeTransaction(transaction);
  const header = decodeBlockHeader(bytes);
  const network = findNetworkByChainId(paid.chain);
  return {
    ...pictureOf(paid, network?.name ?? '', locale),
    time: `${t('column.block')} ${count(header.height)} · ${exactTime(header.timestamp, { locale })}`,
    id: transactionId(transaction),
    notes: [
      t('receipt.proves', { hashes: count(Number(blockWork(header.bits))) }),
      ...(network?.retarget === 'constant' ? [t('receipt.devnet')] : []),
    ],
  };
}

/** Draws a transaction's receipt and downloads the picture. @param page address of the transaction's page, for its code */
export async function saveReceiptPicture(
  { name, text }: ProofFile,
  page: string,
  locale: Locale,
): Promise<void> {
  const receipt = parsePaymentReceipt(text);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (receipt === undefined || context === null) return;
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const write = (shape: TextShape, x: number) => {
    context.font = `${shape.weight} ${shape.size}px Inter, sans-serif`;
    context.textAlign = shape.isEnd ? 'right' : 'left';
    context.fillStyle = shape.fill;
    context.fillText(shape.text, x, shape.y);
    return x + context.measureText(shape.text).width;
  };
  for (const shape of shapesOf(receiptPicture(receipt, locale), page)) {
    if ('d' in shape) {
      const { scale, x, y, d, fill } = shape;
      context.setTransform(scale, 0, 0, scale, x, y);
      context.fillStyle = fill;
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array
      context.fill(new Path2D(d));
      context.resetTransform();
    } else {
      const end = write(shape, shape.x);
      if (shape.after) write({ ...shape.after, y: shape.y }, end + 24);
    }
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (picture !== null) saveFile(name.replace(/txt$/, 'png'), picture);
}
