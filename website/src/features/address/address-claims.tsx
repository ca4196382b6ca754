import type { Claim, StepId, StepState } from '../verify/index.ts';
import type { Translations } from './texts.ts';

/**
 * The claims of an address's page. Until the verification has ended they only name what is checked, because no number is proven
 * before.
 * @param steps empty while the page waits, or loads again
 */
export function addressClaims(steps: readonly StepState[], translations: Translations): Claim[] {
  const { t, rich, count, link } = translations;
  const of = (id: StepId) => steps.find((step) => step.id === id);
  const found = (id: StepId, name: string) =>
    Number(of(id)?.facts.find((fact) => fact.name === name)?.value ?? 0);
  const isChecked = (...ids: StepId[]) =>
    ids.every((id) => ['passed', 'limited'].includes(of(id)?.status ?? ''));
  const height = count(found('account', 'height'));
  const total = found('account', 'total');
  const proven = found('history', 'proven');
  const bottom = found('chain', 'bottom');
  const balance = rich(total === 0 ? 'claims.unusedProven' : 'claims.balanceProven', {
    height: <a href={link.block(found('account', 'height'))}>{height}</a>,
  });
  const complete =
    total === 0
      ? t('claims.noneProven')
      : proven < total
        ? t('claims.newestProven', { proven, total })
        : t('claims.completeProven', { count: total });
  const linked =
    bottom === 0
      ? t('claims.linkedProven', { height })
      : t('claims.linkedTo', { height, bottom: count(bottom) });
  const hasEnded =
    steps.length > 0 && steps.every(({ status }) => status !== 'waiting' && status !== 'running');
  const claim = (
    name: 'balance' | 'complete' | 'linked',
    by: readonly StepId[],
    text: Claim['text'],
    isProven: boolean,
  ): Claim => ({ by, text: !hasEnded ? t(`claims.${name}`) : isProven ? text : t(`claims.${name}Not`) });
  return [
    claim('balance', ['network', 'account', 'chain'], balance, isChecked('chain', 'account')),
    claim('complete', ['network', 'history', 'entries', 'chain'], complete, isChecked('chain', 'history')),
    claim('linked', ['network', 'chain'], linked, isChecked('chain')),
  ];
}
