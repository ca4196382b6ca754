/** Bounds of the listener and of the way to the node. Times are milliseconds, sizes bytes. */
export interface GatewayLimits {
  /** Time in which a request's headers must be complete, counted from the connection or from its first byte. */
  readonly headersTimeout: number;
  /** Time in which a whole request, body included, must have arrived. */
  readonly requestTimeout: number;
  /** How long a connection may rest between two requests. */
  readonly keepAliveTimeout: number;
  /** How long a socket may be silent while an answer is under way (a client that stopped reading). */
  readonly silenceTimeout: number;
  /** How often the two request time-outs are looked at. */
  readonly checkInterval: number;
  /** Open connections; beyond it the one that has rested longest makes room. */
  readonly maxConnections: number;
  /** Request line and headers together. */
  readonly maxHeaderBytes: number;
  /** Header lines of one request. */
  readonly maxHeaders: number;
  /** Time for everything that one request makes the node do, a repetition included. */
  readonly forwardTimeout: number;
  /** Largest body that is taken from the node. */
  readonly maxAnswerBytes: number;
  /** Connections to the node that GETs share. */
  readonly maxNodeSockets: number;
  /** Wrong launch secrets that are looked at within `launchWindow`; then it takes the rest of it for the next one. */
  readonly launchGuesses: number;
  readonly launchWindow: number;
  /** Time that requests in flight get to finish when the gateway stops. */
  readonly stopGrace: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  silenceTimeout: 60_000,
  checkInterval: 1_000,
  maxConnections: 4_096,
  maxHeaderBytes: 16_384,
  maxHeaders: 100,
  forwardTimeout: 10_000,
  maxAnswerBytes: 1_048_576,
  maxNodeSockets: 64,
  launchGuesses: 10,
  launchWindow: 60_000,
  stopGrace: 12_000,
};
