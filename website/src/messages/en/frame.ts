/** Header, footer, navigation and the pages without data. */
export const frame = {
  'site.name': 'Cairn explorer',
  'nav.statistics': 'Statistics',
  'time.zone': 'Times',
  'time.utc': 'UTC',
  'time.local': 'Local',
  'time.localHint': 'Times in the time zone of this device',
  'time.utcHint': 'Times in UTC',
  'footer.facts': '{network} · chain {id} · block {height} · API v{version}',
  'notice.loading': 'Loading …',
} as const;
