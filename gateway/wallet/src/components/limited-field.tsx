import { TextField, type TextFieldProps } from '@cairn/ui';
import { t } from '../messages/messages.ts';

/** From so many characters before the end on it is said how many are left. */
const NEAR = 10;

/** A text field that takes no more than `maxLength`, and says so before anything typed or pasted gets lost. */
export function LimitedField(props: TextFieldProps & { maxLength: number }) {
  const room = describeRoom(props.value, props.maxLength);
  const full = props.value.length >= props.maxLength;
  return (
    <div>
      <TextField {...props} hint={room ?? props.hint} />
      {/* The hint is only read with the field; reaching the end is said at once. */}
      <span class="c-visually-hidden" role="status">
        {full && room}
      </span>
    </div>
  );
}

/** How much more can be typed, close to the end; lengths as the browser counts them for `maxLength`. */
function describeRoom(value: string, maxLength: number): string | undefined {
  const left = maxLength - value.length;
  if (left > NEAR) return undefined;
  return left <= 0 ? t('common.lengthFull', { count: maxLength }) : t('common.lengthLeft', { count: left });
}
