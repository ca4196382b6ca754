export interface ChoiceProps {
  /** Accessible name of the choice. */
  label: string;
  options: readonly { text: string; href: string; isChosen: boolean }[];
}

/** A choice between pages, made of links so that each option has a URL and works without JavaScript. */
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
