import * as z from 'zod/mini';
import { component, field } from '../../schema/documentation.ts';
import { count, networkName, uint32 } from '../../schema/primitives.ts';

export const network = field(networkName, 'Name of the network that the node serves.');
export const chainId = field(uint32, 'Chain ID of that network.');
export const apiVersion = field(uint32, 'Version of this interface: 1.');

export const pagination = component(
  'Pagination',
  'Position of this page in the list.',
  z.object({
    limit: field(count, 'Requested page size.'),
    offset: field(count, 'Items skipped before this page.'),
    count: field(count, 'Items on this page.'),
    total: field(count, 'Items in the whole list.'),
  }),
);
export type Pagination = z.output<typeof pagination>;
