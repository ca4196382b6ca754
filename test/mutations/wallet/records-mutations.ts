import type { Groups } from '../mutation.ts';

const REQUEST = 'packages/wallet/src/records/payment-request.ts';
const TEXT = 'packages/wallet/src/entry-text.ts';
const CONTACTS = 'packages/wallet/src/records/contacts.ts';
const CONFUSABLE = 'packages/wallet/src/records/confusable-names.ts';
const MERGE = 'packages/wallet/src/records/merge-records.ts';
const RECORDS = 'packages/wallet/src/records/records-file.ts';
const LABELS = 'packages/wallet/src/records/labels.ts';

/** Rules of requests, contacts, labels and files. */
export const RECORDS_MUTATIONS: Groups = {
  'payment request': [
    [
      'reads any length',
      REQUEST,
      "if (uri.length > PAYMENT_REQUEST_LIMITS.uri) return invalid('too_long');",
      '',
    ],
    [
      'takes any address',
      REQUEST,
      "if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return invalid('no_address');",
      '',
    ],
    ['follows half of it', REQUEST, "if (name.startsWith('req-')) return 'unknown_requirement';", ''],
    ['takes a parameter twice', REQUEST, "if (parameters.has(name)) return 'repeated';", ''],
    [
      'drops an amount that it cannot read',
      REQUEST,
      "if (written !== undefined && amount === undefined) return invalid('amount');",
      '',
    ],
    ['asks for nothing', REQUEST, 'return pebbles > 0n ? pebbles : undefined;', 'return pebbles;'],
    [
      'reads amounts loosely',
      REQUEST,
      'if (!/^\\d+(?:\\.\\d{1,8})?$/.test(text) || text.length > 30) return undefined;',
      '',
    ],
    ['keeps texts uncut', TEXT, '.slice(0, length)', ''],
    [
      'cuts characters in two',
      TEXT,
      'cleanText(cleanText(text).slice(0, length))',
      'cleanText(text).slice(0, length)',
    ],
    [
      'shows texts unclean',
      REQUEST,
      "fitText(parameters.get('message') ?? '', PAYMENT_REQUEST_LIMITS.message)",
      "(parameters.get('message') ?? '')",
    ],
    [
      'drops broken encodings',
      REQUEST,
      "if (name === undefined || value === undefined) return 'encoding';",
      'if (name === undefined || value === undefined) continue;',
    ],
    ['keeps what cannot be seen', TEXT, "    .replace(UNSEEN, '')\n", ''],
    ['keeps what turns the direction', TEXT, '\\p{Cf}', ''],
  ],
  'contacts and files': [
    ['takes what is no address', CONTACTS, 'if (problems.length > 0 || !entry.ok)', 'if (!entry.ok)'],
    ['takes a name twice', CONTACTS, 'looksLikeName(other.name, name)', 'false'],
    [
      'tells confusable letters apart',
      CONFUSABLE,
      "return unhomoglyph(text.normalize('NFD')).normalize('NFD');",
      'return text;',
    ],
    ['takes the name of an own account', CONTACTS, 'return account && {', 'return undefined && {'],
    ['takes a look-alike address', CONTACTS, 'looksAlike(address, other.address)', 'false'],

    ['tells names apart by their letters alone', TEXT, ".normalize('NFKC').toLowerCase()", ''],
    [
      'takes an address twice',
      CONTACTS,
      'others.find((other) => other.address === address)',
      'others.find(() => false)',
    ],
    ['lists without end', CONTACTS, 'others.length >= CONTENTS_LIMITS.contacts', 'false'],
    ['takes an empty name', CONTACTS, "if (name === '') return { field: 'name', problem: 'empty' };", ''],
    [
      'reads files of any size',
      RECORDS,
      "if (text.length > MAX_RECORDS_FILE_LENGTH) return failed('too_large');",
      '',
    ],
    [
      'reads files of another network',
      RECORDS,
      "if (file['network'] !== network) return failed('other_network');",
      '',
    ],
    ['reads newer files', RECORDS, "if (file['version'] !== VERSION) return failed('newer_version');", ''],
    ['reads other files', RECORDS, "file['format'] !== FORMAT || ", ''],
    [
      'reads any number of records',
      RECORDS,
      'if (contacts.length > CONTENTS_LIMITS.contacts || entries.length > CONTENTS_LIMITS.labels) {',
      'if (false) {',
    ],
    ['reads records of any shape', RECORDS, '!contacts.every(isWrittenContact) || ', ''],
    ['reads labels of any type', RECORDS, ' || !entries.every(isWrittenLabel)', ''],
    ['labels anything', MERGE, '    .filter(([key]) => LABEL_KEY.test(key))\n', ''],
    [
      'takes over what is known',
      MERGE,
      'replace ? preview.changed.map(({ to }) => to) : []',
      'preview.changed.map(({ to }) => to)',
    ],
    [
      'takes over labels that are known',
      MERGE,
      '...(replace && preview.changedLabels)',
      '...preview.changedLabels',
    ],
    [
      'judges each contact alone',
      MERGE,
      '    contacts = putContact(contacts, contact);\n  }\n  return { added',
      '  }\n  return { added',
    ],
    ['keeps labels unclean', MERGE, 'fitText(text, CONTENTS_LIMITS.label)', 'text'],
    [
      'keeps labels without end',
      LABELS,
      'return full ? labels : { ...labels, [key]: label };',
      'return { ...labels, [key]: label };',
    ],
    [
      'reads a label that nobody wrote',
      LABELS,
      'Object.hasOwn(labels, key) ? labels[key] : undefined',
      'labels[key]',
    ],
  ],
};
