import type { Claim, StepId, StepState } from '../verify/index.ts';
import type { Translations } from './texts.ts';

/**
 * The claims of an address's page: what is checked, and once it is, by which block, of how many transactions and how far down.
 * @param steps empty while the page waits, or loads again
 */
export function addressClaims(steps: readonly StepState[], translations: Translations): Claim[] {
  const { t, rich, count, link } = translations;
  const found = (id: StepId, name: string) =>
    Number(steps.find((step) => step.id === id)?.facts.find((fact) => fact.name === name)?.value ?? 0);
  // A step that did not pass has nothing to tell. Nothing is proven by a chain that was not checked.
  const isProven = (...ids: StepId[]) =>
    [...ids, 'chain'].every((id) =>
      steps.some((step) => step.id === id && ['passed', 'limited'].includes(step.status)),
    );
  const [height, bottom] = [found('account', 'height'), found('chain', 'bottom')];
  const [total, proven] = [found('account', 'total'), found('history', 'proven')];
  const block = <a href={link.block(height)}>{count(height)}</a>;
  return [
    {
      text: isProven('account')
        ? rich(total === 0 ? 'claims.unusedProven' : 'claims.balanceProven', { height: block })
        : t('claims.balance'),
      by: ['network', 'account', 'chain'],
    },
    {
      text: !isProven('history')
        ? t('claims.complete')
        : proven < total
          ? t('claims.newestProven', { proven, total })
          : t('claims.completeProven', { count: total }),
      by: ['network', 'history', 'entries', 'chain'],
    },
    {
      text: isProven()
        ? t('claims.linkedTo', { height: count(height), bottom: count(bottom) })
        : t('claims.linked'),
      by: ['network', 'chain'],
    },
  ];
}
