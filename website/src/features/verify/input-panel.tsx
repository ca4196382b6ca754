import {
  blockWork,
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  hexToBytes,
  type Network,
} from '@cairn/protocol';
import { Button, LinkButton, Notice } from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { NETWORK } from '../../site/config.ts';
import { knownNetwork } from '../../site/figures.ts';
import { useChain } from '../../site/use-chain.ts';
import { chainClaims } from './chain-claims.tsx';
import { useTranslations as useFindingTexts } from './finding.texts.ts';
import { useTranslations } from './page.texts.ts';
import { type GivenInput, parseInput } from './parse-input.ts';
import type { InputSubject } from './proof.ts';
import { ReceiptCard } from './receipt-card.tsx';
import { Region, regionOf } from './region.tsx';
import { type PageProof, useProof } from './use-proof.ts';
import { ClaimList } from './claims.tsx';
import { VerdictBar } from './verdict-details.tsx';

interface InputPanelProps {
  given: string;
  /** True for what a link has opened: the node is asked at once whether its chain has a proven transaction. */
  isLinked: boolean;
}

/** Decodes and verifies the user's input. It does not use the API unless it is asked for the chain, and works offline once it has loaded. */
export default function InputPanel({ given, isLinked }: InputPanelProps) {
  const { t, link } = useTranslations();
  const input = useMemo(() => parseInput(given), [given]);
  const [asked, setAsked] = useState<string>();
  const asksChain = isLinked || asked === given;
  const subject = useMemo(
    (): InputSubject | undefined =>
      input.kind === 'problem'
        ? undefined
        : { kind: 'input', input, asksChain: asksChain && blockOf(input) !== undefined },
    [input, asksChain],
  );
  const proof = useProof(subject);
  if (input.kind !== 'problem') {
    const ask = asksChain ? undefined : () => setAsked(given);
    return <Checked input={input} proof={proof} onAsk={ask} />;
  }
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

interface CheckedProps {
  input: GivenInput;
  proof: PageProof;
  /** Asks the site's server whether its chain has the block; absent once it was asked. */
  onAsk: (() => void) | undefined;
}

/** What the input proves. What speaks against it stands first. */
function Checked({ input, proof, onAsk }: CheckedProps) {
  const { t } = useTranslations();
  const findingTexts = useFindingTexts();
  const { verdict, chain } = proof;
  const block = blockOf(input);
  const region = regionOf(proof, true);
  const isProven = region === 'proven';
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      {block !== undefined && <Warnings network={block.network} proof={proof} />}
      {input.kind === 'receipt' && isProven && (
        <Region proof={region}>
          <ReceiptCard
            {...decodeTransaction(input.receipt.transaction)}
            time={decodeBlockHeader(input.receipt.header).timestamp}
            status={
              verdict === 'passed'
                ? { tone: 'success', text: t('verify.receiptInChain') }
                : { tone: 'warn', text: t('verify.receiptAlone', { hashes: block?.work ?? 0 }) }
            }
          />
        </Region>
      )}
      <div class="verify" data-proof={isProven ? 'proven' : 'none'}>
        {chain?.depth !== undefined && <ClaimList claims={chainClaims(chain, findingTexts)} proof={proof} />}
        <VerdictBar isOpen proof={proof}>
          {block !== undefined && onAsk !== undefined && verdict !== 'failed' && (
            <div class="verify-actions">
              <Button size="sm" onClick={onAsk}>
                {t('inChain.ask')}
              </Button>
            </div>
          )}
          <p class="c-small c-muted">
            {t(input.kind === 'message' ? 'verify.limitMessage' : 'verify.limit')}
          </p>
        </VerdictBar>
      </div>
    </section>
  );
}

/** What is said of a receipt first, and large: it is of another network, of devnet, or of coins that there are not. */
function Warnings({ network, proof }: { network: Network | undefined; proof: PageProof }) {
  const { t } = useTranslations();
  const { status } = useChain();
  const shown = NETWORK ?? status?.network;
  const isForged = proof.findings.some(({ reasons }) =>
    reasons.some(({ code }) => code === 'too_many_coins'),
  );
  return (
    <>
      {isForged && <Notice tone="error" title={t('verify.tooManyCoins')} />}
      {network !== undefined && shown !== undefined && shown !== network.name && (
        <Notice tone="error" title={t('verify.otherNetwork', { network: network.name, shown })} />
      )}
      {network?.retarget === 'constant' && <Notice tone="warn" title={t('verify.devnet')} />}
    </>
  );
}

/** The network that a receipt is of, and the work of its block in hashes. */
function blockOf(input: GivenInput) {
  if (input.kind !== 'receipt' && input.kind !== 'balance') return undefined;
  const { header } = input.receipt;
  const { bits } = decodeBlockHeader(typeof header === 'string' ? hexToBytes(header) : header);
  const network =
    input.kind === 'receipt'
      ? findNetworkByChainId(input.receipt.transaction[0]!)
      : knownNetwork(input.receipt.network);
  return { network, work: workOf(bits) };
}

function workOf(bits: number): number {
  try {
    return Number(blockWork(bits));
  } catch {
    return 0; // the bits are no target: the receipt fails
  }
}
