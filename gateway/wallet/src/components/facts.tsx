import { KeyValueList, type KeyValue } from '@cairn/ui';

/** A list of facts with short labels that stay beside their values, even in a narrow card or on a phone. */
export function Facts({ items }: { items: readonly KeyValue[] }) {
  return (
    <div class="w-facts">
      <KeyValueList items={items} />
    </div>
  );
}
