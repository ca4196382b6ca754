// @vitest-environment happy-dom
import type { RpcStatus } from '@cairn/api/rpc';
import { expect, test } from 'vitest';
import { showPart } from '../../../test/fixture-part.tsx';
import { Node } from './node.tsx';

const PEER = { host: '192.0.2.1', port: 1, inbound: false, height: 0, last_seen: 0 };

test.each<[string, Partial<RpcStatus>]>([
  ['none', { peers: [], best_peer_height: 0 }],
  ['none', { peers: [], best_peer_height: -1 }],
  ['0', { peers: [PEER], best_peer_height: 0 }],
  ['1,234', { peers: [PEER], best_peer_height: 1_234 }],
])('the highest peer is %s with %o', (shown, told) => {
  const status = { network: 'devnet', height: 1, api_version: 1, ...told } as RpcStatus;
  const terms = [...showPart(<Node />, { status }).querySelectorAll('dt')];
  const term = terms.find(({ textContent }) => textContent === 'Highest peer');
  expect(term?.nextElementSibling?.textContent).toBe(shown);
});
