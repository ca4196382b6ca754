import { defineTexts } from '../../site/translations.ts';

/** The pages with fixed paths (without the language), in the order of the menus. */
export const SITE_PAGES = [
  { id: 'home', path: '/', menu: 'tabs' },
  { id: 'blocks', path: '/blocks', menu: 'tabs' },
  { id: 'transactions', path: '/transactions', menu: 'tabs' },
  { id: 'addresses', path: '/addresses', menu: 'tabs' },
  { id: 'statistics', path: '/statistics', menu: 'tabs' },
  { id: 'charts', path: '/charts', within: '/statistics' },
  { id: 'supply', path: '/supply', within: '/statistics' },
  { id: 'miners', path: '/miners', within: '/statistics' },
  { id: 'network', path: '/network', menu: 'more' },
  { id: 'stale', path: '/stale-blocks', within: '/network' },
  { id: 'verify', path: '/verify', menu: 'more' },
  { id: 'personal', path: '/watch', menu: 'more' },
  { id: 'api', path: '/api', menu: 'more' },
  { id: 'about', path: '/about', menu: 'more' },
] as const satisfies readonly {
  /** Names its texts in `pages.texts.ts`. */
  id: string;
  path: string;
  /** Place in the header. */
  menu?: 'tabs' | 'more';
  /** The page in whose section it lies, for a page without a place of its own. */
  within?: string;
}[];

/** Names of the pages, and words by which the palette finds them too. */
const texts = defineTexts({
  en: {
    'page.home': 'Home',
    'page.blocks': 'Blocks',
    'page.transactions': 'Transactions',
    'page.addresses': 'Addresses',
    'page.statistics': 'Statistics',
    'page.charts': 'Charts',
    'page.supply': 'Supply',
    'page.miners': 'Miners',
    'page.network': 'Network',
    'page.stale': 'Stale blocks',
    'page.verify': 'Verify',
    'page.personal': 'My labels',
    'page.api': 'API',
    'page.about': 'About',
    'pageWords.home': 'start cairn fees',
    'pageWords.blocks': 'newest list',
    'pageWords.transactions': 'payments transfers newest list',
    'pageWords.addresses': 'accounts balances richest',
    'pageWords.statistics': 'overview figures fees',
    'pageWords.charts': 'hash rate difficulty history',
    'pageWords.supply': 'coins rewards emission',
    'pageWords.miners': 'pools rewards',
    'pageWords.network': 'node status rules difficulty',
    'pageWords.stale': 'orphans forks reorganizations',
    'pageWords.verify': 'proof receipt check message signature',
    'pageWords.personal': 'watch watchlist names notes alerts',
    'pageWords.api': 'developers documentation curl',
    'pageWords.about': 'help keys privacy',
  },
  de: {
    'page.home': 'Start',
    'page.blocks': 'Blöcke',
    'page.transactions': 'Transaktionen',
    'page.addresses': 'Adressen',
    'page.statistics': 'Statistik',
    'page.charts': 'Diagramme',
    'page.supply': 'Umlauf',
    'page.miners': 'Miner',
    'page.network': 'Netzwerk',
    'page.stale': 'Verwaiste Blöcke',
    'page.verify': 'Prüfen',
    'page.personal': 'Meine Namen',
    'page.api': 'API',
    'page.about': 'Über Cairn',
    'pageWords.home': 'home startseite gebühren',
    'pageWords.blocks': 'neueste liste',
    'pageWords.transactions': 'zahlungen überweisungen neueste liste',
    'pageWords.addresses': 'konten guthaben',
    'pageWords.statistics': 'überblick zahlen gebühren',
    'pageWords.charts': 'charts hashrate schwierigkeit verlauf',
    'pageWords.supply': 'coins geldmenge belohnungen ausgabe',
    'pageWords.miners': 'pools belohnungen',
    'pageWords.network': 'node status regeln schwierigkeit',
    'pageWords.stale': 'stale forks reorganisationen',
    'pageWords.verify': 'beweis quittung nachricht signatur',
    'pageWords.personal': 'labels beobachten merkliste notizen hinweise',
    'pageWords.api': 'entwickler dokumentation curl',
    'pageWords.about': 'hilfe tasten datenschutz',
  },
});

export const { translationsFor } = texts;
