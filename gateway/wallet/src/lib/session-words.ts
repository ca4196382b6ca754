import type { SendBlocker } from '@cairn/wallet';
import { t } from '../messages/messages.ts';
import type { Link } from '../model/state.ts';
import { explainCode } from './code-words.ts';

/** A state, and its meaning for the wallet's owner. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

/** Plain words for a reason not to send. */
export function explainBlocker(blocker: SendBlocker): Words {
  return { title: t(`blocker.${blocker}.title`), text: t(`blocker.${blocker}.text`) };
}

/** Text for a problem of the connection to the node; `undefined` while there is none. */
export function explainLink(link: Link): Words | undefined {
  switch (link.state) {
    case 'online':
    case 'connecting':
      return undefined;
    case 'node_down':
    case 'bad_answer':
      return {
        title: t(`session.${link.state}.title`),
        text: t(`session.${link.state}.text`, { why: explainCode(link.code) }),
      };
    case 'page_fault':
      return {
        title: t('session.page_fault.title'),
        text: t('session.page_fault.text', { code: link.code }),
      };
    case 'offline':
    case 'gateway_down':
    case 'session_refused':
      return { title: t(`session.${link.state}.title`), text: t(`session.${link.state}.text`) };
  }
  return undefined;
}
