export interface ChoiceProps {
  /** Name of the choice, for the navigation. */
  label: string;
  options: readonly { text: string; href: string; isChosen: boolean }[];
}

/** Links, so that each choice has an address and works without a script. */
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
