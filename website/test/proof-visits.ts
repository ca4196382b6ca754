import type { ProofState, Subject } from '../src/features/verify/proof.ts';
import { Session } from '../src/features/verify/session.ts';
import type { Recomputed } from '../src/features/verify/recomputed.ts';

/** A server that a session asks. */
export interface Server {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface ProveOptions {
  readonly witnesses?: readonly string[];
  /** Unix seconds. */
  readonly now?: () => number;
}

/** A session as a page's worker runs it, with what it has posted. */
export function openSession({ url: baseUrl, fetch }: Server, options: ProveOptions = {}) {
  const { witnesses = [], now = () => Date.now() / 1000 } = options;
  const posted: ProofState[] = [];
  const waiting: (() => void)[] = [];
  const after = (_: number, call: () => void) => void waiting.push(call);
  // A worker posts copies too.
  const session = new Session((state) => posted.push(structuredClone(state)), { fetch, now, after });
  const settings = { baseUrl, witnesses };
  return {
    posted,
    /** What the session has put off. */
    waiting,
    /** Lets the time pass for which the session waits. */
    pass: async () => {
      for (const call of waiting.splice(0)) call();
      await session.handle({ kind: 'tip', recomputed: {} });
      return posted.at(-1)!;
    },
    prove: async (subject: Subject, isWhole = false, recomputed: Recomputed = {}) => {
      await session.handle({ kind: 'prove', key: subject.kind, subject, settings, isWhole, recomputed });
      return posted.at(-1)!;
    },
    follow: async (recomputed: Recomputed = {}) => {
      await session.handle({ kind: 'tip', recomputed });
      return posted.at(-1)!;
    },
  };
}

/** Proves one subject. */
export const prove = (server: Server, subject: Subject): Promise<ProofState> =>
  openSession(server).prove(subject);

const OFFLINE: Server = {
  url: 'http://offline.test',
  fetch: () => Promise.reject(new TypeError('offline')),
};

/** What becomes of a text on the Verify page. @param server to ask for the chain; absent offline */
export function proveText(text: string, server?: Server): Promise<ProofState> {
  return prove(server ?? OFFLINE, { kind: 'input', text, asksChain: server !== undefined });
}
