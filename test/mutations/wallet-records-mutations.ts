import type { Entry } from './mutation.ts';

const REQUEST = 'packages/wallet/src/records/payment-request.ts';
const TEXT = 'packages/wallet/src/records/entry-text.ts';
const CONTACTS = 'packages/wallet/src/records/contacts.ts';
const MERGE = 'packages/wallet/src/records/merge-records.ts';
const RECORDS = 'packages/wallet/src/records/records-file.ts';
const LABELS = 'packages/wallet/src/records/labels.ts';
const CSV = 'packages/wallet/src/records/history-csv.ts';
const EXPORT = 'packages/wallet/src/records/export-history.ts';
const SERIES = 'packages/wallet/src/records/balance-series.ts';
const HISTORY = 'packages/wallet/src/history.ts';
const ACTIONS = 'gateway/wallet/src/model/history-actions.ts';
const SETTINGS = 'gateway/wallet/src/lib/settings.ts';
const COPY = 'gateway/wallet/src/lib/checked-copy.ts';
const POLLER = 'gateway/wallet/src/lib/poller.ts';
const LAUNCH = 'gateway/wallet/src/lib/launch.ts';

/** Rules of requests, contacts, labels, files and history, by group. */
export const RECORDS_MUTATIONS: Readonly<Record<string, readonly Entry[]>> = {
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
    ['shows texts uncut', REQUEST, '    .slice(0, length)\n', ''],
    ['shows texts unclean', REQUEST, "return cleanText(text ?? '')", "return (text ?? '')"],
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
    ['takes a name twice', CONTACTS, 'foldName(other.name) === foldName(name)', 'false'],
    ['tells names apart by their letters alone', TEXT, ".normalize('NFKC').toLowerCase()", ''],
    [
      'takes an address twice',
      CONTACTS,
      'others.find(({ address }) => address === entry.address)',
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
    ['keeps labels unclean', MERGE, 'cleanText(text).slice(0, CONTENTS_LIMITS.label)', 'text'],
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
  CSV: [
    ['runs formulas', CSV, "isFormula(text) ? `'${text}` : text", 'text'],
    ['runs formulas behind white space', CSV, '^[\\s\\p{Cc}]*[=', '^[='],
    ['runs formulas behind a separator', CSV, '.replace(INNER_FORMULA, "$1\'$2")', ''],
    ['takes amounts for formulas', CSV, ' && !/^-?\\d+(?:\\.\\d+)?$/.test(text)', ''],
    ['breaks lines', CSV, '/[",;\\r\\n]/', '/[",;]/'],
    ['breaks fields', CSV, '/[",;\\r\\n]/', '/["\\r\\n]/'],
    ['breaks at quotes', CSV, ".replaceAll('\"', '\"\"')", ''],
    ['rounds amounts', CSV, '    value.toString(),\n', '    String(Number(value)),\n'],
    [
      'claims other people’s fees',
      CSV,
      'item.from_address === address ? parsePebbles(item.fee) : 0n',
      'parsePebbles(item.fee)',
    ],
  ],
  history: [
    ['shows a gap as nothing', HISTORY, 'if (!reaches) return startHistory(page);', ''],
    [
      'shows a transaction twice',
      HISTORY,
      'const older = confirmed.filter((item) => !known.has(item.id));',
      'const older = confirmed;',
    ],
    ['exports twice', EXPORT, 'filter(({ id }) => seen.add(id))', 'filter(({ id }) => seen.add(id) || true)'],
    ['exports in circles', EXPORT, 'if (circle.closes(cursor))', 'if (false)'],
    ['exports after it was cancelled', EXPORT, '    signal.throwIfAborted();\n    // A', '    // A'],
    ['draws what is not true', SERIES, 'if (complete && balance !== 0n) return undefined;', ''],
    ['draws below nothing', SERIES, 'if (balance < 0n) return undefined;', ''],
    ['guesses around a lost cursor', ACTIONS, 'if (!isUnknownCursor(error)) throw error;', 'throw error;'],
    ['shows another account’s page', ACTIONS, ' || !isSelected(store.get(), address)) {', ') {'],
    ['adds a page in the wrong place', ACTIONS, 'data.history.nextCursor !== cursor || ', ''],
  ],
  page: [
    [
      'believes every setting',
      SETTINGS,
      'allowed.find((candidate) => candidate === value) ?? otherwise',
      '(value as Value) ?? otherwise',
    ],
    ['reads settings of any length', SETTINGS, ' || text.length > MAX_LENGTH', ''],
    ['believes the clipboard', COPY, "return report('replaced');", 'undefined;'],
    ['leaves the launch secret in the address', LAUNCH, "  bar.replace('/');\n", ''],
    ['asks while nobody looks', POLLER, '!stopped && visibility.isVisible()', '!stopped'],
    ['asks after its end', POLLER, 'if (!stopped) await task();', 'await task();'],
  ],
};
