import { API_BASE_URL } from '../../site/config.ts';

/** Requests by the IDs of their routes, ready to run: commands, and for the event stream a script. */
export const EXAMPLES = [
  { id: 'status', code: ask('/status') },
  { id: 'listBlocks', code: ask('/blocks?limit=2') },
  { id: 'listAddresses', code: ask('/addresses?limit=3') },
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

/** An API that is a path of this site is asked from its pages, in the browser's console. */
function ask(path: string): string {
  const url = urlOf(path);
  return url.startsWith('/') ? `await (await fetch('${url}')).json()` : `curl '${url}'`;
}
