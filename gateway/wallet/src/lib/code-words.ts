import { en } from '../messages/en.ts';
import { t, type MessageKey } from '../messages/messages.ts';

/** Plain words for a node's `reason`, or for a code of node, gateway or client; one without words is named as it is. */
export function explainCode(code: string): string {
  const key = findKey(`reason.${code}`) ?? findKey(`code.${code}`);
  return key === undefined ? t('code.unknown', { code }) : t(key as 'code.timeout');
}

function findKey(name: string): MessageKey | undefined {
  return Object.hasOwn(en, name) ? (name as MessageKey) : undefined;
}
