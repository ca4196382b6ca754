/** Language of an example. */
export type ExampleLanguage = 'curl' | 'fetch';

/** The routes that have an example, by ID. */
export const EXAMPLES = [
  { id: 'status', path: '/api/v1/status' },
  { id: 'listBlocks', path: '/api/v1/blocks?limit=5' },
  { id: 'listBlockTransactions', path: '/api/v1/blocks/0/transactions' },
  { id: 'listAddresses', path: '/api/v1/addresses?limit=3' },
  { id: 'getStats', path: '/api/v1/stats' },
  { id: 'events', path: '/api/v1/events' },
] as const;

type ExampleId = (typeof EXAMPLES)[number]['id'];

/**
 * Code of an example, complete and ready to run.
 * @param base origin and path prefix of the API
 */
export function exampleCode(language: ExampleLanguage, id: ExampleId, base: string): string {
  const url = base + (EXAMPLES.find((example) => example.id === id)?.path ?? '');
  if (language === 'curl') return id === 'events' ? `curl --no-buffer '${url}'` : `curl '${url}'`;
  if (id === 'events') {
    return [
      `const events = new EventSource('${url}');`,
      `events.addEventListener('tip', ({ data }) => {`,
      '  const block = JSON.parse(data);',
      '  console.log(block.height, block.id);',
      '});',
    ].join('\n');
  }
  return [
    `const response = await fetch('${url}');`,
    'if (!response.ok) throw new Error(`HTTP ${response.status}`);',
    'console.log(await response.json());',
  ].join('\n');
}
