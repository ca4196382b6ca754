import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { type Address as AddressText, type BlockId, identifyAddressNetwork } from '@cairn/protocol';
import { Identifier, PageHead } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { AddressSummary } from '../address/address-summary.tsx';
import { BalancePlot } from '../address/balance-plot.tsx';
import { useReload } from '../address/use-reload.ts';
import { addressParams, type Direction } from '../lib/url-params.ts';
import { type AddressStats, useAddressStats } from '../address/address-stats.ts';
import { chainStatus, explorer } from '../app.ts';
import { addressClaims } from '../address/address-claims.tsx';
import { AddressHistory } from '../address/address-history.tsx';
import type { ListedHistory } from '../address/filtered-history.tsx';
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
import type { StepState } from '../verify/findings.ts';
import { Verification } from '../verify/view/verification.tsx';
import type { PageSubject } from '../verify/worker.ts';

const INVALID: Failure = { kind: 'invalid', what: 'address' };

export interface AddressProps {
  /** As in the URL. */
  address: AddressText;
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
  const reload = useReload();
  const state = useResource<AddressState & { asOf?: BlockId | undefined }>(
    network === undefined
      ? undefined
      : async (signal) => reload.mark((options) => explorer.getAddress({ address }, options), signal),
    address,
    initial?.address,
  );
  useChange(view.status?.tip_id, state.retry);
  useRecovery(state.failure, view, state.retry);
  const version = useVersion(state.data, view);
  const stats = useAddressStats(state.data, version, view, initial?.stats);
  const failure = network === undefined ? INVALID : state.failure;
  useChange(`${reload.count}`, state.retry);
  const [listed, setListed] = useState<ListedHistory>(undefined);
  const [steps, setSteps] = useState<readonly StepState[]>([]);
  const isLoading = state.loading || listed === undefined;
  const subject = useSubject(address, state.data, listed, isLoading);
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
            <Verification
              subject={subject}
              claims={addressClaims(steps, direction !== 'all', translations)}
              isLoading={isLoading}
              onSteps={setSteps}
              onBehind={reload.start}
            />
          )}
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
                reload={reload}
                onListed={setListed}
              />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The subject of the verification: the newest data that is complete. While a part of it loads, the former subject stays. */
function useSubject(
  address: AddressText,
  shown: AddressState | undefined,
  listed: ListedHistory,
  isLoading: boolean,
): PageSubject | undefined {
  const complete = useMemo((): PageSubject | undefined => {
    if (isLoading || shown === undefined || listed === undefined) return undefined;
    return { kind: 'address', address, shown, rows: listed === 'unavailable' ? undefined : listed };
  }, [address, shown, listed, isLoading]);
  const last = useRef(complete);
  if (complete !== undefined) last.current = complete;
  return last.current;
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
