import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { identifyAddressNetwork } from '@cairn/protocol';
import { Identifier, PageHead } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { AddressSummary } from '../address/address-summary.tsx';
import { BalancePlot } from '../address/balance-plot.tsx';
import type { Direction } from '../address/direction.ts';
import { type Standing, useStanding } from '../address/use-standing.ts';
import { chainStatus, explorer } from '../app.ts';
import { AddressHistory } from '../components/address-history.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../frame/frame.ts';
import { island } from '../frame/island.tsx';
import type { Failure } from '../lib/failure.ts';
import type { ChainView } from '../lib/status-store.ts';
import { addressPlace } from '../lib/places.ts';
import { classifyQuery } from '../search/classify.ts';
import { problemText } from '../search/search-words.ts';
import { referenceShort } from '../lib/titles.ts';
import { useChain, useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import '../messages/rooms/details/index.ts';
import '../messages/rooms/search/index.ts';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { OwnBar } from '../own/own-bar.tsx';

const INVALID: Failure = { kind: 'invalid', what: 'address' };

export interface AddressProps {
  /** As in the address bar. */
  address: string;
  /** The squares of its code for cameras, where the server encoded them. */
  code?: string | undefined;
  /** Page of its history, counted from 1. */
  page: number;
  /** Which way the transactions go that are shown; all by default. */
  direction?: Direction | undefined;
  initial?: Initial<{ address: AddressState; history: History; standing: Standing | undefined }> | undefined;
}

/** One address: its confirmed state, and its history where the node keeps an index. */
function Address({ address, code, page, direction = 'all', initial }: AddressProps) {
  const words = useWords();
  const view = useChain();
  const network = identifyAddressNetwork(address);
  const state = useResource(
    network === undefined ? undefined : (signal) => explorer.getAddress({ address }, { signal }),
    address,
    initial?.address,
  );
  useChange(view.status?.tip_id, state.retry);
  useRecovery(state.failure, view, state.retry);
  const version = useVersion(state.data, view);
  const standing = useStanding(state.data, version, view, initial?.standing);
  const failure = network === undefined ? INVALID : state.failure;
  return (
    <div class="c-stack">
      <PageHead title={words.t('address.heading')}>
        {network !== undefined && (
          <>
            <Identifier value={address} what={words.t('what.address')} length="whole" />
            <OwnBar type="addr" reference={address} />
          </>
        )}
      </PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={state.retry}
          retrying={state.loading}
          detail={
            failure.kind === 'invalid' ? invalidDetail(address, view.status?.network, words) : undefined
          }
        />
      )}
      {failure?.kind !== 'invalid' && network !== undefined && (
        <>
          {(failure === undefined || state.data !== undefined) && (
            <AddressSummary address={address} code={code} state={state.data} standing={standing} />
          )}
          {state.data !== undefined && (
            <>
              {standing !== 'absent' && <BalancePlot address={address} version={version ?? ''} view={view} />}
              <AddressHistory
                address={address}
                page={page}
                direction={direction}
                version={version}
                view={view}
                initial={initial?.history}
              />
            </>
          )}
        </>
      )}
    </div>
  );
}

/**
 * Changes when the account does, or the chain left blocks for others, and the index knows: with it there is reason to ask
 * for history, rank and balances again, and with no block that does not name the address.
 */
function useVersion(state: AddressState | undefined, { status }: ChainView): string | undefined {
  const [reorganizations, setReorganizations] = useState(0);
  useEffect(() => chainStatus.onReorganized(() => setReorganizations((count) => count + 1)), []);
  const now = state && `${state.balance} ${state.nonce} ${reorganizations}`;
  const [version, setVersion] = useState(now);
  const lags = status?.index.ready === true && status.index.indexed_height < status.height;
  useEffect(() => {
    if (!lags) setVersion(now);
  }, [now, lags]);
  return version;
}

/** Reason why a text is no address of the shown network. */
function invalidDetail(address: string, shown: string | undefined, words: Words): string | undefined {
  const query = classifyQuery(address);
  if (query.kind === 'address') {
    const { t } = words;
    return t('address.otherNetwork', {
      network: query.network,
      shown: shown ?? t('address.anotherNetwork'),
    });
  }
  return query.kind === 'unknown' ? problemText(query, words) : undefined;
}

export default island(Address, {
  place: addressPlace,
  title: ({ address }, words) =>
    words.t('address.title', { reference: referenceShort(address, words.locale) }),
});
