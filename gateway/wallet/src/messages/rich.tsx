import type { ComponentChildren } from 'preact';
import { rich, type MessageKey, type ParametersOf } from './messages.ts';

/**
 * A message with components in the place of its parameters: `<Rich k="send.leaves" values={{ amount: <Amount … /> }} />`.
 * The words around them stay one text in the catalogue, so that a language may order them as it needs.
 */
export function Rich<Key extends MessageKey>(props: {
  k: Key;
  values: Readonly<Record<Exclude<ParametersOf<Key>, 'count'>, ComponentChildren>>;
  /** The number that the plural form follows. */
  count?: number;
}) {
  const { k, values, count } = props;
  const speak = rich as (
    key: string,
    values: Readonly<Record<string, ComponentChildren>>,
  ) => ComponentChildren;
  return <>{speak(k, { count, ...values })}</>;
}
