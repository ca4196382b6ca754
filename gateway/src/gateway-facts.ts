/** The cookie of this process: made once, never written down, gone with the process. */
export interface SessionCookie {
  /** Bound to the port, because cookies are not: two gateways on one machine must not overwrite each other's. */
  readonly name: string;
  /** 256 random bits, base64url. */
  readonly value: string;
  /** The value as bytes, for comparing. */
  readonly bytes: Uint8Array;
  /** Value of the `Set-Cookie` header that begins a session. */
  readonly setCookie: string;
}

/** What the passes know of the gateway itself, fixed once its port is known. */
export interface GatewayFacts {
  /** The one accepted `Host`: `127.0.0.1:28080` or `[::1]:28080`. */
  readonly host: string;
  /** Host whose page loads are sent on to the canonical one: `localhost:28080`. */
  readonly alias: string;
  /** The one accepted `Origin`: `http://` and the host. */
  readonly origin: string;
  readonly cookie: SessionCookie;
  /** Header lines that one request may have. */
  readonly maxHeaders: number;
}
