import type { PageProof, Claim, ProvenAddress } from '../verify/index.ts';
import type { Translations } from './texts.ts';

/** The claims of an address's page: what is checked, and once it is, by which block and of how many transactions. */
export function addressClaims(
  { value, chain }: Pick<PageProof<ProvenAddress>, 'value' | 'chain'>,
  { t, rich, count, link }: Translations,
): Claim[] {
  if (value === undefined || chain === undefined) {
    return [
      { text: t('claims.balance'), by: ['account'] },
      { text: t('claims.complete'), by: ['history'] },
    ];
  }
  const { height } = chain.tip;
  const { length: proven } = value.newest;
  return [
    {
      text: rich(value.count === 0 ? 'claims.unusedProven' : 'claims.balanceProven', {
        height: <a href={link.block(height)}>{count(height)}</a>,
      }),
      by: ['account'],
    },
    {
      text:
        proven < value.count
          ? t('claims.newestProven', { proven, total: value.count })
          : t('claims.completeProven', { count: value.count }),
      by: ['history'],
    },
  ];
}
