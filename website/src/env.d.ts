interface ImportMetaEnv {
  /** Origin and optional path prefix of the Explorer API; absent in the preview build. */
  readonly PUBLIC_EXPLORER_API_URL?: string;
  /** Origin and optional path prefix of the wallet that the pages link to; without it, they link to none. */
  readonly PUBLIC_WALLET_URL?: string;
}
