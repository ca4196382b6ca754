import type { BlockSummary } from '@cairn/api/explorer';
import {
  checkReward,
  checkRoot,
  checkRows,
  checkShownHeader,
  checkSize,
  checkTransfers,
  checkWork,
  type ShownRows,
} from './block-checks.ts';
import { chainSteps, openNetwork } from './chain-checks.ts';
import { type Findings, once, runSteps, type Step, type StepState, Unavailable } from './findings.ts';
import { fetchPageBlock, type VerificationContext, wholeOf } from './page-block.ts';

/** Data on a block's page, and the reference that the user asked for. */
export interface BlockSubject {
  readonly shown: BlockSummary;
  /** Name of the network in the same answer. */
  readonly network: string | undefined;
  /** Block ID (lowercase) or height in the page's URL. */
  readonly asked: string | number;
  /** The page's list of transactions; absent if it could not be loaded. */
  readonly rows: ShownRows | undefined;
}

/**
 * Verifies a block's page: network, header, contents, reward, transfers, the list of transactions, the chain below, the
 * blocks above.
 */
export function verifyBlock(
  context: VerificationContext,
  subject: BlockSubject,
): Promise<readonly StepState[]> {
  return runSteps(stepsOf(context, subject), context.onChange);
}

function stepsOf(context: VerificationContext, { shown, network: name, asked, rows }: BlockSubject): Step[] {
  const { source, limits } = context;
  const { step: networkStep, network } = openNetwork(source, name);
  const block = once((findings?: Findings) => fetchPageBlock(context, shown, findings?.progress));
  const whole = async () => wholeOf(await block());
  const chain = chainSteps({
    ...context,
    network,
    header: async () => (await block()).header,
    confirmations: async () => (await source.block(shown.id)).confirmations,
    shownConfirmations: shown.confirmations,
  });
  return [
    networkStep,
    {
      id: 'header',
      run: async (findings) => {
        const { header } = await block(findings);
        checkWork(findings, header);
        checkShownHeader(findings, header, shown);
        const { height } = header.header;
        if (typeof asked === 'number' && asked !== shown.height) findings.compare('height', asked, height);
        if (typeof asked === 'string' && asked !== shown.id) findings.compare('id', asked, header.id);
      },
    },
    {
      id: 'contents',
      run: async (findings) => {
        checkRoot(findings, await whole());
        checkSize(findings, await whole(), shown);
      },
    },
    {
      id: 'reward',
      run: async (findings) => checkReward(findings, await whole(), await network(), shown),
    },
    {
      id: 'transfers',
      run: async (findings) => checkTransfers(findings, await whole(), await network(), limits.signatures),
    },
    {
      id: 'rows',
      run: async (findings) => {
        if (rows === undefined) throw new Unavailable('unreachable');
        checkRows(findings, rows, await whole());
      },
    },
    ...chain.steps,
  ];
}
