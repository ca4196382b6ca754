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
  'page.home': ['Home', 'Start'],
  'page.blocks': ['Blocks', 'Blöcke'],
  'page.transactions': ['Transactions', 'Transaktionen'],
  'page.addresses': ['Addresses', 'Adressen'],
  'page.statistics': ['Statistics', 'Statistik'],
  'page.charts': ['Charts', 'Diagramme'],
  'page.supply': ['Supply', 'Umlauf'],
  'page.miners': ['Miners', 'Miner'],
  'page.network': ['Network', 'Netzwerk'],
  'page.stale': ['Stale blocks', 'Verwaiste Blöcke'],
  'page.verify': ['Verify', 'Prüfen'],
  'page.personal': ['My labels', 'Meine Namen'],
  'page.api': ['API', 'API'],
  'page.about': ['About', 'Über Cairn'],
  'pageWords.home': ['start cairn fees', 'home startseite gebühren'],
  'pageWords.blocks': ['newest list', 'neueste liste'],
  'pageWords.transactions': ['payments transfers newest list', 'zahlungen überweisungen neueste liste'],
  'pageWords.addresses': ['accounts balances richest', 'konten guthaben'],
  'pageWords.statistics': ['overview figures fees', 'überblick zahlen gebühren'],
  'pageWords.charts': ['hash rate difficulty history', 'charts hashrate schwierigkeit verlauf'],
  'pageWords.supply': ['coins rewards emission', 'coins geldmenge belohnungen ausgabe'],
  'pageWords.miners': ['pools rewards', 'pools belohnungen'],
  'pageWords.network': ['node status rules difficulty', 'node status regeln schwierigkeit'],
  'pageWords.stale': ['orphans forks reorganizations', 'stale forks reorganisationen'],
  'pageWords.verify': ['proof receipt check message signature', 'beweis quittung nachricht signatur'],
  'pageWords.personal': [
    'watch watchlist names notes alerts',
    'labels beobachten merkliste notizen hinweise',
  ],
  'pageWords.api': ['developers documentation curl', 'entwickler dokumentation curl'],
  'pageWords.about': ['help keys privacy', 'hilfe tasten datenschutz'],
});

export const { translationsFor } = texts;
