/** The balance over time. */
export const plot = {
  'plot.title': 'Balance over time',
  'plot.hidden': 'Hidden with the amounts.',
  'plot.none': 'The line begins with the first confirmed transfer.',
  'plot.unfit': 'Balance and history do not fit together yet: both are being read again.',
  'plot.point': '{time}: {amount}',
  'plot.slider': 'Moment',
  'plot.now': 'now',
  'plot.whole': {
    one: 'From the only confirmed transaction.',
    other: 'From all {count} confirmed transactions.',
  },
  'plot.part': {
    one: 'From the last confirmed transaction; older ones have not been read.',
    other: 'From the last {count} confirmed transactions; older ones have not been read.',
  },
  'plot.more': 'Read more',
  'plot.limit': 'The line shows {count} transactions at most.',
  'plot.failed': 'Older transactions could not be read.',
  'plot.table': 'Values as a table',
  'plot.time': 'Time',
  'plot.balance': 'Balance',
  'plot.tablePart': 'The {count} values that the line is drawn with.',
} as const;
