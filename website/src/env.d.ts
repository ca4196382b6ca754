interface ImportMetaEnv {
  /** Origin and path prefix of the Explorer API; the preview build has none. */
  readonly PUBLIC_EXPLORER_API_URL?: string;
  /** Origin and path prefix of the wallet that the pages link to. */
  readonly PUBLIC_WALLET_URL?: string;
}
