import { KeyValueList, type KeyValue } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { t } from './texts.ts';

/** A list of labels and values. The labels are short and stay beside the values, even in a narrow card or on a phone. */
export function Facts({ items }: { items: readonly KeyValue[] }) {
  return (
    <div class="w-facts">
      <KeyValueList items={items} />
    </div>
  );
}

/** Facts that few people need, folded until they are asked for. */
export function MoreFacts({ items }: { items: readonly KeyValue[] }) {
  return (
    <details class="w-more">
      <summary>{t('common.details')}</summary>
      <Facts items={items} />
    </details>
  );
}

/** An item in a list of accounts or contacts: details (`children`) and buttons (`actions`). */
export function Entry(props: {
  /** True for the selected account. */
  current?: boolean;
  actions: ComponentChildren;
  children: ComponentChildren;
}) {
  const { current = false, actions, children } = props;
  return (
    <li class="c-row w-entry" aria-current={current ? 'true' : undefined}>
      <div class="c-lines">{children}</div>
      <div class="c-row">{actions}</div>
    </li>
  );
}
