import { KeyValueList, type KeyValue } from '@cairn/ui';

/**
 * A list of labels and values. The labels are short and stay beside the values, even in a narrow card or on a phone.
 */
export function Facts({ items }: { items: readonly KeyValue[] }) {
  return (
    <div class="w-facts">
      <KeyValueList items={items} />
    </div>
  );
}
