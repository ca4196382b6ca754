/** Messages about verification in the browser. Long texts of the steps belong into a catalogue of their own, loaded with the worker. */
export const verify = {
  'verify.section': 'Verification in your browser',
  'verify.waiting': 'Verifying …',
  'verify.unsupported': 'Not checked: this browser has no workers.',
  'verify.broken': 'Not checked: the program that checks could not be loaded.',
} as const;
