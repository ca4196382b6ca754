/** Settings of the build (`site/config.ts`); each can be absent. */
interface ImportMetaEnv {
  readonly PUBLIC_EXPLORER_API_URL?: string;
  readonly PUBLIC_WALLET_URL?: string;
  readonly PUBLIC_NETWORK?: string;
  readonly PUBLIC_WITNESS_API_URLS?: string;
  readonly PUBLIC_DEVNET_CONTROL_URL?: string;
}
