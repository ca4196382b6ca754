import { Button, Icon } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { CHOICES, type Filter, queryOf, type Span, SPANS } from './filter.ts';
import { useTranslations } from './texts.ts';
import './lists.css';

interface FilterBarProps {
  /** Of the list, without a query. */
  readonly path: string;
  readonly filter: Filter;
}

/** The choice of what a list of transactions shows. Links and a form, so that each choice has a URL and works without JavaScript. */
export function FilterBar({ path, filter }: FilterBarProps) {
  const { t } = useTranslations();
  const { by, only, order, span, from, to } = filter;
  const hasDays = (from ?? to) !== undefined;
  const hrefOf = (change: Partial<Filter>) => path + queryOf({ ...filter, ...change });
  const days = hasDays && `${from ?? '…'} – ${to ?? '…'}`;
  const chosen = [
    days || t(`filter.range.${span ?? 'all'}`),
    t(`filter.only.${only ?? 'all'}`),
    t(`filter.order.${order ?? 'newest'}`),
  ];
  return (
    <Choices chosen={chosen.join(' · ')}>
      <Choice
        label={t('filter.range')}
        options={[undefined, ...(Object.keys(SPANS) as Span[])].map((one) => ({
          text: t(`filter.range.${one ?? 'all'}`),
          href: hrefOf({ span: one, from: undefined, to: undefined }),
          isChosen: one === span && !hasDays,
        }))}
      />
      <details class="c-menu">
        <summary
          class="c-button c-button--secondary c-button--sm"
          aria-current={hasDays ? 'true' : undefined}
        >
          {days || t('filter.days')}
        </summary>
        <form class="c-popover filter__days" action={path}>
          {[...new URLSearchParams(queryOf({ by, only, order }))].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <DayField name="from" label={t('filter.from')} value={from} />
          <DayField name="to" label={t('filter.to')} value={to} />
          <Button type="submit" variant="primary" size="sm">
            {t('filter.only')}
          </Button>
        </form>
      </details>
      <Choice
        label={t('filter.only')}
        options={[undefined, ...CHOICES[by]].map((one) => ({
          text: t(`filter.only.${one ?? 'all'}`),
          href: hrefOf({ only: one }),
          isChosen: one === only,
        }))}
      />
      <Choice
        label={t('filter.order')}
        options={([undefined, 'largest'] as const).map((one) => ({
          text: t(`filter.order.${one ?? 'newest'}`),
          // Of all transactions, the rewards of blocks would be the largest.
          href: hrefOf({
            order: one,
            ...(one !== undefined && by === 'kind' && { only: only ?? 'transfer' }),
          }),
          isChosen: one === order,
        }))}
      />
    </Choices>
  );
}

/**
 * The choices of a list in a row above it. Where they need more than one, a line that says what is chosen opens them.
 * @param props.chosen in words
 */
export function Choices({ chosen, children }: { chosen: ComponentChildren; children: ComponentChildren }) {
  const { t } = useTranslations();
  return (
    <details class="c-bar filter">
      <summary>
        <span class="c-visually-hidden">{`${t('filter.only')}: `}</span>
        {chosen}
        <Icon name="chevron-down" />
      </summary>
      <div class="c-row">{children}</div>
    </details>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <label>
      {label}
      <input class="c-input" type="date" name={name} defaultValue={value} />
    </label>
  );
}

interface ChoiceProps {
  /** Accessible name of the choice. */
  readonly label: string;
  readonly options: readonly { text: ComponentChildren; href: string; isChosen: boolean }[];
}

/** A choice between pages, made of links so that each option has a URL and works without JavaScript. */
export function Choice({ label, options }: ChoiceProps) {
  return (
    <nav class="c-segmented" aria-label={label}>
      {options.map(({ text, href, isChosen }) => (
        <a key={href} class="c-segmented__option" href={href} aria-current={isChosen ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
