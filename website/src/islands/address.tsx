import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { identifyAddressNetwork } from '@cairn/protocol';
import { Identifier, PageHead } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { AddressSummary } from '../address/address-summary.tsx';
import { BalancePlot } from '../address/balance-plot.tsx';
import { addressParams, type Direction } from '../lib/url-params.ts';
import { type AddressStats, useAddressStats } from '../address/address-stats.ts';
import { chainStatus, explorer } from '../app.ts';
import { AddressHistory } from '../address/address-history.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import type { Failure } from '../lib/failure.ts';
import type { ChainView } from '../live/chain-feed.ts';
import { classifyQuery } from '../search/classify.ts';
import { useChain, useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import '../messages/groups/details/index.ts';
import '../messages/groups/search/index.ts';
import { useTranslations, type Translations } from '../messages/translations.ts';
import { PersonalToolbar } from '../personal/toolbar.tsx';

const INVALID: Failure = { kind: 'invalid', what: 'address' };

export interface AddressProps {
  /** As in the URL. */
  address: string;
  /** The address's QR code as `encodeQr` returns it, if the server encoded it. */
  code?: string | undefined;
  /** Page of its history, counted from 1. */
  page: number;
  /** Direction of the shown transactions; all by default. */
  direction?: Direction | undefined;
  initial?: Initial<{ address: AddressState; history: History; stats: AddressStats | undefined }> | undefined;
}

/** One address: its confirmed state and, if the node has an index, its stats and history. */
function Address({ address, code, page, direction = 'all', initial }: AddressProps) {
  const translations = useTranslations();
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
  const stats = useAddressStats(state.data, version, view, initial?.stats);
  const failure = network === undefined ? INVALID : state.failure;
  return (
    <div class="c-stack">
      <PageHead title={translations.t('address.heading')}>
        {network !== undefined && (
          <>
            <Identifier value={address} what={translations.t('what.address')} length="whole" />
            <PersonalToolbar type="addr" reference={address} />
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
            failure.kind === 'invalid'
              ? invalidDetail(address, view.status?.network, translations)
              : undefined
          }
        />
      )}
      {failure?.kind !== 'invalid' && network !== undefined && (
        <>
          {(failure === undefined || state.data !== undefined) && (
            <AddressSummary address={address} code={code} state={state.data} stats={stats} />
          )}
          {state.data !== undefined && (
            <>
              {stats !== 'absent' && <BalancePlot address={address} version={version ?? ''} view={view} />}
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
 * A text that changes when the account changes and after a reorganization, in both cases once the index has caught up:
 * history, stats and balances are then loaded again. A block without the address does not change it.
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

/** Why a text is not an address of this explorer's network; `undefined` if no reason is known. */
function invalidDetail(
  address: string,
  siteNetwork: string | undefined,
  translations: Translations,
): string | undefined {
  const query = classifyQuery(address);
  if (query.kind === 'address') {
    const { t } = translations;
    return t('address.otherNetwork', {
      network: query.network,
      shown: siteNetwork ?? t('address.anotherNetwork'),
    });
  }
  return query.kind === 'unknown' ? translations.t(`search.${query.problem}`) : undefined;
}

export default island(Address, {
  params: addressParams,
  title: ({ address }, translations) =>
    translations.t('address.title', { reference: translations.shortReference(address) }),
});
