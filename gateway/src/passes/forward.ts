import { Agent } from 'node:http';
import type { Logger } from 'pino';
import type { GatewayLimits } from '../limits.ts';
import type { NodeCall } from '../node-call.ts';
import { exchange, ExchangeError, type NodeAddress, type NodeAnswer } from '../node-exchange.ts';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import type { TokenSource } from '../token-source.ts';

export interface ForwarderOptions {
  readonly node: NodeAddress;
  readonly token: TokenSource;
  readonly limits: GatewayLimits;
  readonly logger: Logger;
}

/** Pass 9: asks the node, with the bearer token and under a deadline. One for the whole process. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  /** GETs share connections. */
  readonly #shared: Agent;
  /** A connection of its own for each POST: one that rested may be closing just then, and a POST is never repeated. */
  readonly #single = new Agent({ keepAlive: false });
  /** What is wrong with the node at the moment, so that the log tells changes and not every poll. */
  #trouble: RefusalCode | undefined;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    this.#shared = new Agent({ keepAlive: true, maxSockets: options.limits.maxNodeSockets });
  }

  /**
   * Asks the node once; a GET that met a rotated token or a connection that had gone stale, a second time.
   * @param gone aborts a GET whose client went away; a POST is always seen through
   */
  async forward(call: NodeCall, gone: AbortSignal): Promise<NodeAnswer | Refusal> {
    const stop = new AbortController();
    const deadline = setTimeout(() => stop.abort('deadline'), this.#options.limits.forwardTimeout);
    const abandon = (): void => stop.abort('gone');
    if (call.method === 'GET') gone.addEventListener('abort', abandon, { once: true });
    try {
      const answer = await this.#askWithCurrentToken(call, stop.signal);
      this.#report(undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const code = stop.signal.reason === 'deadline' ? 'node_timeout' : error.code;
      if (stop.signal.reason !== 'gone') this.#report(code, error.message);
      return refuse(code);
    } finally {
      clearTimeout(deadline);
      gone.removeEventListener('abort', abandon);
    }
  }

  /** Closes the connections to the node. */
  close(): void {
    this.#shared.destroy();
    this.#single.destroy();
  }

  async #askWithCurrentToken(call: NodeCall, signal: AbortSignal): Promise<NodeAnswer> {
    const answer = await this.#ask(call, signal);
    if (answer.status !== 401) return answer;
    const reloaded = await this.#reloadToken();
    return reloaded && call.method === 'GET' ? this.#ask(call, signal) : answer;
  }

  async #ask(call: NodeCall, signal: AbortSignal): Promise<NodeAnswer> {
    if (call.method !== 'GET') return this.#exchange(call, signal, this.#single);
    try {
      return await this.#exchange(call, signal, this.#shared);
    } catch (error) {
      if (!(error instanceof ExchangeError) || !error.stale) throw error;
      return this.#exchange(call, signal, this.#single);
    }
  }

  #exchange(call: NodeCall, signal: AbortSignal, agent: Agent): Promise<NodeAnswer> {
    const { node, token, limits } = this.#options;
    const { maxAnswerBytes } = limits;
    return exchange(call, { node, token: token.current(), agent, signal, maxAnswerBytes });
  }

  async #reloadToken(): Promise<boolean> {
    const { token, logger } = this.#options;
    try {
      await token.reload();
      logger.info('the node refused the token; its file was read again');
      return true;
    } catch (error) {
      logger.warn(
        { reason: (error as Error).message },
        'the token file cannot be used; the old token is kept',
      );
      return false;
    }
  }

  #report(trouble: RefusalCode | undefined, reason?: string): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    const { logger } = this.#options;
    if (trouble === undefined) logger.info('the node answers again');
    else logger.warn({ code: trouble, reason }, 'the node does not answer as it should');
  }
}
