import { identifyAddressNetwork } from '@cairn/protocol';
import { InvalidReference } from '../../site/failure.ts';
import { byIndex, request } from '../../site/request.ts';
import { PAGE_SIZE, readPage, lastSegment } from '../../site/url.ts';

/** Numbers of newest blocks that a user can choose. */
export const MINER_RANGES = [100, 1_000, 10_000] as const;
export type MinerRange = (typeof MINER_RANGES)[number];

const DEFAULT_RANGE: MinerRange = 1_000;

/** The range in the page's URL; an unknown value means the default. */
export function minersParams({ searchParams }: URL): { range: MinerRange } {
  return { range: MINER_RANGES.find((one) => String(one) === searchParams.get('blocks')) ?? DEFAULT_RANGE };
}

/** Path of the miners' page with a range, without a language prefix. */
export const minersPath = (range: MinerRange): string =>
  range === DEFAULT_RANGE ? '/miners' : `/miners?blocks=${range}`;

/** The parameters in the URL of a miner's page. */
export const minerParams = (url: URL) => ({
  address: lastSegment(url),
  page: readPage(url.searchParams.get('page')),
});

/** Shares of the miners in the newest blocks. */
export const minersRequest = (range: MinerRange) =>
  request(`miners ${range}`, (api, options) => api.listMiners({ blocks: range }, options), byIndex);

/** @throws InvalidReference for a text that is no address of any network */
function checked(address: string): string {
  if (identifyAddressNetwork(address) === undefined) throw new InvalidReference('address');
  return address;
}

/** Totals of a miner. */
export const minerRequest = (address: string) =>
  request(
    `miner ${address}`,
    async (api, options) => api.getMiner({ address: checked(address) }, options),
    byIndex,
  );

/** A page of a miner's blocks. @param page counted from 1 */
export const minerBlocksRequest = (address: string, page: number) =>
  request(
    `blocks of ${address} ${page}`,
    async (api, options) => {
      const query = { address: checked(address), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      return api.listMinerBlocks(query, options);
    },
    byIndex,
  );
