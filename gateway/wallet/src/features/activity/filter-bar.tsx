import type { HistoryFilter } from '@cairn/wallet';
import { SearchField, SelectField } from '../../shared/fields.tsx';
import { t } from './texts.ts';

const DIRECTIONS = ['all', 'in', 'out', 'self', 'reward'] as const;
const STATES = ['all', 'pending', 'confirmed'] as const;

/** Filters of the history. */
export function FilterBar(props: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  const { filter, onChange } = props;
  return (
    <div class="w-filters" role="search" aria-label={t('activity.filters')}>
      <SearchField
        label={t('activity.search')}
        value={filter.text}
        onInput={(text) => onChange({ ...filter, text })}
      />
      <SelectField
        label={t('activity.direction')}
        hideLabel
        value={filter.direction}
        options={DIRECTIONS.map((value) => ({ value, label: t(`activity.direction.${value}`) }))}
        onChange={(value) =>
          onChange({ ...filter, direction: DIRECTIONS.find((known) => known === value) ?? 'all' })
        }
      />
      <SelectField
        label={t('activity.status')}
        hideLabel
        value={filter.status}
        options={STATES.map((value) => ({ value, label: t(`activity.status.${value}`) }))}
        onChange={(value) =>
          onChange({ ...filter, status: STATES.find((known) => known === value) ?? 'all' })
        }
      />
    </div>
  );
}
