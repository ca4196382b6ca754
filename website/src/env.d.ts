interface ImportMetaEnv {
  /** Origin and optional path prefix of the Explorer API; absent in the preview build. */
  readonly PUBLIC_EXPLORER_API_URL?: string;
  /** Origin and optional path prefix of the wallet that the pages link to; without it, they link to none. */
  readonly PUBLIC_WALLET_URL?: string;
  /** Name of the network that the API must serve. */
  readonly PUBLIC_NETWORK?: string;
  /** Base URLs of up to five other operators' Explorer APIs, separated by commas or spaces. */
  readonly PUBLIC_WITNESS_API_URLS?: string;
  /** Control port of a devnet, for its Devnet bar. */
  readonly PUBLIC_DEVNET_CONTROL_URL?: string;
}
