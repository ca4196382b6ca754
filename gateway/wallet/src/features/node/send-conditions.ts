import { networkMismatch, type AppState } from '../../wallet/state.ts';

/** The conditions for sending, in the order in which the page lists them. */
export const CONDITIONS = ['answers', 'network', 'initialized', 'synced', 'ready', 'mempool'] as const;

/** A condition for sending (interface document, section 5.2.6), and whether the node's last answer meets it. */
export interface Condition {
  readonly name: (typeof CONDITIONS)[number];
  readonly state: 'met' | 'not_met' | 'not_known';
}

/** State of each condition. If the node does not answer or is on another chain, the other conditions are unknown. */
export function listConditions(state: AppState): Condition[] {
  const { status, data } = state;
  const answers = state.connection.state === 'online' && status !== undefined;
  const ours = answers ? networkMismatch(state) === undefined : undefined;
  const trusted = answers && ours === true ? status : undefined;
  const facts: Readonly<Record<Condition['name'], boolean | undefined>> = {
    answers,
    network: ours,
    initialized: trusted?.initialized,
    synced: trusted && !trusted.syncing,
    ready: trusted?.ready,
    mempool: trusted && data?.account.mempool_available,
  };
  return CONDITIONS.map((name) => ({ name, state: stateOf(facts[name]) }));
}

function stateOf(fact: boolean | undefined): Condition['state'] {
  if (fact === undefined) return 'not_known';
  return fact ? 'met' : 'not_met';
}
