import type { Logger } from 'pino';
import type { GatewayLimits } from '../limits.ts';
import type { NodeAnswer } from '../node-link/answer-reader.ts';
import { ExchangeError } from '../node-link/exchange-error.ts';
import type { NodeCall } from '../node-link/node-call.ts';
import type { NodeAddress } from '../node-link/node-connection.ts';
import { NodeConnections, type StopReason } from '../node-link/node-connections.ts';
import { exchange } from '../node-link/node-exchange.ts';
import { refuse, type Refusal, type RefusalCode } from '../refusal.ts';
import { Stop } from '../stop.ts';
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
  readonly #connections: NodeConnections;
  /** What is wrong with the node at the moment, so that the log tells changes and not every poll. */
  #trouble: RefusalCode | undefined;

  constructor(options: ForwarderOptions) {
    const { node, limits } = options;
    this.#options = options;
    this.#connections = new NodeConnections(node, limits.maxNodeSockets, limits.maxAnswerBytes);
  }

  /**
   * Asks the node once; a GET that met a rotated token or a connection that had gone stale, a second time.
   * @param gone called off when the client went away; a POST is seen through all the same
   */
  async forward(call: NodeCall, gone: Stop<'gone'>): Promise<NodeAnswer | Refusal> {
    const stop = new Stop<StopReason>();
    const deadline = setTimeout(() => stop.now('deadline'), this.#options.limits.forwardTimeout);
    if (call.method === 'GET') gone.listen(() => stop.now('gone'));
    try {
      const answer = await this.#askWithCurrentToken(call, stop);
      this.#report(undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      const code = stop.reason === 'deadline' ? 'node_timeout' : error.code;
      if (stop.reason !== 'gone') this.#report(code, error.message);
      return refuse(code);
    } finally {
      clearTimeout(deadline);
      gone.listen(undefined);
    }
  }

  /** Closes the connections to the node. */
  close(): void {
    this.#connections.close();
  }

  async #askWithCurrentToken(call: NodeCall, stop: Stop<StopReason>): Promise<NodeAnswer> {
    const answer = await this.#ask(call, stop);
    if (answer.status !== 401) return answer;
    const reloaded = await this.#reloadToken();
    return reloaded && call.method === 'GET' ? this.#ask(call, stop) : answer;
  }

  /** A POST has a connection of its own: one that rested may be closing just then, and a POST is never repeated. */
  async #ask(call: NodeCall, stop: Stop<StopReason>): Promise<NodeAnswer> {
    if (call.method !== 'GET') return this.#exchange(call, stop, true);
    try {
      return await this.#exchange(call, stop, false);
    } catch (error) {
      if (!(error instanceof ExchangeError) || !error.stale) throw error;
      return this.#exchange(call, stop, true);
    }
  }

  #exchange(call: NodeCall, stop: Stop<StopReason>, alone: boolean): Promise<NodeAnswer> {
    const { node, token } = this.#options;
    const connections = this.#connections;
    return exchange(call, { node, token: token.current(), connections, alone, stop });
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
