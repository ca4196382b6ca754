import type { Groups } from '../mutation.ts';

const CSV = 'packages/wallet/src/records/history-csv.ts';
const EXPORT = 'packages/wallet/src/records/export-history.ts';
const SERIES = 'packages/wallet/src/records/balance-series.ts';
const HISTORY = 'packages/wallet/src/history.ts';
const ACTIONS = 'gateway/wallet/src/model/history-actions.ts';
const SETTINGS = 'gateway/wallet/src/lib/settings.ts';
const COPY = 'gateway/wallet/src/lib/checked-copy.ts';
const POLLER = 'gateway/wallet/src/lib/poller.ts';
const LAUNCH = 'gateway/wallet/src/lib/launch.ts';

/** Rules of history and its export, and of the page around them. */
export const HISTORY_MUTATIONS: Groups = {
  history: [
    ['shows a gap as nothing', HISTORY, 'place === -1 ? [] : ', ''],
    [
      'keeps what a reorganization took away',
      HISTORY,
      'view.confirmed.slice(place + 1)',
      'view.confirmed.filter((item) => !start.confirmed.some(({ id }) => id === item.id))',
    ],
    ['takes another block for the same', HISTORY, 'one.block_height === other.block_height && ', ''],
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
