/** What the browser checks itself. Long texts of the steps belong into a catalogue of their own, loaded with the worker. */
export const verify = {
  'verify.title': 'Verify',
  'verify.description':
    'Check a transaction or a proof in your own browser, without trusting this site’s API.',
} as const;
