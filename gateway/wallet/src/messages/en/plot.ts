/** The balance over time. */
export const plot = {
  'plot.title': 'Balance over time',
  'plot.range': 'How far back',
  'plot.range.day': '1d',
  'plot.range.week': '1w',
  'plot.range.month': '1m',
  'plot.range.year': '1y',
  'plot.range.all': 'All',
  'plot.rangeName.day': 'One day',
  'plot.rangeName.week': 'One week',
  'plot.rangeName.month': '30 days',
  'plot.rangeName.year': 'One year',
  'plot.rangeName.all': 'The whole time',
  'plot.hidden': 'Hidden with the amounts.',
  'plot.none': 'The chart begins with your first confirmed transfer.',
  'plot.unfit': 'Balance and history do not match yet: both are being reloaded.',
  'plot.whole': {
    one: 'From the only confirmed transaction.',
    other: 'From all {count} confirmed transactions.',
  },
  'plot.part': {
    one: 'From the last confirmed transaction; older ones are not loaded.',
    other: 'From the last {count} confirmed transactions; older ones are not loaded.',
  },
  'plot.more': 'Read more',
  'plot.limit': 'The line shows {count} transactions at most.',
  'plot.failed': 'Older transactions could not be loaded.',
} as const;
