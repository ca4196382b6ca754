import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { type Address as AddressText, type BlockId, identifyAddressNetwork } from '@cairn/protocol';
import { Identifier, useNear } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChainView } from '../../site/chain-feed.ts';
import { classifyQuery } from '../../site/classify.ts';
import type { Failure } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { queryProblemText } from '../../site/query-problem.ts';
import { type Answer, request, useRequest } from '../../site/request.ts';
import { type Direction, lastSegment, onlyOf, PAGE_SIZE, readDirection, readPage } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { type PageSubject, Verification } from '../verify/index.ts';
import { addressClaims } from './address-claims.tsx';
import { AddressHistory, historyRequest } from './address-history.tsx';
import { addressStatsRequest, useAddressStats } from './address-stats.ts';
import { AddressSummary } from './address-summary.tsx';
import { BalancePlot, useBalanceHistory } from './balance-history.tsx';
import { Statement } from './statement.tsx';
import { texts, type Translations, useTranslations } from './texts.ts';
import './address.css';

/** The parameters in the URL of an address's page. */
const addressParams = (url: URL): AddressProps => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
  direction: readDirection(url.searchParams.get('direction')),
});

const INVALID: Failure = { kind: 'invalid', what: 'address' };

/**
 * The confirmed state of an address.
 * @param asOf the tip that the page was found to be behind: it is then loaded again
 */
const addressRequest = (address: string, asOf?: BlockId) =>
  request(
    `address ${address}`,
    async (api, options) => ({ ...(await api.getAddress({ address }, options)), asOf }),
    ({ tip_id }) => `${tip_id} ${asOf}`,
  );

export interface AddressProps {
  /** As in the URL. */
  address: AddressText;
  /** Page of its history, counted from 1. */
  page: number;
  /** Direction of the shown transactions. */
  direction: Direction;
}

/** One address: its confirmed state and, if the node has an index, its stats and history. */
function Address(props: AddressProps) {
  const { address } = props;
  const translations = useTranslations();
  const { t } = translations;
  const network = identifyAddressNetwork(address);
  const [behind, setBehind] = useState<BlockId>();
  const state = useRequest(network === undefined ? undefined : addressRequest(address, behind));
  const failure = network === undefined ? INVALID : state.failure;
  const { status } = useChain();
  const isInvalid = failure?.kind === 'invalid';
  return (
    <Page
      title={t('address.heading')}
      lead={
        network !== undefined && (
          <>
            <Identifier value={address} what={t('what.address')} length="whole" />
            <PersonalToolbar type="addr" reference={address} />
          </>
        )
      }
    >
      <FailureNotice
        of={{ ...state, failure }}
        detail={isInvalid ? explainInvalid(address, status?.network, translations) : undefined}
      />
      {!isInvalid && (failure === undefined || state.data !== undefined) && (
        <Account {...props} state={state} behind={behind} onBehind={setBehind} />
      )}
    </Page>
  );
}

interface AccountProps extends AddressProps {
  state: Answer<AddressState & { readonly asOf: BlockId | undefined }>;
  /** The tip that the page was found to be behind. */
  behind: BlockId | undefined;
  onBehind: (tip: BlockId) => void;
}

/** What is known of an address: its verification, its state, its balance over time, its history, its statement. */
function Account({ address, page, direction, state, behind, onBehind }: AccountProps) {
  const translations = useTranslations();
  const view = useChain();
  const account = state.data;
  const version = useVersion(account, view);
  const shown = { address, page, direction };
  const history = useRequest(account && historyRequest(shown, version, behind));
  const stats = useAddressStats(account, version, view);
  const chart = useRef<HTMLDivElement>(null);
  const balances = useBalanceHistory(address, version ?? '', useNear(chart));
  const { read } = balances.data ?? {};
  const isCurrent = account !== undefined && version?.startsWith(accountText(account)) === true;
  const isLoading = state.loading || history.loading;
  const subject = useSubject(shown, account, history, isLoading);
  return (
    <>
      <Verification
        subject={subject}
        claims={(steps) => addressClaims(steps, translations)}
        isLoading={isLoading}
        onBehind={onBehind}
      />
      <AddressSummary address={address} state={account} stats={stats} />
      <div ref={chart} hidden={account === undefined || stats === 'absent'}>
        <BalancePlot answer={balances} view={view} />
      </div>
      {account !== undefined && (
        <>
          <AddressHistory
            {...shown}
            history={history}
            balance={isCurrent ? account.balance : undefined}
            read={read}
          />
          <Statement address={address} read={read} />
        </>
      )}
    </>
  );
}

/** The subject of the verification: the newest data that is complete. While a part of it loads, the former subject stays. */
function useSubject(
  { address, direction }: { address: AddressText; page: number; direction: Direction },
  shown: AddressState | undefined,
  { data, failure }: Answer<History & { readonly asOf: BlockId | undefined }>,
  isLoading: boolean,
): PageSubject | undefined {
  const complete = useMemo((): PageSubject | undefined => {
    if (isLoading || shown === undefined) return undefined;
    const rows =
      data === undefined || failure !== undefined
        ? undefined
        : { ...data.pagination, items: data.items, limit: PAGE_SIZE, asOf: data.asOf };
    return { kind: 'address', address, shown, rows, direction: onlyOf(direction) };
  }, [address, direction, shown, data, failure, isLoading]);
  const last = useRef(complete);
  if (complete !== undefined) last.current = complete;
  return last.current;
}

/**
 * A text that changes when the account changes and after a reorganization, in both cases once the index has caught up:
 * history, stats and balances are then loaded again. A block without the address does not change it.
 */
function useVersion(
  state: AddressState | undefined,
  { status, reorganizations }: ChainView,
): string | undefined {
  const now = state && `${accountText(state)}${reorganizations}`;
  const [version, setVersion] = useState(now);
  const lags = status?.index.ready === true && status.index.indexed_height < status.height;
  useEffect(() => {
    if (!lags) setVersion(now);
  }, [now, lags]);
  return version;
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

export default definePage({
  texts,
  params: addressParams,
  requests: () => ({}),
  preloads: (shown) => [
    addressRequest(shown.address),
    historyRequest(shown),
    addressStatsRequest(shown.address),
  ],
  head: ({ t, shortReference }, { address }) => {
    const reference = shortReference(address);
    return {
      title: t('address.title', { reference }),
      description: t('address.description', { reference }),
      linkPreview: `/link-preview/addresses/${address}`,
    };
  },
  view: Address,
});
