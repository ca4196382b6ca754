/**
 * Keeps event streams open. Arguments: a base URL, number of streams. Prints `open` once all are open, then a line for
 * each tip with the milliseconds from the first stream that received it to the last (JSON: `TipSpread`).
 */
import { connect } from 'node:net';
import type { TipSpread } from './events-stage.ts';

const [base, streams] = process.argv.slice(2);
const { hostname, port, host } = new URL(base!);
const count = Number(streams);
/** By height: when the first stream received the tip, and how many have. */
const tips = new Map<number, { readonly first: number; received: number }>();

function countTip(height: number): void {
  const tip = tips.get(height) ?? { first: performance.now(), received: 0 };
  tips.set(height, tip);
  tip.received += 1;
  if (tip.received < count) return;
  const spread: TipSpread = { height, milliseconds: performance.now() - tip.first };
  console.log(JSON.stringify(spread));
}

/** Opens a stream; resolves when it has started. */
function follow(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname).setEncoding('latin1');
    let pending = '';
    socket.on('error', reject);
    socket.write(`GET /api/v1/events HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\n\r\n`);
    socket.on('close', () => reject(new Error(`a stream ended: ${pending}`)));
    socket.on('data', (text: string) => {
      pending += text;
      if (pending.includes('retry:')) resolve();
      for (const [, height] of pending.matchAll(/event: tip\nid: (\d+)-\w+\n[^\n]*\n\n/g))
        countTip(Number(height));
      pending = pending.slice(pending.lastIndexOf('\n\n') + 2);
    });
  });
}

process.on('SIGTERM', () => process.exit(0));
await Promise.all(Array.from({ length: count }, follow));
console.log('open');
