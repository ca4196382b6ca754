import { KeyValueList, type KeyValue } from '@cairn/ui';

/** Labelled facts whose labels are short: side by side in a narrow card and on a phone too. */
export function Facts({ items }: { items: readonly KeyValue[] }) {
  return (
    <div class="w-facts">
      <KeyValueList items={items} />
    </div>
  );
}
