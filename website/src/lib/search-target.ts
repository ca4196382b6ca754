import { addressLink, blockLink, searchLink } from './links.ts';
import type { SearchQuery } from './search.ts';
import { formatCount } from './words.ts';

/** Where a search leads; `undefined` where there is nothing to go to. IDs go through the search page, which asks the API. */
export function searchTarget(query: SearchQuery): string | undefined {
  switch (query.kind) {
    case 'height':
      return blockLink(query.height);
    case 'address':
      return addressLink(query.address);
    case 'hash':
      return searchLink(query.hash);
    default:
      return undefined;
  }
}

/** What is said while typing. `tone` is `bad` only where nothing can be found this way. */
export interface SearchHint {
  readonly tone: 'plain' | 'good' | 'bad';
  readonly text: string;
}

/** @param network name of the network that the explorer shows; absent while it is not known */
export function searchHint(query: SearchQuery, network: string | undefined): SearchHint {
  switch (query.kind) {
    case 'empty':
      return { tone: 'plain', text: '' };
    case 'height':
      return { tone: 'good', text: `Block ${formatCount(query.height)}` };
    case 'hash':
      return { tone: 'good', text: 'Block or transaction ID' };
    case 'unknown':
      return { tone: 'bad', text: query.problem };
    default:
      if (network !== undefined && network !== query.network) {
        return { tone: 'bad', text: `An address of ${query.network}; this explorer shows ${network}.` };
      }
      return { tone: 'good', text: `Address of ${query.network}, checksum correct` };
  }
}
