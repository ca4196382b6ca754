import type { AddressHistory as History, AddressState } from '@cairn/api/explorer';
import { type Address as AddressText, identifyAddressNetwork } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import { useMemo, useRef } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import type { Failure } from '../../site/failure.ts';
import { definePage } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { queryProblemText } from '../../site/query-problem.ts';
import { byIndex, byTip, request, startingAt, useRequest } from '../../site/request.ts';
import { type Direction, lastSegment, onlyOf, PAGE_SIZE, readDirection, readPage } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { PersonalToolbar } from '../labels/index.ts';
import { Region, regionOf, useProof, Verdict } from '../verify/index.ts';
import { addressClaims } from './address-claims.tsx';
import { AddressHistory } from './address-history.tsx';
import { addressStatsRequest, useAddressStats } from './address-stats.ts';
import { AddressSummary } from './address-summary.tsx';
import { BalancePlot } from './balance-plot.tsx';
import { paintedRows, provenRows } from './rows.ts';
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

/** The confirmed state of an address, as the server says it. @param isProven true if it need not be asked for again */
const addressRequest = (address: string, isProven = () => false) =>
  request(
    `address ${address}`,
    (api, options) => api.getAddress({ address }, options),
    (status) => (isProven() ? undefined : byTip(status)),
  );

/** A page of its history, as the server says it. */
const historyRequest = ({ address, page, direction }: AddressProps, isProven = () => false) =>
  request(
    `history of ${address} ${direction} ${page}`,
    async (api, options) => {
      const offset = (page - 1) * PAGE_SIZE;
      const query = { address, limit: PAGE_SIZE, offset, direction: onlyOf(direction) };
      return startingAt(await api.listAddressTransactions(query, options), offset);
    },
    (status) => (isProven() ? undefined : page === 1 ? byIndex(status) : status.index.state),
  );

export interface AddressProps {
  /** As in the URL. */
  address: AddressText;
  /** Page of its history, counted from 1. */
  page: number;
  /** Direction of the shown transactions. */
  direction: Direction;
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

/** What is known of an address: its verdict, its state, its balance over time, its history, its statement. */
function Account({ painted, isProven, ...shown }: AccountProps) {
  const { address, page, direction } = shown;
  const translations = useTranslations();
  const list = useRequest(historyRequest(shown, () => isProven.current));
  const proof = useProof({
    kind: 'address',
    address,
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    direction: onlyOf(direction),
    painted: paintedOf(painted, list.data),
  });
  const { value } = proof;
  isProven.current = value !== undefined;
  const state = value?.state ?? painted;
  const known = regionOf(proof);
  const rows = useMemo(() => {
    if (value !== undefined) return { ...provenRows(value), isProven: known === 'proven' };
    return direction === 'all' ? paintedRows(painted, list.data) : undefined;
  }, [value, known, painted, list.data, direction]);
  const stats = useAddressStats(address, state?.exists, `${state?.balance} ${state?.nonce}`, useChain());
  // What takes long to draw waits for the verdict, so that it is drawn once.
  const settled = proof.verdict === 'running' ? undefined : rows;
  const hasRows = proof.verdict === 'running' ? state?.exists !== false : rows !== undefined;
  return (
    <>
      <Verdict proof={proof} claims={addressClaims(proof, translations)} />
      <AddressSummary address={address} state={state} proof={known} rows={rows} stats={stats} />
      {hasRows && (
        <Region proof={known}>
          <BalancePlot address={address} rows={settled} />
        </Region>
      )}
      {state !== undefined && (
        <>
          <AddressHistory
            {...shown}
            painted={list}
            proven={value}
            proof={regionOf(proof, value?.list !== undefined)}
            rows={rows}
          />
          <Statement address={address} rows={settled} proof={known} />
        </>
      )}
    </>
  );
}

/** What the server says, if both answers are of one tip: it is compared with what is proven of that tip. */
function paintedOf(state: AddressState | undefined, list: History | undefined) {
  if (state?.tip_id === undefined) return undefined;
  return { tip_id: state.tip_id, value: { state, list: list?.tip_id === state.tip_id ? list : undefined } };
}

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
