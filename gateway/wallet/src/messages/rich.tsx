import type { ComponentChildren } from 'preact';
import { rich, type MessageKey, type ParametersOf } from './messages.ts';

/**
 * A message with components as its parameters: `<Rich k="send.leaves" values={{ amount: <Amount … /> }} />`.
 * The message is a single text in the catalogue, so that each language can choose the order of its parts.
 */
export function Rich<Key extends MessageKey>(props: {
  k: Key;
  values: Readonly<Record<Exclude<ParametersOf<Key>, 'count'>, ComponentChildren>>;
  /** The number that selects the plural form. */
  count?: number;
}) {
  const { k, values, count } = props;
  const render = rich as (
    key: string,
    values: Readonly<Record<string, ComponentChildren>>,
  ) => ComponentChildren;
  return <>{render(k, { count, ...values })}</>;
}
