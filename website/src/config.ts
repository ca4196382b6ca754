import { readApiBaseUrl } from './lib/api-base-url.ts';

/** Base URL of the Explorer API, fixed when the site is built; absent in the preview build. */
export const API_BASE_URL: string | undefined = readApiBaseUrl(import.meta.env.PUBLIC_EXPLORER_API_URL);

/** Whether this build shows a chain. Without an API it is a preview that shows no figure at all. */
export const SHOWS_CHAIN: boolean = API_BASE_URL !== undefined;
