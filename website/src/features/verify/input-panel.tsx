import { LinkButton, Notice } from '@cairn/ui';
import {
  blockId,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  type Network,
  transactionId,
} from '@cairn/protocol';
import { useMemo } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { knownNetwork } from '../../site/figures.ts';
import { InChain } from './in-chain.tsx';
import { useTranslations } from './page.texts.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import { ReceiptCard } from './receipt-card.tsx';
import type { Receipt } from './receipts.ts';
import { statusOf } from './steps.ts';
import { useVerification } from './use-verification.ts';
import { VerdictBar } from './verdict.tsx';
import type { Verification, VerifyRequest } from './worker.ts';

interface InputPanelProps {
  given: string;
  /** True for what a link has opened: the node is asked at once whether its chain has a proven transaction. */
  isLinked: boolean;
}

/** Decodes and verifies the user's input. It does not use the API, and works offline once it has loaded. */
export default function InputPanel({ given, isLinked }: InputPanelProps) {
  const { t, link } = useTranslations();
  const input = useMemo(() => parseInput(given), [given]);
  const request = useMemo(
    (): VerifyRequest | undefined => (input.kind === 'problem' ? undefined : { kind: 'input', input }),
    [input],
  );
  const { state } = useVerification(request);
  if (input.kind !== 'problem') return <Checked input={input} state={state} isLinked={isLinked} />;
  const { code, message = '' } = input;
  if (code === 'empty') return null;
  if (REFERENCES.has(classifyQuery(given).kind)) {
    const lookUp = (
      <LinkButton variant="primary" size="sm" href={link.search(given.trim())}>
        {t('verify.lookUp')}
      </LinkButton>
    );
    return (
      <Notice tone="info" title={t('verify.looksLike')} live action={lookUp}>
        <p>{t('verify.lookUpText')}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t('verify.notUnderstood')} live>
      <p>{t(`verify.problem.${code}`, { message })}</p>
    </Notice>
  );
}

/** Texts that refer to an item of the chain instead of containing it: the item's page verifies it. */
const REFERENCES: ReadonlySet<string> = new Set(['hash', 'height', 'address']);

function Checked(props: { input: GivenInput; state: Verification; isLinked: boolean }) {
  const { input, isLinked } = props;
  const { steps, hasEnded } = props.state;
  const { t } = useTranslations();
  const verdict = statusOf(steps, hasEnded);
  const paid = input.kind === 'receipt' ? paymentOf(input.receipt) : undefined;
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      {paid !== undefined && verdict === 'passed' && (
        <ReceiptCard {...paid} status={{ tone: 'success', text: t('verify.proven') }}>
          <InChain key={paid.place.id} place={paid.place} isLinked={isLinked} />
        </ReceiptCard>
      )}
      {verdict === 'passed' && networkOf(input)?.retarget === 'constant' && (
        <Notice tone="warn">{t('verify.devnet')}</Notice>
      )}
      <div class="verify">
        <VerdictBar isOpen verdict={verdict} steps={steps}>
          <p class="c-small c-muted">
            {t(input.kind === 'message' ? 'verify.limitMessage' : 'verify.limit')}
          </p>
        </VerdictBar>
      </div>
    </section>
  );
}

/** The network whose work a receipt relies on. */
function networkOf(input: GivenInput): Network | undefined {
  if (input.kind === 'receipt') return findNetworkByChainId(input.receipt.transaction[0]!);
  return input.kind === 'balance' ? knownNetwork(input.receipt.network) : undefined;
}

/** The payment of a receipt. */
function paymentOf({ transaction, header }: Receipt) {
  const paid = decodeTransaction(transaction);
  const network = findNetworkByChainId(paid.chain)?.name;
  return {
    ...paid,
    time: decodeBlockHeader(header).timestamp,
    place: { id: transactionId(transaction), blockId: blockId(header), network },
  };
}
