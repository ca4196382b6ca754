import { blockWork, type Network, parsePebbles } from '@cairn/protocol';
import {
  Amount,
  Button,
  Card,
  Identifier,
  type KeyValue,
  KeyValueList,
  LinkButton,
  Notice,
  Timestamp,
} from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { NETWORK } from '../../site/config.ts';
import { ReceiptCard } from '../../site/receipt-card.tsx';
import { useChain } from '../../site/use-chain.ts';
import {
  type InputSubject,
  isLimitedBy,
  type PageProof,
  parseInput,
  type ProvenInput,
  Region,
  regionOf,
  savesData,
  Seal,
  useProof,
} from '../verify/index.ts';
import { useTranslations } from './texts.ts';
import { visibleText } from './visible-text.ts';

interface InputPanelProps {
  given: string;
  /** True for what a link has opened: the node is asked at once whether its chain has a proven transaction. */
  isLinked: boolean;
  /** Shown again beside a text that is none of them. */
  kinds: ComponentChildren;
}

/** What the user's input proves. It does not use the API unless it is asked for the chain, and works offline once it has loaded. */
export default function InputPanel({ given, isLinked, kinds }: InputPanelProps) {
  const { t } = useTranslations();
  const input = useMemo(() => parseInput(given), [given]);
  const [asked, setAsked] = useState<string>();
  const isReceipt = input.kind === 'receipt' || input.kind === 'balance';
  const asksChain = isReceipt && ((isLinked && !savesData()) || asked === given);
  const proof = useProof<InputSubject>(
    input.kind === 'problem' ? undefined : { kind: 'input', text: given, asksChain },
  );
  if (input.kind === 'problem') return <Problem given={given} kinds={kinds} {...input} />;
  const region = regionOf(proof);
  return (
    <section class="c-stack" aria-label={t('verify.result')}>
      {isReceipt && <Warnings network={input.network} proof={proof} />}
      <Seal proof={proof} />
      {isReceipt && !asksChain && proof.verdict !== 'failed' && (
        <div>
          <Button variant="primary" onClick={() => setAsked(given)}>
            {t('inChain.ask')}
          </Button>
        </div>
      )}
      {proof.value !== undefined && region === 'proven' && (
        <Region proof={region} class="c-stack">
          <Shown value={proof.value} depth={proof.verdict === 'passed' ? proof.chain?.depth : undefined} />
        </Region>
      )}
    </section>
  );
}

type ProblemProps = Pick<InputPanelProps, 'given' | 'kinds'> &
  Extract<ReturnType<typeof parseInput>, { code: string }>;

/** Why an input proves nothing, and where its item is found instead: the item's page proves it. */
function Problem({ given, kinds, code, message = '' }: ProblemProps) {
  const { t } = useTranslations();
  const elsewhere = useElsewhere(given);
  if (code === 'empty') return null;
  if (elsewhere === undefined) {
    return (
      <>
        <Notice tone="warn" title={t('verify.notUnderstood')} live>
          <p>{t(`verify.problem.${code}`, { message })}</p>
        </Notice>
        {kinds}
      </>
    );
  }
  const { what, href } = elsewhere;
  const open = (
    <LinkButton variant="primary" size="sm" href={href}>
      {t('verify.lookUp')}
    </LinkButton>
  );
  return (
    <>
      <Notice tone="info" title={t(`verify.looksLike.${what}`)} live action={open}>
        <p>{t(what === 'request' ? 'kind.requestText' : 'kind.referenceText')}</p>
      </Notice>
      {kinds}
    </>
  );
}

/** The page of what a text refers to instead of containing it. */
function useElsewhere(given: string) {
  const { link } = useTranslations();
  const request = /^\S*?(?<uri>cairn:\S+)$/i.exec(given.trim())?.groups?.['uri'];
  if (request !== undefined) return { what: 'request', href: `${link.page('/pay')}#${request}` } as const;
  const query = classifyQuery(given);
  if (query.kind === 'hash') return { what: 'hash', href: link.search(query.hash) } as const;
  if (query.kind === 'height') return { what: 'height', href: link.block(query.height) } as const;
  if (query.kind === 'address') return { what: 'address', href: link.address(query.address) } as const;
  return undefined;
}

