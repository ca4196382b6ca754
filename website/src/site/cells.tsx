import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount, Identifier } from '@cairn/ui';
import type { VNode } from 'preact';
import type { Translations } from './translations.ts';

// Functions, not components: a page has hundreds of cells, and a component would look up the translations in each.

/** An amount in a column whose header names the unit. @param pebbles a monetary field of the API */
export function tableAmount(pebbles: string, direction?: 'in' | 'out' | 'self'): VNode {
  return <Amount value={parsePebbles(pebbles)} direction={direction} unit={false} />;
}

/** The height of a block, with a link to its page. */
export function heightLink(height: number, { count, link }: Pick<Translations, 'count' | 'link'>): VNode {
  return (
    <a class="c-strong" href={link.block(height)}>
      {count(height)}
    </a>
  );
}

/** A shortened address, with a link to its page. @param what names it for screen readers: `miner’s address` */
export function addressLink(address: Address, what: string, { link }: Pick<Translations, 'link'>): VNode {
  return <Identifier value={address} what={what} length="short" href={link.address(address)} copy={false} />;
}
