// @vitest-environment happy-dom
import type { RpcStatus } from '@cairn/api/rpc';
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { Node } from './node.tsx';

const PEER = { host: '192.0.2.1', port: 1, inbound: false, height: 0, last_seen: 0 };

test.each<[RegExp, Partial<RpcStatus>]>([
  [/^None\./, { peers: [], best_peer_height: -1 }],
  [/^1, at height 0$/, { peers: [PEER], best_peer_height: 0 }],
  [/^1, at height 1,234$/, { peers: [PEER], best_peer_height: 1_234 }],
])('the peers are described as %s', (shown, told) => {
  const status = { network: 'devnet', chain_id: 3, height: 1, api_version: 1, ...told } as RpcStatus;
  const terms = [...showPart(<Node />, { status, answeredAt: 1 }).querySelectorAll('dt')];
  const term = terms.find(({ textContent }) => textContent === 'Peers');
  expect(term?.nextElementSibling?.textContent).toMatch(shown);
});
