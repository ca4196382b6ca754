import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { type Address as AddressText, DEVNET_NAMES, identifyAddressNetwork } from '@cairn/protocol';
import {
  AddressFace,
  Button,
  Identifier,
  LabelsContext,
  UsualNamesContext,
  useTimeSettings,
} from '@cairn/ui';
import { useContext, useMemo, useRef } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import type { Failure } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { otherNetworkText, queryProblemText } from '../../site/query-problem.ts';
import { byIndex, byTip, readable, request, startingAt, useRequest } from '../../site/request.ts';
import { lastSegment, PAGE_SIZE, readPage } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { queryOf, readFilter, timesToAsk } from '../lists/index.ts';
import { regionOf, saveProof, Seal, useProof } from '../verify/index.ts';
import { AddressHistory } from './address-history.tsx';
import { addressStatsRequest, useAddressStats } from './address-stats.ts';
import { AddressSummary } from './address-summary.tsx';
import { BalanceOverTime } from './balance-over-time.tsx';
import { isSelective, select, type Selection } from './ledger.ts';
import { paintedRows, provenRows } from './rows.ts';
import { texts, type Translations, useTranslations } from './texts.ts';
import { totalsOf, totalsSaid } from './totals-line.tsx';
import './address.css';

/** The parameters in the URL of an address's page. */
const addressParams = (url: URL): AddressProps => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
  filter: readFilter('direction', url.searchParams),
});

const INVALID: Failure = { kind: 'invalid', what: 'address' };

/** The confirmed state of an address, as the server says it. @param isProven true if it need not be asked for again */
const addressRequest = (address: string, isProven = () => false) =>
  request(
    `address ${address}`,
    (api, options) => api.getAddress({ address }, options),
    (status) => (isProven() ? undefined : byTip(status)),
  );

const SUMS = {
  received: 'string',
  sent: 'string',
  fees: 'string',
  mined: 'string',
  to_self: 'string',
} as const;
const PAYMENT = { id: 'string', value: 'string', from_address: 'string', to_address: 'string' } as const;

/** Sums of what is selected of its history, as the server says them. */
const totalsRequest = (address: string, selection: Selection) =>
  request(
    `totals of ${address} ${queryOf(selection)}`,
    async (api, options) => {
      const times = await timesToAsk(selection, api, options);
      const said = readable(await api.getAddressTotals({ address, ...times }, options), SUMS);
      for (const largest of [said.largest_in, said.largest_out]) if (largest) readable(largest, PAYMENT);
      return totalsSaid(said, selection.only);
    },
    byIndex,
  );

/** A page of its history, as the server says it. */
const historyRequest = ({ address, page, filter }: AddressProps, isProven = () => false) =>
  request(
    `history of ${address} ${queryOf(filter)} ${page}`,
    async (api, options) => {
      const { only: direction, order } = filter;
      const offset = (page - 1) * PAGE_SIZE;
      const times = await timesToAsk(filter, api, options);
      const query = { address, limit: PAGE_SIZE, offset, direction, order, ...times };
      return startingAt(await api.listAddressTransactions(query, options), offset);
    },
    (status) => (isProven() ? undefined : page === 1 ? byIndex(status) : status.index.state),
  );

export interface AddressProps {
  /** As in the URL. */
  address: AddressText;
  /** Page of its history, counted from 1. */
  page: number;
  filter: Selection;
}

/** One address: what was proven of it, in the place of what the server says. */
function Address(props: AddressProps) {
  const { address } = props;
  const translations = useTranslations();
  const { t } = translations;
  const network = identifyAddressNetwork(address);
  const proven = useRef(false);
  const isProven = () => proven.current;
  const state = useRequest(network === undefined ? undefined : addressRequest(address, isProven));
  const failure = network === undefined ? INVALID : state.failure;
  const { status } = useChain();
  const isInvalid = failure?.kind === 'invalid';
  return (
    <Page
      title={network === undefined ? t('column.address') : <AddressName address={address} />}
      lead={
        network !== undefined && (
          <>
            <Identifier value={address} what={t('what.address')} length="whole" />
            <PersonalToolbar type="addr" reference={address} />
          </>
        )
      }
    >
      {!proven.current && (
        <FailureNotice
          of={{ ...state, failure }}
          detail={isInvalid ? explainInvalid(address, status?.network, translations) : undefined}
        />
      )}
      {!isInvalid && (failure === undefined || state.data !== undefined) && (
        <Account {...props} painted={state.data} isProven={proven} />
      )}
    </Page>
  );
}

