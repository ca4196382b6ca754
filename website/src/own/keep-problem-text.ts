import '../messages/rooms/own/index.ts';
import type { Words } from '../messages/words.ts';
import { type KeepProblem, MOST_WATCHED } from './own-labels.ts';

/** Why a change was not kept, in words. Apart from the labels, which load on pages that never say it. */
export const keepProblemText = (problem: KeepProblem, { t }: Words): string =>
  problem === 'watched' ? t('own.tooMany', { count: MOST_WATCHED }) : t(`own.problem.${problem}`);
