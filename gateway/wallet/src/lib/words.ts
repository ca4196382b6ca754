import { isWalletError, WalletError } from '@cairn/wallet';
import type { Link } from '../model/state.ts';

/** A failure of the wallet's own work, as one sentence. */
export function describeFailure(error: unknown): string {
  if (isWalletError(error, 'storage_write_failed')) {
    return 'The browser could not store the wallet’s data: its storage may be full or switched off. Nothing was changed.';
  }
  if (isWalletError(error, 'vault_damaged') || isWalletError(error, 'vault_unsupported')) {
    return 'The wallet that is stored in this browser cannot be read by this page.';
  }
  if (error instanceof WalletError) return error.message;
  return `This did not work (${error instanceof Error ? error.name : 'unknown failure'}).`;
}

/** Title and explanation of a way to the node that is not in order; `undefined` while it is. */
export function describeLink(link: Link): { title: string; text: string } | undefined {
  switch (link.state) {
    case 'online':
    case 'connecting':
      return undefined;
    case 'gateway_down':
      return {
        title: 'The gateway does not answer',
        text: 'It may have been stopped. What is shown here may be out of date, and sending is off until it is back.',
      };
    case 'node_down':
      return {
        title: 'The node cannot be reached',
        text: NODE_DOWN[link.code] ?? NODE_DOWN['node_unreachable']!,
      };
    case 'session_refused':
      return {
        title: 'This page’s session with the gateway has ended',
        text: 'Open the wallet by the address that the gateway printed last. Sending is off.',
      };
    case 'bad_answer':
      return {
        title: 'The node’s answer cannot be understood',
        text: `Gateway, node and this page may be of different versions (${link.code}). Sending is off.`,
      };
    case 'page_fault':
      return {
        title: 'This page failed',
        text: `Something went wrong while it read the node’s answer (${link.code}). Reload the page; sending is off.`,
      };
  }
  return undefined;
}

const NODE_DOWN: Readonly<Record<string, string>> = {
  node_unreachable:
    'The gateway answers, but the node behind it does not: it may be stopped or starting. What is shown may be out of date, and sending is off.',
  node_timeout: 'The node takes too long to answer. What is shown may be out of date, and sending is off.',
  node_bad_response: 'The node gave an answer that the gateway does not pass on. Sending is off.',
  unauthorized:
    'The node does not accept the gateway’s token. Restart the gateway with the node’s own token file.',
  internal_error: 'The node or the gateway failed while it worked on an answer. Sending is off.',
};
