/** Every benchmark, in a file of its name: `npm run bench -- NAME`. */
export const BENCHES = {
  import:
    'Import and reindex of a long chain, the start on it and the sync of it, against bare libsecp256k1.',
  blocks:
    'A full block, against bare libsecp256k1; a switch from six blocks of 1,000 transfers to seven others.',
  api: 'The Explorer API as browsers ask, and the building of its index, against bare programs.',
  postgres: 'The Explorer API over PostgreSQL with one to three replicas, and the filling of its database.',
  gateway: 'What the gateway adds to the RPC, and what idle connections cost it.',
  pages: 'Clicks on the links of the website, Back, and the scores of Lighthouse.',
  verify:
    'Pages that prove what they show: the verdict, one more block, witnesses, all headers down to genesis.',
  recompute: 'A browser recomputes a chain from genesis on, beside the node’s own validation of it.',
  tab: 'A chain that lives in a tab: its opening, its memory after an hour, its opening a day later.',
  testkit: 'Chains in the process of a test: opening, mining, a hundred of them.',
} as const;
