/** The pages with fixed paths (without the language), in the order of the menus. Their names are among the texts of the site. */
export const SITE_PAGES = [
  { id: 'home', path: '/', menu: 'tabs' },
  { id: 'blocks', path: '/blocks', menu: 'tabs' },
  { id: 'transactions', path: '/transactions', menu: 'tabs' },
  { id: 'addresses', path: '/addresses', menu: 'tabs' },
  { id: 'statistics', path: '/statistics', menu: 'tabs' },
  { id: 'network', path: '/network', menu: 'more' },
  { id: 'verify', path: '/verify', menu: 'more' },
  { id: 'personal', path: '/watch', menu: 'more' },
  { id: 'api', path: '/api', menu: 'more' },
  { id: 'about', path: '/about', menu: 'more' },
] as const satisfies readonly {
  /** Names its text `page.…`, its title. */
  id: string;
  path: string;
  /** Place in the header. */
  menu: 'tabs' | 'more';
}[];

/** Parts of pages that the search finds by their names. */
export const SITE_PARTS = [
  { id: 'supply', path: '/statistics#supply' },
  { id: 'miners', path: '/statistics#miners' },
  { id: 'stale', path: '/network#stale' },
] as const;
