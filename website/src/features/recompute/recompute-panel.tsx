import { Button, Card, Identifier, Notice } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { API_BASE_URL, NETWORK } from '../../site/config.ts';
import { durationText, hashesText } from '../../site/formats.ts';
import { Progress } from '../../site/progress.tsx';
import { forgetRecomputed, readRecomputed, storeRecomputed } from '../../site/recomputed.ts';
import { statsRequest, useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { workerOpener } from '../../site/worker-opener.ts';
import type { Problem, RecomputeRequest, RecomputeState } from './recompute.ts';
// oxlint-disable-next-line import/default -- the export is Vite's: the worker's URL
import workerUrl from './recompute-worker.ts?worker&url';
import { useTranslations } from './texts.ts';

const openWorker = workerOpener('cairn-recompute', workerUrl, 'recompute');

/** Bytes of the program with libsecp256k1's WebAssembly, compressed. */
const PROGRAM_BYTES = 1_260_000;
const [HEADER_BYTES, TRANSACTION_BYTES] = [118, 213];
/** Rough seconds of an ordinary computer, to fetch and validate. */
const [SECONDS_PER_BLOCK, SECONDS_PER_TRANSACTION] = [0.004, 0.0004];

const isIdle = (state: RecomputeState | undefined): boolean => state === undefined || state.kind === 'idle';

/** Recomputes the chain in this browser, if the reader asks for it: says first what it costs, then how far it is. */
export default function RecomputePanel() {
  const translations = useTranslations();
  const { t } = translations;
  const { state, isBroken, begin, forget, stop } = useRecompute();
  const isRunning = state?.kind === 'opening' || state?.kind === 'running';
  return (
    <Card title={t('recompute.title')} id="recompute">
      <div class="c-stack" data-recompute={isBroken ? 'broken' : (state?.kind ?? 'idle')}>
        <p class="c-visually-hidden" role="status">
          {state?.kind === 'done' && t('recompute.done')}
        </p>
        {state?.kind !== 'done' && <p>{t('recompute.lead')}</p>}
        {isBroken && (
          <Notice tone="warn" live>
            {t('recompute.broken')}
          </Notice>
        )}
        {isRunning && <Run state={state} />}
        {state?.kind === 'done' && <Done state={state} />}
        {state?.problem !== undefined && <ProblemNotice problem={state.problem} tip={state.tip} />}
        {isIdle(state) && <Cost />}
        {isRunning ? (
          <div class="c-row">
            <Button onClick={stop}>{t('recompute.stop')}</Button>
          </div>
        ) : (
          <div class="c-row">
            {state?.kind !== 'done' && (
              <Button variant="primary" onClick={begin}>
                {t(state?.kind === 'stopped' ? 'recompute.goOn' : 'recompute.begin')}
              </Button>
            )}
            {!isIdle(state) && state?.isKept === true && (
              <Button variant="ghost" onClick={forget}>
                {t('recompute.forget')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

/** The worker of this page, from the reader's click on; it follows each tip of the chain feed. */
function useRecompute() {
  const [state, setState] = useState<RecomputeState>();
  const [isBroken, setBroken] = useState(false);
  const worker = useRef<Worker>();
  /** Until the worker has removed all, it says what it did before. */
  const isForgetting = useRef(false);
  const { status } = useChain();
  const tell = (request: RecomputeRequest) => worker.current?.postMessage(request);
  const askToBegin = () => tell({ kind: 'begin', baseUrl: API_BASE_URL ?? '', network: NETWORK });
  const end = (broken: boolean) => {
    worker.current?.terminate();
    worker.current = undefined;
    isForgetting.current = false;
    setState(undefined);
    setBroken(broken);
  };
  const onState = (next: RecomputeState) => {
    const { kind, tip, problem } = next;
    if (kind === 'idle') return isForgetting.current ? end(false) : askToBegin();
    if (isForgetting.current) return;
    if (kind === 'done' || kind === 'stopped')
      storeRecomputed({ tip, wrong: problem?.code === 'wrong_block' ? problem.block : undefined });
    setState(next);
  };
  const begin = () => {
    setBroken(false);
    if (worker.current !== undefined) return askToBegin();
    setState({ kind: 'opening', isKept: false });
    try {
      worker.current = openWorker();
    } catch {
      return end(true); // the browser forbids workers
    }
    worker.current.addEventListener('error', () => end(true));
    // It says `idle` once it takes requests.
    worker.current.addEventListener('message', ({ data }: MessageEvent<RecomputeState>) => onState(data));
  };
  const forget = () => {
    isForgetting.current = true;
    forgetRecomputed();
    tell({ kind: 'forget' });
  };
  useEffect(() => {
    if (status?.tip_id !== undefined) tell({ kind: 'tip' });
  }, [status?.tip_id]);
  useEffect(() => {
    // A page that Back could restore would hold the blocks, and another could not open them.
    const leave = () => end(false);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      worker.current?.terminate();
    };
  }, []);
  return { state, isBroken, begin, forget, stop: () => end(false) };
}

/** What it takes: by the server's figures, before anything is fetched. */
function Cost() {
  const translations = useTranslations();
  const { t, count, bytes } = translations;
  const { status } = useChain();
  const { data } = useRequest(statsRequest);
  const [{ tip: before }] = useState(readRecomputed);
  if (status === undefined) return null;
  const blocks = status.height + 1;
  const transactions = data?.stats.transactions;
  const seconds = blocks * SECONDS_PER_BLOCK + (transactions ?? 0) * SECONDS_PER_TRANSACTION;
  const size = PROGRAM_BYTES + blocks * HEADER_BYTES + (transactions ?? 0) * TRANSACTION_BYTES;
  const figures = {
    size: bytes(size),
    duration: durationText(translations, Math.ceil(Math.max(2, seconds))),
  };
  return (
    <p class="c-small c-muted" data-proof="none">
      {t('recompute.blocks', { count: blocks })}
      {transactions !== undefined && ` · ${t('recompute.cost', figures)}`}
      {before !== undefined && ` · ${t('recompute.before', { height: count(before.height) })}`}
    </p>
  );
}

function Run({ state: { kind, tip, target } }: { state: RecomputeState }) {
  const translations = useTranslations();
  const { t, count } = translations;
  if (kind === 'opening' || tip === undefined || target === undefined)
    return <p aria-busy="true">{t('recompute.opening')}</p>;
  return (
    <div class="c-stack c-stack--tight" data-proof="none">
      <Progress value={(100 * tip.height) / Math.max(1, target)} label={t('recompute.progress')} />
      <span class="c-small c-muted">
        {t('recompute.running', { height: count(tip.height), target: count(target) })}
        {` · ${t('recompute.work', { hashes: hashesText(translations, tip.work) })}`}
      </span>
    </div>
  );
}

function Done({ state: { tip } }: { state: RecomputeState }) {
  const translations = useTranslations();
  const { t, count, link } = translations;
  const { height, id, work, network } = tip!;
  return (
    <div data-proof="proven">
      <Notice tone="success" title={t('recompute.done')}>
        <p>{t('recompute.doneText', { height: count(height) })}</p>
        <p>
          <Identifier value={id} what={t('what.blockId')} length="short" href={link.block(id)} />
          {` · ${t('recompute.work', { hashes: hashesText(translations, work) })}`}
        </p>
        {network === 'devnet' && <p>{t('recompute.devnet')}</p>}
      </Notice>
    </div>
  );
}

function ProblemNotice({ problem, tip }: { problem: Problem } & Pick<RecomputeState, 'tip'>) {
  const { t, count } = useTranslations();
  const until =
    tip === undefined || tip.height === 0 ? undefined : t('recompute.until', { height: count(tip.height) });
  if (problem.code !== 'wrong_block') {
    return (
      <Notice tone="warn" title={t(`reason.${problem.code}`)} live>
        {until}
      </Notice>
    );
  }
  const { height, rule, block } = problem;
  return (
    <Notice tone="error" title={t('recompute.wrong', { height: count(height) })} live>
      <p class="c-mono" lang="en">
        {rule}
      </p>
      {block !== undefined && (
        <p>
          <Identifier value={block.id} what={t('what.blockId')} length="short" />
        </p>
      )}
      <p>{until}</p>
    </Notice>
  );
}
