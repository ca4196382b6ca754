/**
 * The points of a commit at which a process can die and leave something different on the disk (PROTOCOL.md section 6),
 * in their order: nothing written; the block file is synced; the index is synced; the commit is marked.
 */
export const COMMIT_STEPS = ['begun', 'appended', 'indexed', 'marked'] as const;

export type CommitStep = (typeof COMMIT_STEPS)[number];

/** Called when a commit has come to a step; what it throws is not caught. */
export type StepListener = (step: CommitStep, height: number) => void;
