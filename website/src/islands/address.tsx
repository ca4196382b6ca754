import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, Badge, Card, Identifier, QrCode, Skeleton } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { AddressHistory } from '../components/address-history.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import type { Failure } from '../lib/failure.ts';
import { addressPlace } from '../lib/places.ts';
import { classifyQuery } from '../lib/search.ts';
import { referenceShort } from '../lib/titles.ts';
import { formatCount } from '../lib/words.ts';
import { useChain } from '../hooks/use-chain.ts';
import { useChange } from '../hooks/use-change.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';

const INVALID: Failure = { kind: 'invalid', what: 'address' };

export interface AddressProps {
  /** As it stands in the address bar. */
  address: string;
  /** Page of its history, counted from 1. */
  page: number;
  initial?: Initial<{ address: AddressState; history: History }> | undefined;
}

/** One address: its confirmed state, and its history where the node keeps an index. */
function Address({ address, page, initial }: AddressProps) {
  const view = useChain();
  const network = identifyAddressNetwork(address);
  const state = useResource(
    network === undefined ? undefined : (signal) => explorer.getAddress({ address }, { signal }),
    address,
    initial?.address,
  );
  useChange(view.status?.tip_id, state.retry);
  useRecovery(state.failure, view, state.retry);
  const failure = network === undefined ? INVALID : state.failure;
  return (
    <div class="c-stack">
      <div class="page-head">
        <h1>Address</h1>
      </div>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={state.retry}
          retrying={state.loading}
          detail={failure.kind === 'invalid' ? invalidDetail(address, view.status?.network) : undefined}
        />
      )}
      {failure?.kind !== 'invalid' && network !== undefined && (
        <>
          {(failure === undefined || state.data !== undefined) && (
            <Summary address={address} state={state.data} />
          )}
          {state.data !== undefined && (
            <AddressHistory address={address} page={page} view={view} initial={initial?.history} />
          )}
        </>
      )}
    </div>
  );
}

/** What is wrong with an address that is not of the shown network, as exactly as it can be said. */
function invalidDetail(address: string, shown: string | undefined): string | undefined {
  const query = classifyQuery(address);
  if (query.kind === 'address') {
    return `It is an address of ${query.network}; this explorer shows ${shown ?? 'another network'}.`;
  }
  return query.kind === 'unknown' ? query.problem : undefined;
}

function Summary({ address, state }: { address: string; state: AddressState | undefined }) {
  return (
    <Card>
      <div class="address">
        <QrCode value={address} label={`QR code of the address ${address}`} />
        <div class="address__facts" aria-busy={state === undefined ? 'true' : undefined}>
          <p class="address__value">
            <Identifier value={address} what="address" length="whole" />
          </p>
          <dl class="address__numbers">
            <div>
              <dt>Confirmed balance</dt>
              <dd class="address__balance">
                {state === undefined ? (
                  <Skeleton width="medium" />
                ) : (
                  <Amount value={parsePebbles(state.balance)} large />
                )}
              </dd>
            </div>
            <div>
              <dt>Nonce</dt>
              <dd>{state === undefined ? <Skeleton width="short" /> : formatCount(state.nonce)}</dd>
            </div>
            <div>
              <dt>State</dt>
              <dd>{state === undefined ? <Skeleton width="short" /> : <Existence state={state} />}</dd>
            </div>
          </dl>
        </div>
      </div>
    </Card>
  );
}

function Existence({ state }: { state: AddressState }) {
  return state.exists ? (
    <Badge tone="success">{`On ${state.network}`}</Badge>
  ) : (
    <Badge title="No confirmed transaction names it">Not used yet</Badge>
  );
}

export default island(Address, {
  place: addressPlace,
  title: ({ address }, words) =>
    words.t('address.title', { reference: referenceShort(address, words.locale) }),
});
