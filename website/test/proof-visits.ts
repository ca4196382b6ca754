import type { ProofState, Subject } from '../src/features/verify/proof.ts';
import { Session } from '../src/features/verify/session.ts';
import { type Lie, lyingFetch } from './lying-fetch.ts';

export interface ProveOptions {
  /** What the API lies to the worker about. */
  readonly lie?: Lie | undefined;
  readonly fetch?: typeof globalThis.fetch;
  readonly witnesses?: readonly string[];
  readonly isWhole?: boolean;
  readonly now?: () => number;
}

/** A session as a page's worker runs it, with what it has posted. */
export function openSession(baseUrl: string, options: ProveOptions = {}) {
  const { lie, fetch = lyingFetch(lie), witnesses = [], isWhole = false } = options;
  const now = options.now ?? (() => Date.now() / 1000);
  const posted: ProofState[] = [];
  const waiting: (() => void)[] = [];
  const session = new Session((state) => posted.push(state), {
    fetch,
    now,
    after: (_, call) => waiting.push(call),
  });
  const settings = { baseUrl, witnesses };
  return {
    posted,
    /** What the session wants to do later. */
    waiting,
    prove: async (subject: Subject, isAll = isWhole) => {
      await session.handle({ kind: 'prove', key: subject.kind, subject, settings, isWhole: isAll });
      return posted.at(-1)!;
    },
    follow: async () => {
      await session.handle({ kind: 'tip' });
      return posted.at(-1)!;
    },
  };
}

/** Proves one subject. */
export const prove = (baseUrl: string, subject: Subject, options?: ProveOptions): Promise<ProofState> =>
  openSession(baseUrl, options).prove(subject);

/** What becomes of a text on the Verify page. @param baseUrl to ask for the chain; absent offline */
export function proveText(text: string, baseUrl?: string): Promise<ProofState> {
  return prove(baseUrl ?? 'http://offline.test', { kind: 'input', text, asksChain: baseUrl !== undefined });
}
