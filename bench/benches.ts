/** Every benchmark: `npm run bench -- NAME`. */
export const BENCHES = {
  import: {
    file: './import.ts',
    about: 'Import and reindex of a long chain, the start on it and the sync of it, against bare programs.',
  },
  validate: { file: './validate.ts', about: 'Validation of a full block, against bare libsecp256k1.' },
  reorganize: {
    file: './reorganize.ts',
    about: 'A switch from six blocks of 1,000 transfers to seven others.',
  },
  api: {
    file: './api.ts',
    about: 'The Explorer API as browsers ask, and the building of its index, against bare programs.',
  },
  postgres: {
    file: './postgres.ts',
    about: 'The Explorer API over PostgreSQL with one to three replicas, and the filling of its database.',
  },
  gateway: {
    file: './gateway.ts',
    about: 'What the gateway adds to the RPC, and what idle connections cost it.',
  },
  pages: {
    file: './pages.ts',
    about: 'Clicks on the links of the website, Back, and the scores of Lighthouse.',
  },
  verify: {
    file: './verify.ts',
    about:
      'Pages that prove what they show: the verdict, one more block, witnesses, all headers down to genesis.',
  },
} as const;
