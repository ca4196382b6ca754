/** The chart of the balance over time. */
export const chart = {
  'chart.title': 'Balance over time',
  'chart.range': 'How far back',
  'chart.range.day': '1d',
  'chart.range.week': '1w',
  'chart.range.month': '1m',
  'chart.range.year': '1y',
  'chart.range.all': 'All',
  'chart.rangeName.day': 'One day',
  'chart.rangeName.week': 'One week',
  'chart.rangeName.month': '30 days',
  'chart.rangeName.year': 'One year',
  'chart.rangeName.all': 'The whole time',
  'chart.hidden': 'Hidden with the amounts.',
  'chart.none': 'The chart begins with your first confirmed transfer.',
  'chart.mismatch': 'Balance and history do not match yet: both are being reloaded.',
  'chart.whole': {
    one: 'From the only confirmed transaction.',
    other: 'From all {count} confirmed transactions.',
  },
  'chart.part': {
    one: 'From the last confirmed transaction; older ones are not loaded.',
    other: 'From the last {count} confirmed transactions; older ones are not loaded.',
  },
  'chart.more': 'Load more',
  'chart.limit': 'The line shows {count} transactions at most.',
  'chart.failed': 'Older transactions could not be loaded.',
} as const;
