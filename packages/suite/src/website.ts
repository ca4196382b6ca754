/** Origins that a website's pages use, without a trailing slash. */
export interface WebsiteUrls {
  /** Explorer API that the pages query. */
  readonly api: string;
  /** Where the server reaches the API, if not there. */
  readonly internalApi?: string;
  /** Wallet that the pages link to. */
  readonly wallet: string;
  /** Other servers' APIs, which the pages ask whether they know a heavier chain. */
  readonly witnesses?: readonly string[];
  /** Control port of the devnet, which its Devnet bar calls. */
  readonly control?: string;
}

/** Environment variables of the website's server, and of the export of its pages for static hosts. */
export function websiteEnvironment(
  output: string,
  urls: WebsiteUrls | undefined,
): Readonly<Record<string, string>> {
  return {
    CAIRN_WEBSITE_OUT_DIR: output,
    PUBLIC_EXPLORER_API_URL: urls?.api ?? '',
    EXPLORER_API_INTERNAL_URL: urls?.internalApi ?? '',
    PUBLIC_WALLET_URL: urls?.wallet ?? '',
    PUBLIC_DEVNET_CONTROL_URL: urls?.control ?? '',
    PUBLIC_WITNESS_API_URLS: urls?.witnesses?.join(' ') ?? '',
  };
}
