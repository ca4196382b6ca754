import { DEVELOPMENT_ADDRESSES } from '@cairn/testkit';

const GENESIS_TRANSFER = '26a0d4f01ac198eb4baa147a8869790746339d73e0795324815f6632162c1ea2';

/** A path of each page of the website, for tests of all pages. */
export const PATHS = {
  home: '/',
  blocks: '/blocks',
  block: '/blocks/0',
  transactions: '/transactions',
  transaction: `/transactions/${GENESIS_TRANSFER}`,
  addresses: '/addresses',
  address: `/addresses/${DEVELOPMENT_ADDRESSES[6]}`,
  statistics: '/statistics',
  network: '/network',
  verify: '/verify',
  pay: '/pay',
  watch: '/watch',
  api: '/api',
  about: '/about',
} as const;

/** Path of the German version of a page. */
export const german = (path: string) => `/de${path === '/' ? '' : path}`;
