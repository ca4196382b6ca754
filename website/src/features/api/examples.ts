import { API_BASE_URL } from '../../site/config.ts';

/** Requests by the IDs of their routes, ready to run: commands, and for the event stream a script. */
export const EXAMPLES = [
  { id: 'status', code: curl('/status') },
  { id: 'listBlocks', code: curl('/blocks?limit=2') },
  { id: 'listAddresses', code: curl('/addresses?limit=3') },
  {
    id: 'events',
    code: `const events = new EventSource('${urlOf('/events')}');
events.addEventListener('tip', ({ data }) => {
  const block = JSON.parse(data);
  console.log(block.height, block.id);
});`,
  },
] as const;

function urlOf(path: string): string {
  return `${API_BASE_URL ?? ''}/api/v1${path}`;
}

function curl(path: string): string {
  return `curl '${urlOf(path)}'`;
}
