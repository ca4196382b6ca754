import type { TransactionId } from '@cairn/protocol';
import { Button, Card, LinkButton, Notice } from '@cairn/ui';
import { needsDecision, type OutboxItem, type SubmitOutcome, type Transfer } from '@cairn/wallet';
import { NewTab } from '../../shared/new-tab.tsx';
import { hrefOf } from '../../shared/route.ts';
import { formatNumber } from '../../shared/texts.ts';
import { useAppState, useWallet } from '../../model/context.ts';
import type { Submitted } from '../../model/sending.ts';
import { depthUnder, outboxOf } from '../../model/state.ts';
import { isMissing, meaningOfPlan } from './meaning.tsx';
import { OutboxList, RejectedNotice } from './outbox-list.tsx';
import { Pebble } from './pebble.tsx';
import { TransferFacts, TransferSummary } from './review.tsx';
import { t } from './texts.ts';

/** Result of submitting a transfer, updated with each answer of the node. */
export function TransferResult(props: {
  transfer: Transfer;
  result: Submitted;
  onAgain: () => void;
  againLabel: string;
}) {
  const { transfer, result, onAgain, againLabel } = props;
  const { state } = useWallet();
  const { id, outcome } = result;
  const { status, height, stored } = useStatus(id, outcome);
  if (outcome.kind === 'rejected') {
    return (
      <RejectedNotice
        id={id}
        code={outcome.reason ?? outcome.code}
        replacement={transfer.replaces !== undefined}
        dismiss={t('result.back')}
        onDismissed={onAgain}
      />
    );
  }
  const meaning = meaningOfPlan(transfer, outboxOf(state));
  const isPending = status === 'pending';
  const isSent = isPending || status === 'confirmed';
  const depth = height === undefined ? undefined : depthUnder(state, height);
  // A devnet has no other nodes, and a fork none.
  const isDevnet = transfer.network === 'devnet' || state.status?.fork_height !== undefined;
  const isAlone = outcome.kind === 'accepted' && outcome.relayCount === 0 && !isDevnet;
  const { title, text } = explain(status, stored, height, depth);
  return (
    <Card
      flush
      footer={
        <div class="c-row">
          <LinkButton href={hrefOf('activity')}>{t('result.activity')}</LinkButton>
          <Button onClick={onAgain}>{againLabel}</Button>
          {isSent && <ExplorerLink id={id} pending={isPending} />}
        </div>
      }
    >
      <div class="c-pad c-stack">
        {isSent && (
          <Pebble
            depth={isPending ? 0 : (depth ?? 1)}
            height={height === undefined ? undefined : formatNumber(height)}
          />
        )}
        {/* What its owner must decide is asked here. */}
        {status === 'open' && <OutboxList />}
        {(status !== 'open' || stored === undefined) && (
          <Notice tone={isSent && !stored?.entry.leftBlock ? 'success' : 'warn'} title={title} live>
            {text} {isPending && isAlone && t('result.no_relay')}
          </Notice>
        )}
        <TransferSummary meaning={meaning} />
        {meaning.kind === 'cancellation' && status === 'confirmed' && <p>{t('result.cancelled')}</p>}
        {transfer.replaces !== undefined && isPending && <p>{t('pending.either')}</p>}
      </div>
      <TransferFacts transfer={transfer} meaning={meaning} id={id} />
    </Card>
  );
}

/**
 * Where a sent transfer is now, by the node's latest data or else by its answer to the submission. `open`: the node may
 * not have it, and its owner must decide; `missing`: the node still has the original instead of this replacement;
 * `replaced`: another transaction uses its nonce.
 */
type Status = 'pending' | 'confirmed' | 'open' | 'missing' | 'replaced';

/** The state of a sent transfer, the height of its block if the history shows it, and what is stored of it. */
function useStatus(id: TransactionId, outcome: SubmitOutcome) {
  const { data, state } = useWallet();
  const stored = outboxOf(state).find(({ entry }) => entry.id === id);
  const confirmed = data?.history.confirmed.find((item) => item.id === id);
  const status = (): Status => {
    if (confirmed !== undefined) return 'confirmed';
    if (data?.history.pending.some((item) => item.id === id)) return 'pending';
    if (stored?.reconciliation.kind === 'replaced') return isMissing(stored) ? 'missing' : 'replaced';
    if (stored !== undefined && needsDecision(stored)) return 'open';
    const known = stored?.entry.state ?? outcome.kind;
    return known === 'confirmed' ? known : known === 'accepted' || stored ? 'pending' : 'open';
  };
  return { status: status(), height: confirmed?.block_height ?? undefined, stored };
}

/** What the state means. The depth counts blocks of the node's own chain (interface document, section 8). */
function explain(
  status: Status,
  stored: OutboxItem | undefined,
  height: number | undefined,
  depth: number | undefined,
): { title: string; text: string } {
  if (status === 'confirmed' && height !== undefined && depth !== undefined) {
    const text = t('result.confirmed_height', { height: formatNumber(height) });
    return { title: t('tx.confirmations', { count: depth }), text };
  }
  const left = stored?.entry.leftBlock;
  if (status === 'pending' && left !== undefined)
    return { title: t('result.pending_again'), text: t('pending.left_block', { height: left }) };
  const isFinal = stored?.reconciliation.kind === 'replaced' && stored.reconciliation.final;
  return {
    title: t(`result.${status}`),
    text: t(isFinal ? 'result.replaced_final' : `result.${status}_text`),
  };
}

/**
 * Links to a transaction in the explorer. Of a pending one, the link has the signed bytes in its fragment, which no server gets: the
 * page checks and shows them before a block has them. Of a confirmed one, there is a link to its proof, too, which the explorer
 * hands on: the page opens with that menu. Nothing if the gateway has no explorer configured.
 */
export function ExplorerLink({ id, pending }: { id: TransactionId; pending: boolean }) {
  const { state } = useWallet();
  const explorerUrl = useAppState().config?.explorer_url;
  if (!explorerUrl) return null;
  const page = `${explorerUrl}/transactions/${id}`;
  const signed = outboxOf(state).find(({ entry }) => entry.id === id)?.entry.raw;
  const followed = signed === undefined ? page : `${page}#signed=${signed}`;
  return (
    <span class="c-row">
      {!pending && <NewTab href={`${page}#share`} text={t('tx.share')} />}
      <NewTab href={pending ? followed : page} text={t(pending ? 'tx.follow' : 'tx.explorer')} />
    </span>
  );
}
