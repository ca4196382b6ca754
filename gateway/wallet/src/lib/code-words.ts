import { isMessageKey, t } from '../messages/messages.ts';

/** Plain words for a node's `reason`, or for a code of node, gateway or client; one without words is named as it is. */
export function explainCode(code: string): string {
  const key = [`reason.${code}`, `code.${code}`].find(isMessageKey);
  return key === undefined ? t('code.unknown', { code }) : t(key as 'code.timeout');
}
