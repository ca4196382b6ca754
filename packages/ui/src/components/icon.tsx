const PATHS = {
  copy: 'M5.5 5.5V3.6c0-.6.5-1.1 1.1-1.1h5.8c.6 0 1.1.5 1.1 1.1v5.8c0 .6-.5 1.1-1.1 1.1h-1.9M3.6 5.5h5.8c.6 0 1.1.5 1.1 1.1v5.8c0 .6-.5 1.1-1.1 1.1H3.6c-.6 0-1.1-.5-1.1-1.1V6.6c0-.6.5-1.1 1.1-1.1z',
  check: 'M3 8.5l3.3 3.3L13 5',
  cross: 'M4 4l8 8M12 4l-8 8',
  info: 'M8 7.3v3.6M8 4.9v.2M8 14A6 6 0 108 2a6 6 0 000 12z',
  warn: 'M8 6.2v3.2M8 11.6v.1M7 2.9L1.9 12c-.4.7.1 1.5.9 1.5h10.4c.8 0 1.3-.8.9-1.5L9 2.9c-.4-.7-1.6-.7-2 0z',
  search: 'M7 11.5a4.5 4.5 0 100-9 4.5 4.5 0 000 9zM13.5 13.5l-3.2-3.2',
  sun: 'M8 10.8a2.8 2.8 0 100-5.6 2.8 2.8 0 000 5.6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13.3 9.6A5.6 5.6 0 016.4 2.7a5.6 5.6 0 106.9 6.9z',
  screen: 'M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  sliders: 'M2 4.5h6m4 0h2M2 11.5h2m4 0h6M12 4.5a2 2 0 11-4 0 2 2 0 014 0zM8 11.5a2 2 0 11-4 0 2 2 0 014 0z',
  'chevron-down': 'M3.5 6L8 10.5 12.5 6',
  'chevron-left': 'M10 3.5L5.5 8l4.5 4.5',
  'chevron-right': 'M6 3.5L10.5 8 6 12.5',
  download: 'M8 2.5v7M5 6.8l3 3 3-3M3 13h10',
} as const;

/** Names of the line icons, which are drawn on a 16 × 16 grid. */
export type IconName = keyof typeof PATHS;

/** A line icon in the size and colour of the text, hidden from screen readers: put its meaning in a text beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="c-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
