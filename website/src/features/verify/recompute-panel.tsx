import { Button, Card, Identifier } from '@cairn/ui';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { durationText } from '../../site/formats.ts';
import { Progress } from '../../site/progress.tsx';
import { forgetRecomputed, readRecomputed, storeRecomputed } from './recomputed.ts';
import { statsRequest, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import type { RecomputeSubject } from './proof.ts';
import { useTranslations } from './recompute.texts.ts';
import { Region, regionOf } from './region.tsx';
import { Seal } from './seal.tsx';
import { useProof } from './use-proof.ts';

const SUBJECT: RecomputeSubject = { kind: 'recompute' };

/** Bytes of the program with libsecp256k1's WebAssembly, compressed. */
const PROGRAM_BYTES = 1_260_000;
const [HEADER_BYTES, TRANSACTION_BYTES] = [118, 213];
/** Rough seconds of an ordinary computer, to fetch and validate. */
const [SECONDS_PER_BLOCK, SECONDS_PER_TRANSACTION] = [0.004, 0.0004];

/** Recomputes the chain in this browser, if the reader asks for it: says first what it costs, then how far it is. */
export default function RecomputePanel() {
  const { t } = useTranslations();
  const [isOn, setOn] = useState(false);
  const stop = () => setOn(false);
  const forget = (
    <Button
      variant="ghost"
      onClick={() => {
        stop();
        void forgetRecomputed();
      }}
    >
      {t('recompute.forget')}
    </Button>
  );
  return (
    <Card title={t('recompute.title')} id="recompute">
      <div class="c-stack">
        {isOn ? <Run onStop={stop}>{forget}</Run> : <Offer onBegin={() => setOn(true)}>{forget}</Offer>}
      </div>
    </Card>
  );
}

/** What it takes: by the server's figures, before anything is fetched. @param props.children what forgets what was done before */
function Offer({ onBegin, children }: { onBegin: () => void; children: VNode }) {
  const translations = useTranslations();
  const { t, count, bytes } = translations;
  const { status } = useChain();
  const { data } = useRequest(statsRequest);
  const [{ tip: before }] = useState(readRecomputed);
  const blocks = (status?.height ?? 0) + 1;
  const transactions = data?.stats.transactions;
  const seconds = blocks * SECONDS_PER_BLOCK + (transactions ?? 0) * SECONDS_PER_TRANSACTION;
  const size = PROGRAM_BYTES + blocks * HEADER_BYTES + (transactions ?? 0) * TRANSACTION_BYTES;
  const figures = {
    size: bytes(size),
    duration: durationText(translations, Math.ceil(Math.max(2, seconds))),
  };
  return (
    <>
      <p>{t('recompute.lead')}</p>
      {status !== undefined && (
        <p class="c-small c-muted" data-proof="none">
          {t('recompute.blocks', { count: blocks })}
          {transactions !== undefined && ` · ${t('recompute.cost', figures)}`}
          {before !== undefined && ` · ${t('recompute.before', { height: count(before.height) })}`}
        </p>
      )}
      <div class="c-row">
        <Button variant="primary" onClick={onBegin}>
          {t('recompute.begin')}
        </Button>
        {before !== undefined && children}
      </div>
    </>
  );
}

/** How far it is, and what has come of it; where that is nothing, the reader can try again. @param props.children what forgets that */
function Run({ onStop, children }: { onStop: () => void; children: VNode }) {
  const { t, count, link } = useTranslations();
  const proof = useProof(SUBJECT);
  const { verdict, value, chain, checks, obstacle, again } = proof;
  const isRunning = verdict === 'running';
  const { recomputed, wrong } = chain ?? {};
  const store = () => storeRecomputed({ tip: recomputed, wrong });
  useEffect(() => {
    if (!isRunning) store();
  }, [isRunning, recomputed?.id, wrong?.id]);
  const stop = () => {
    if (isRunning) store();
    onStop();
  };
  useEffect(() => {
    // A page that Back could restore would hold the blocks, and another could not open them.
    addEventListener('pagehide', stop);
    return () => removeEventListener('pagehide', stop);
  });
  const blocks = checks.find(({ id }) => id === 'blocks');
  const region = regionOf(proof);
  return (
    <>
      {blocks?.progress !== undefined && (
        <div class="c-stack c-stack--tight" data-proof="none">
          <Progress value={100 * blocks.progress} label={t('recompute.progress')} />
          <span class="c-small c-muted">
            {t('recompute.running', { height: count(blocks.count ?? 0), target: count(blocks.of ?? 0) })}
          </span>
        </div>
      )}
      {region === 'proven' && value !== undefined && (
        <Region proof={region}>
          <p>{t('recompute.done', { height: count(value.height) })}</p>
          <Identifier value={value.id} what={t('what.blockId')} length="short" href={link.block(value.id)} />
        </Region>
      )}
      <Seal proof={proof} />
      {obstacle === 'broken' && <p>{t('recompute.broken')}</p>}
      <div class="c-row">
        {!isRunning && value === undefined && obstacle === undefined && (
          <Button variant="primary" onClick={again}>
            {t('states.tryAgain')}
          </Button>
        )}
        {isRunning ? <Button onClick={stop}>{t('recompute.stop')}</Button> : children}
      </div>
    </>
  );
}