/** What is said of a receipt first, and large: it is of another network, of devnet, or of coins that there are not. */
function Warnings({ network, proof }: { network: Network | undefined; proof: PageProof }) {
  const { t } = useTranslations();
  const { status } = useChain();
  const shown = NETWORK ?? status?.network;
  return (
    <>
      {isLimitedBy(proof, 'too_many_coins') && <Notice tone="error" title={t('verify.tooManyCoins')} />}
      {network !== undefined && shown !== undefined && shown !== network.name && (
        <Notice tone="error" title={t('verify.otherNetwork', { network: network.name, shown })} />
      )}
      {network?.retarget === 'constant' && <Notice tone="warn" title={t('verify.devnet')} />}
    </>
  );
}

/** What the input proves. @param props.depth confirmations of its block, if it is known to be in the chain */
function Shown({ value, depth }: { value: ProvenInput; depth: number | undefined }) {
  const { t, count, link } = useTranslations();
  type Name = 'input.id' | 'input.signer' | 'block.id' | 'column.address';
  const named = (name: Name, id: string, href: string): KeyValue => {
    const label = t(name);
    return { label, value: <Identifier value={id} what={label} href={href} /> };
  };
  if (value.kind === 'message') {
    const { address, message } = value.signed;
    const text = { label: t('input.text'), value: <MessageText text={message} /> };
    return (
      <Card flush>
        <KeyValueList items={[named('input.signer', address, link.address(address)), text]} />
      </Card>
    );
  }
  const { block } = value;
  const blockItems: KeyValue[] =
    block === undefined
      ? []
      : [
          named('block.id', block.id, link.block(block.id)),
          { label: t('block.height'), value: count(block.header.height) },
          { label: t('block.time'), value: <Timestamp seconds={block.header.timestamp} show="exact" /> },
        ];
  if (value.kind === 'balance') {
    const { address, balance, nonce } = value;
    return (
      <Card flush>
        <KeyValueList
          items={[
            named('column.address', address, link.address(address)),
            { label: t('chart.balance'), value: <Amount value={balance} /> },
            { label: t('input.nonce'), value: count(nonce) },
            ...blockItems,
            ...(depth === undefined ? [] : [{ label: t('block.confirmations'), value: count(depth) }]),
          ]}
        />
      </Card>
    );
  }
  const { id, from_address, to_address, nonce, ...amounts } = value.fields;
  const alone =
    block === undefined
      ? t('verify.alone')
      : t('verify.receiptAlone', { hashes: Number(blockWork(block.header.bits)) });
  return (
    <>
      <ReceiptCard
        status={
          depth === undefined
            ? { tone: 'warn', text: alone }
            : { tone: 'success', text: t('verify.receiptInChain', { count: depth }) }
        }
        value={parsePebbles(amounts.value)}
        fee={parsePebbles(amounts.fee)}
        fromAddress={from_address}
        toAddress={to_address}
        time={block?.header.timestamp}
      />
      <details class="c-card c-card--flush">
        <summary class="c-more c-strong">{t('verify.details')}</summary>
        <KeyValueList
          items={[
            named('input.id', id, link.transaction(id)),
            { label: t('input.nonce'), value: count(nonce) },
            ...blockItems,
          ]}
        />
      </details>
    </>
  );
}

/** A text that somebody else wrote: it never looks like a mark of ours. */
function MessageText({ text }: { text: string }) {
  return (
    <bdi class="message">
      {visibleText(text).map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          <code key={place} class="message__hidden">
            {part}
          </code>
        ),
      )}
    </bdi>
  );
}
