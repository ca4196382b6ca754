import { texts } from './code.texts.ts';

const { t } = texts;

/** The text for an error of the wallet, the node or the gateway; for any other error, a text with its name. */
export function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return explainCode(code);
  return t('failure.unknown', { name: error instanceof Error ? error.name : typeof error });
}

/** The text for a node's `reason`, or for a code of wallet, node, gateway or RPC client; an unknown code is quoted. */
export function explainCode(code: string): string {
  const isExplained = Object.hasOwn(texts.dictionary, `code.${code}`);
  return t((isExplained ? `code.${code}` : 'code.unknown') as 'code.unknown', { code });
}
