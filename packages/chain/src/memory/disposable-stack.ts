/** Node 22 and some browsers have no `AsyncDisposableStack`. */
export async function supplyStack(): Promise<void> {
  if ('AsyncDisposableStack' in globalThis) return;
  // @ts-expect-error -- it has no types
  await import('core-js/actual/async-disposable-stack/index.js');
}
