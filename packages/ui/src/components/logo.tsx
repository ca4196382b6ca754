import { classes } from '../lib/classes.ts';

/**
 * The logo: a cairn of four stones, the top one in the accent colour. It is decorative.
 * @param props.size height and width in CSS pixels
 * @param props.isFallen true where something is missing: the top stone lies beside the others
 */
export function Logo({ size = 28, isFallen = false }: { size?: number; isFallen?: boolean }) {
  return (
    <svg
      class={classes('c-logo', isFallen && 'c-logo--fallen')}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path
        class="c-logo__stone-1"
        d="M2.6 26.6c0-2.7 4.7-4.3 13-4.4 8.6-.1 13.8 1.4 13.8 4.3 0 2.6-4.6 3.8-13.4 3.8-8.7 0-13.4-1.1-13.4-3.7z"
      />
      <path
        class="c-logo__stone-2"
        d="M5.6 18.6c-.1-2.6 4-4.3 10.4-4.2 6.6.1 10.3 1.6 10.2 4.1-.1 2.2-3.6 3-10.2 3-6.5 0-10.3-.7-10.4-2.9z"
      />
      <path
        class="c-logo__stone-3"
        d="M9 11.1c.1-2.4 3.1-3.8 7.3-3.6 4.2.1 6.9 1.5 6.8 3.7-.1 1.9-2.7 2.5-7.1 2.5-4.5 0-7.1-.7-7-2.6z"
      />
      <path
        class="c-logo__stone-4"
        d="M12.1 4.8c0-1.8 1.9-3.1 4.3-3 2.3.1 3.8 1.3 3.7 3-.1 1.5-1.7 2-4 2-2.4 0-4-.5-4-2z"
      />
    </svg>
  );
}
