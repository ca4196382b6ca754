import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from letting the heap's young generation grow: what a full block of 8 MiB needs lives for a second, and a
 * large young generation keeps several blocks' worth of it before anything is freed (a third of the memory of an import,
 * for a few per cent of its time; `npm run bench -w node` shows both). To be called before the heap has grown.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
