import type { BlockPlace, ChainTip } from '../../chain/chain-reader.ts';
import type { ProjectionErrorCode } from '../projection-store.ts';
import type { ProjectionFileOptions, ProjectionStep } from './projection-file.ts';

/** What the thread of the SQLite store is started with. */
export interface WorkerSetup {
  readonly file: Omit<ProjectionFileOptions, 'onStep'>;
  /** Present where each step is waited for: four bytes that become 1 when the thread may go on. */
  readonly gate: SharedArrayBuffer | undefined;
}

/** One command after another; each is answered before the next is given. */
export type WorkerCommand =
  | { readonly type: 'open' | 'settle' | 'stepBack' | 'discard' | 'checkpoint' | 'close' }
  | {
      readonly type: 'append';
      readonly blocks: readonly BlockPlace[];
      /** What will come next, as far as that is known. */
      readonly upcoming: readonly BlockPlace[];
    };

/** What the thread says. */
export type WorkerMessage =
  | {
      readonly type: 'done';
      readonly tip: ChainTip | undefined;
      /** Whether a checkpoint is due; it needs that no reader holds a snapshot. */
      readonly isCheckpointDue: boolean;
    }
  | { readonly type: 'failed'; readonly code: ProjectionErrorCode; readonly message: string }
  | { readonly type: 'discarded'; readonly problem: string }
  | { readonly type: 'step'; readonly step: ProjectionStep; readonly height: number };
