import { HTTP_LIMITS, type HttpLimits } from '@cairn/http';

/** Limits of the server, of requests to the node and of the launch secret. Times are milliseconds, sizes bytes. */
export interface GatewayLimits extends HttpLimits {
  /** Maximum number of header lines in a request. */
  readonly maxHeaders: number;
  /** Time limit for all calls to the node that one request causes, including a retry. */
  readonly forwardTimeout: number;
  /** Maximum size of the body of the node's answer. */
  readonly maxAnswerBytes: number;
  /** Maximum number of wrong launch secrets within `launchWindow`; then, every secret is refused until the window ends. */
  readonly launchGuesses: number;
  readonly launchWindow: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  ...HTTP_LIMITS,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  checkInterval: 1_000,
  // Longer than `forwardTimeout`, so that a submission in flight still gets the node's answer.
  closeGrace: 12_000,
  maxHeaders: 100,
  forwardTimeout: 10_000,
  maxAnswerBytes: 1_048_576,
  launchGuesses: 10,
  launchWindow: 60_000,
};