interface AccountProps extends AddressProps {
  /** What the server says. */
  painted: AddressState | undefined;
  /** Set to whether it was proven: it is then not asked for again. */
  isProven: { current: boolean };
}

/** The face of an address with the name that the reader or the network gives it. */
function AddressName({ address }: { address: AddressText }) {
  const { t } = useTranslations();
  const own = useContext(LabelsContext)?.get(address);
  const usual = useContext(UsualNamesContext)?.get(address);
  return (
    <span class="address__name">
      <AddressFace address={address} /> <bdi>{own ?? usual ?? t('column.address')}</bdi>
    </span>
  );
}

/** What is known of an address: its verdict, its state, its balance over time, its history. */
function Account({ painted, isProven, ...shown }: AccountProps) {
  const { address, page, filter: selection } = shown;
  const { only: direction } = selection;
  const { t } = useTranslations();
  const now = useNow();
  const isListed = useRef(false);
  const list = useRequest(historyRequest(shown, () => isListed.current));
  const isSelected = isSelective(selection);
  const proof = useProof({
    kind: 'address',
    address,
    // Of a time range or another order, the page selects from the rows that are proven.
    ...(isSelected
      ? { offset: 0, limit: 0 }
      : { offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE, direction }),
    painted: paintedOf(painted, isSelected ? undefined : list.data),
  });
  const { value, receipt } = proof;
  isProven.current = value !== undefined;
  const state = value?.state ?? painted;
  const known = regionOf(proof);
  const rows = useMemo(() => {
    if (value !== undefined) return { ...provenRows(value), isProven: known === 'proven' };
    return direction === undefined && !isSelected ? paintedRows(painted, list.data) : undefined;
  }, [value, known, painted, list.data, direction, isSelected]);
  const query = queryOf(selection);
  const selected = useMemo(() => rows && select(rows, selection, now), [rows, query, now]);
  // Where the rows that are proven do not reach the beginning of the range, the server's list is shown, and so are its sums.
  const isPartly = isSelected && known !== 'checking' && selected?.isWhole !== true;
  const said = useRequest(isPartly ? totalsRequest(address, selection) : undefined);
  const ofRows = selected?.items.length ? totalsOf(selected, address, rows!.items.length) : undefined;
  const totals = isPartly && said.failure === undefined ? said.data : ofRows;
  const hasList = isSelected ? selected?.isWhole === true : value?.list !== undefined;
  isListed.current = value !== undefined && hasList;
  const stats = useAddressStats(address, state?.exists, `${state?.balance} ${state?.nonce}`, useChain());
  return (
    <>
      <Seal proof={proof}>
        {receipt !== undefined && (
          <Button size="sm" onClick={() => saveProof(receipt)}>
            {t('address.saveProof')}
          </Button>
        )}
      </Seal>
      <div class="c-grid">
        <AddressSummary address={address} state={state} proof={known} rows={rows} stats={stats} />
        {state?.exists !== false && (
          <BalanceOverTime address={address} rows={rows} now={now} selection={selection} proof={known} />
        )}
      </div>
      {state !== undefined && (
        <AddressHistory
          address={address}
          page={page}
          selection={selection}
          isUnused={!state.exists}
          painted={list}
          proven={value}
          proof={regionOf(proof, hasList)}
          rows={rows}
          selected={selected}
          totals={totals}
          now={now}
        />
      )}
    </>
  );
}

/** Unix seconds by the node's clock, to the minute: not every answer of the chain feed selects and draws anew. */
function useNow(): number {
  const { receivedAt = 0 } = useChain();
  const { offsetSeconds = 0 } = useTimeSettings();
  return Math.floor(receivedAt / 60_000) * 60 + offsetSeconds;
}

/** What the server says, if both answers are of one tip: it is compared with what is proven of that tip. */
function paintedOf(state: AddressState | undefined, list: History | undefined) {
  if (state?.tip_id === undefined) return undefined;
  return { tip_id: state.tip_id, value: { state, list: list?.tip_id === state.tip_id ? list : undefined } };
}

/** Why a text is not an address of this explorer's network; `undefined` if no reason is known. */
function explainInvalid(text: string, network: string | undefined, { locale }: Translations) {
  const query = classifyQuery(text);
  if (query.kind === 'address') return otherNetworkText(query.network, network, locale);
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
      title: DEVNET_NAMES.get(address) ?? t('address.title', { reference }),
      description: t('address.description', { reference }),
      linkPreview: `/link-preview/addresses/${address}`,
    };
  },
  view: Address,
});
