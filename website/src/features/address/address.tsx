import type { AddressState } from '@cairn/api/explorer';
import { type Address as AddressText, type BlockId, identifyAddressNetwork } from '@cairn/protocol';
import { Identifier, useNear } from '@cairn/ui';
import { PageHead } from '../../site/page-head.tsx';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { byTip, request, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { lastSegment, onlyOf, readDirection, readPage, type Direction } from '../../site/url.ts';
import { chainStatus } from '../../site/api.ts';
import { FailureNotice, NodeNotice } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { classifyQuery } from '../../site/classify.ts';
import type { Failure } from '../../site/failure.ts';
import { queryProblemText } from '../../site/query-problem.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { type Translations, translationsFor, useTranslations } from './texts.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { type PageSubject, type StepState, Verification } from '../verify/index.ts';
import { AddressSummary } from './address-summary.tsx';
import { useBalanceHistory } from './balance-history.ts';
import { BalancePlot } from './balance-plot.tsx';
import { Statement } from './statement.tsx';
import { useAddressStats } from './address-stats.ts';
import { addressClaims } from './address-claims.tsx';
import { AddressHistory, type ListedHistory } from './address-history.tsx';
import './address.css';

/** The parameters in the URL of an address's page. */
export const addressParams = (url: URL) => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
  direction: readDirection(url.searchParams.get('direction')),
});

const INVALID: Failure = { kind: 'invalid', what: 'address' };

/**
 * The confirmed state of an address.
 * @param asOf the tip that the page was found to be behind: it is then loaded again
 */
export const addressRequest = (address: string, asOf?: BlockId) =>
  request(
    `address ${address}`,
    async (api, options) => ({ ...(await api.getAddress({ address }, options)), asOf }),
    (status) => `${byTip(status)} ${asOf}`,
  );

export interface AddressProps {
  /** As in the URL. */
  address: AddressText;
  /** The address's QR code as `encodeQr` returns it, if the server encoded it. */
  code?: string | undefined;
  /** Page of its history, counted from 1. */
  page: number;
  /** Direction of the shown transactions; all by default. */
  direction?: Direction | undefined;
}

/** One address: its confirmed state and, if the node has an index, its stats and history. */
function Address({ address, code, page, direction = 'all' }: AddressProps) {
  const translations = useTranslations();
  const view = useChain();
  const network = identifyAddressNetwork(address);
  const [behind, setBehind] = useState<BlockId>();
  const state = useRequest(network === undefined ? undefined : addressRequest(address, behind));
  const version = useVersion(state.data, view);
  const [isNear, setNear] = useState(false);
  const reading = useBalanceHistory(address, version ?? '', isNear);
  const { read } = reading.answer.data ?? {};
  const isCurrent = state.data !== undefined && version?.startsWith(accountText(state.data)) === true;
  const stats = useAddressStats(state.data, version, view);
  const failure = network === undefined ? INVALID : state.failure;
  const isInvalid = failure?.kind === 'invalid';
  const detail = isInvalid ? explainInvalid(address, view.status?.network, translations) : undefined;
  const [listed, setListed] = useState<ListedHistory>(undefined);
  const [steps, setSteps] = useState<readonly StepState[]>([]);
  const isLoading = state.loading || listed === undefined;
  const subject = useSubject({ address, direction, shown: state.data, listed, isLoading });
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
      <NodeNotice />
      <FailureNotice of={{ ...state, failure }} detail={detail} />
      {!isInvalid && network !== undefined && (
        <>
          {(failure === undefined || state.data !== undefined) && (
            <Verification
              subject={subject}
              claims={addressClaims(steps, translations)}
              isLoading={isLoading}
              onSteps={setSteps}
              onBehind={setBehind}
            />
          )}
          {(failure === undefined || state.data !== undefined) && (
            <AddressSummary address={address} code={code} state={state.data} stats={stats} />
          )}
          {state.data !== undefined && (
            <>
              {stats !== 'absent' && (
                <WhenNear onNear={() => setNear(true)}>
                  <BalancePlot reading={reading} view={view} />
                </WhenNear>
              )}
              <AddressHistory
                address={address}
                page={page}
                direction={direction}
                balance={isCurrent ? state.data.balance : undefined}
                read={read}
                version={version}
                asOf={behind}
                onListed={setListed}
              />
              <Statement address={address} read={read} />
            </>
          )}
        </>
      )}
    </div>
  );
}

/** The subject of the verification: the newest data that is complete. While a part of it loads, the former subject stays. */
function useSubject(page: {
  address: AddressText;
  direction: Direction;
  shown: AddressState | undefined;
  listed: ListedHistory;
  isLoading: boolean;
}): PageSubject | undefined {
  const { address, direction, shown, listed, isLoading } = page;
  const complete = useMemo((): PageSubject | undefined => {
    if (isLoading || shown === undefined || listed === undefined) return undefined;
    const rows = listed === 'unavailable' ? undefined : listed;
    return { kind: 'address', address, shown, rows, direction: onlyOf(direction) };
  }, [address, direction, shown, listed, isLoading]);
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
  const now = state && `${accountText(state)}${reorganizations}`;
  const [version, setVersion] = useState(now);
  const lags = status?.index.ready === true && status.index.indexed_height < status.height;
  useEffect(() => {
    if (!lags) setVersion(now);
  }, [now, lags]);
  return version;
}

/** Says when its content is about to become visible, or to be printed. */
function WhenNear({ onNear, children }: { onNear: () => void; children: ComponentChildren }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNear(container);
  useEffect(() => {
    if (isNear) onNear();
  }, [isNear]);
  return <div ref={container}>{children}</div>;
}

const accountText = ({ balance, nonce }: AddressState) => `${balance} ${nonce} `;

/** Why a text is not an address of this explorer's network; `undefined` if no reason is known. */
function explainInvalid(text: string, network: string | undefined, { t, locale }: Translations) {
  const query = classifyQuery(text);
  if (query.kind === 'address') {
    const shown = network ?? t('address.anotherNetwork');
    return t('address.otherNetwork', { network: query.network, shown });
  }
  return query.kind === 'unknown' ? queryProblemText(query.problem, locale) : undefined;
}

export default island(Address, {
  params: addressParams,
  title: ({ address }, locale) => {
    const { t, shortReference } = translationsFor(locale);
    return t('address.title', { reference: shortReference(address) });
  },
});
