import { type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import { Button, Icon, saveFile } from '@cairn/ui';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { API_BASE_URL } from '../../site/config.ts';
import { useTranslations } from './texts.ts';
import { type StepTranslations, stepTranslations } from './steps.texts.ts';
import type { StepState } from './findings.ts';
import { formatReceiptText } from './receipt-text.ts';
import type { ProofToShare } from './share-proof.tsx';
import type { BalanceReceipt, Receipt } from './receipts.ts';
import { useVerification } from './use-verification.ts';
import type { PageSubject, Verification, VerifyRequest } from './worker.ts';
import type { IconStatus } from './status-icon.tsx';
import { Steps } from './steps.tsx';
import {
  type PageVerdict,
  type ClaimId,
  pageVerdict,
  claimStatuses,
  VerdictAnnouncement,
  VerdictLine,
} from './verdict.tsx';

export interface PanelProps {
  /** A new object starts the verification again. */
  subject: PageSubject;
  isLeft: boolean;
  /** True while the page loads its data again: what was proven before is not shown as proven now. */
  isLoading?: boolean | undefined;
  /** Called with the status of each claim, and the steps that it follows from. */
  onStatuses: (statuses: ReadonlyMap<ClaimId, IconStatus>, steps: readonly StepState[]) => void;
  /** Called with the proof of a transaction that can be handed on, and with `undefined` while there is none. */
  onProof?: ((proof: ProofToShare | undefined) => void) | undefined;
  /** Called with the tip that the page of an address is behind. */
  onBehind?: ((tip: BlockId) => void) | undefined;
}

const NO_STATUSES: ReadonlyMap<ClaimId, IconStatus> = new Map();

/** The bar below the claims: it shows the verdict, and opens to show the steps. */
export default function Panel(props: PanelProps) {
  const { subject, isLeft, isLoading = false, onStatuses, onProof, onBehind } = props;
  const { link, locale } = useTranslations();
  const translations = stepTranslations(locale);
  const [checkRest, setCheckRest] = useState(false);
  const request = useMemo(
    (): VerifyRequest => ({
      kind: 'page',
      subject,
      baseUrl: API_BASE_URL ?? '',
      checkRest,
    }),
    [subject, checkRest],
  );
  const { state, again, stop } = useVerification(request);
  const { steps, behind } = state;
  const { network } = subject.kind === 'block' ? subject : subject.shown;
  const isMoving = isLoading || behind !== undefined;
  const verdict = isMoving ? 'running' : pageVerdict(state, isLeft);
  const details = useRef<HTMLDetailsElement>(null);
  const differs = verdict === 'differs';
  useEffect(
    () =>
      isMoving ? onStatuses(NO_STATUSES, []) : onStatuses(claimStatuses(subject.kind, state, isLeft), steps),
    [subject, state, isLeft, isMoving],
  );
  const receipt = isLeft ? undefined : state.receipt;
  useEffect(() => {
    const text = receipt !== undefined && 'proof' in receipt ? formatReceiptText(receipt) : undefined;
    onProof?.(receipt && text ? { text, save: () => saveReceipt(receipt) } : undefined);
  }, [receipt]);
  useEffect(() => {
    if (behind !== undefined) onBehind?.(behind);
  }, [state]);
  // A failure opens the steps.
  useEffect(() => {
    if (differs && details.current !== null) details.current.open = true;
  }, [differs]);
  return (
    <>
      <VerdictAnnouncement verdict={verdict} steps={steps} translations={translations} />
      <details ref={details} class={`verify-bar verify-bar--${verdict}`} data-verdict={verdict}>
        <summary class="verify-bar__head">
          <VerdictLine verdict={verdict} steps={steps} translations={translations} />
          <span class="verify-bar__open">
            <span class="verify-bar__open-word">{translations.t('panel.open')}</span>
            <Icon name="chevron-right" />
          </span>
        </summary>
        <div class="verify-bar__body">
          <p class={differs ? 'verify-faulty' : 'verify-proven'}>
            {provenText(verdict, subject, translations)}
          </p>
          <Steps steps={steps} translations={translations} />
          <Actions
            state={state}
            translations={translations}
            checkRest={checkRest}
            onCheckRest={() => setCheckRest(true)}
            onAgain={again}
            onStop={stop}
          />
          <div class="verify-limits">
            {network === 'devnet' && <p>{translations.t('panel.devnet')}</p>}
            <p>
              <a href={link.page('/verify')}>{translations.t('panel.more')}</a>
            </p>
          </div>
        </div>
      </details>
    </>
  );
}

/** One sentence on what was proven and what a browser cannot know. */
function provenText(verdict: PageVerdict, subject: PageSubject, { t }: StepTranslations): string {
  if (subject.kind === 'address' && (verdict === 'verified' || verdict === 'walked')) {
    return t(subject.shown.exists ? 'panel.proven.address' : 'panel.proven.unused');
  }
  if (verdict !== 'verified') return t(`panel.${verdict}`);
  if (subject.kind !== 'transaction') return t('panel.proven.block');
  return t(
    subject.shown.from_address === COINBASE_SENDER ? 'panel.proven.coinbase' : 'panel.proven.transaction',
  );
}

interface ActionsProps {
  state: Verification;
  translations: StepTranslations;
  /** True if the user has already asked for a verification without limits. */
  checkRest: boolean;
  onCheckRest: () => void;
  onAgain: () => void;
  onStop: () => void;
}

function Actions({ state, translations: { t }, checkRest, onCheckRest, onAgain, onStop }: ActionsProps) {
  const { steps, hasEnded, receipt } = state;
  const isLimited = steps.some(
    ({ status, reason }) =>
      status === 'limited' || reason?.code === 'large_block' || reason?.code === 'deep_page',
  );
  const offersRest = isLimited && !checkRest && hasEnded;
  return (
    <div class="verify-actions">
      <div class="c-row">
        {offersRest && (
          <Button size="sm" variant="primary" onClick={onCheckRest}>
            {t('panel.further')}
          </Button>
        )}
        {receipt !== undefined && (
          <Button size="sm" onClick={() => saveReceipt(receipt)}>
            {t('panel.save')}
          </Button>
        )}
        <Button size="sm" onClick={hasEnded ? onAgain : onStop}>
          {t(hasEnded ? 'panel.again' : 'panel.stop')}
        </Button>
      </div>
      {offersRest && <p class="c-small c-muted">{t('panel.furtherHint')}</p>}
      {receipt !== undefined && <p class="c-small c-muted">{t('panel.saveHint')}</p>}
    </div>
  );
}

/** Downloads a receipt. */
function saveReceipt(receipt: Receipt | BalanceReceipt): void {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  const name =
    'proof' in receipt
      ? `cairn-receipt-${receipt.proof.id.slice(0, 12)}`
      : `cairn-balance-${receipt.address}-${receipt.block_height}`;
  saveFile(`${name}.json`, new Blob([text], { type: 'application/json' }));
}
