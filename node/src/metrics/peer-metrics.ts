import { Counter, type Registry } from 'prom-client';
import type { NodeState } from '../chain/node-state.ts';
import { addGauge, addLabelledGauge } from './gauge.ts';

/** Who is connected, and where the node stands among them. */
export function watchPeers(registry: Registry, state: () => NodeState): void {
  const peers = { name: 'cairn_peers', help: 'Connected peers, by who opened the connection.' };
  addLabelledGauge(registry, { ...peers, label: 'direction' }, () => {
    const { peers } = state();
    const inbound = peers.filter((peer) => peer.inbound).length;
    return { inbound, outbound: peers.length - inbound };
  });
  addGauge(
    registry,
    'cairn_best_peer_height',
    'Highest height that a connected peer claims; 0 without peers.',
    () => state().bestPeerHeight,
  );
  addGauge(registry, 'cairn_syncing', '1 while blocks are fetched from peers.', () =>
    Number(state().syncing),
  );
  addGauge(
    registry,
    'cairn_ready',
    '1 while the node is as high as every connected peer says it is, and takes submissions.',
    () => Number(state().ready),
  );
}

/** @returns counts the first relay of a submitted transaction, told to how many peers it went */
export function createRelayCounter(registry: Registry): (peers: number) => void {
  const registers = [registry];
  const transactions = new Counter({
    name: 'cairn_relayed_transactions_total',
    help: 'Transactions submitted here that at least one peer took at once.',
    registers,
  });
  const alone = new Counter({
    name: 'cairn_unrelayed_transactions_total',
    help: 'Transactions submitted here that no peer took at once; they are offered again.',
    registers,
  });
  const acceptances = new Counter({
    name: 'cairn_relay_acceptances_total',
    help: 'Peers that took a transaction submitted here at once, or had it: the sum of every relay_count.',
    registers,
  });
  return (peers) => {
    (peers > 0 ? transactions : alone).inc();
    acceptances.inc(peers);
  };
}
