import type { ExplorerClient } from '@cairn/api/explorer';
import { useDetails } from '@cairn/ui';
import { CodeBlock } from '../../site/code-block.tsx';
import { API_BASE_URL } from '../../site/config.ts';
import { island } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { request, useRequest } from '../../site/request.ts';
import './api-examples.css';
import { useTranslations } from './texts.ts';

export interface ApiExamplesProps {
  /** Heading of each example, in the order of `EXAMPLES`; only the server has these texts. */
  titles: readonly string[];
}

/** Requests of the API, ready to run, with their answers. */
function ApiExamples({ titles }: ApiExamplesProps) {
  return (
    <div class="c-grid">
      {EXAMPLES.map((example, index) => (
        <div key={example.id} class="c-stack c-stack--tight api-example">
          <h3>{titles[index]}</h3>
          <CodeBlock code={codeOf(example)} what={titles[index] ?? ''} />
          <Response example={example} title={titles[index] ?? ''} />
        </div>
      ))}
    </div>
  );
}

export default island(ApiExamples);

/** What the node answers to an example right now, asked for once the reader opens it. */
function Response({ example, title }: { example: Example; title: string }) {
  const { t } = useTranslations();
  const { isOpen, attributes } = useDetails();
  const what = `${title}: ${t('api.response')}`;
  return (
    <details class="needs-script" {...attributes}>
      <summary class="c-small c-muted">{t('api.response')}</summary>
      {isOpen && typeof example.answer === 'string' && <CodeBlock code={example.answer} what={what} />}
      {isOpen && typeof example.answer !== 'string' && (
        <Answer id={example.id} ask={example.answer} what={what} />
      )}
    </details>
  );
}

function Answer({ id, ask, what }: { id: string; ask: Ask; what: string }) {
  const answer = useRequest(request(`example ${id}`, ask));
  if (answer.data === undefined) return <FailureNotice of={answer} />;
  return <CodeBlock code={JSON.stringify(answer.data, null, 2)} what={what} />;
}

type Ask = (api: ExplorerClient, options: { signal: AbortSignal }) => Promise<unknown>;

interface Example {
  /** ID of the route. */
  readonly id: string;
  readonly path: string;
  /** How to ask for the answer, or an example of it. */
  readonly answer: Ask | string;
}

const TIP_EVENT = `event: tip
data: {"height":120,"id":"5f84ae1f…","timestamp":1795689779,"transaction_count":1}`;

/** The routes that have an example. */
export const EXAMPLES = [
  { id: 'status', path: '/api/v1/status', answer: (api, options) => api.status({}, options) },
  {
    id: 'listBlocks',
    path: '/api/v1/blocks?limit=2',
    answer: (api, options) => api.listBlocks({ limit: 2 }, options),
  },
  {
    id: 'listAddresses',
    path: '/api/v1/addresses?limit=3',
    answer: (api, options) => api.listAddresses({ limit: 3 }, options),
  },
  { id: 'events', path: '/api/v1/events', answer: TIP_EVENT },
] as const satisfies readonly Example[];

/** The command that asks; for the event stream a script, which has to know the name of the event. */
function codeOf({ id, path }: Pick<Example, 'id' | 'path'>): string {
  const url = `${API_BASE_URL ?? ''}${path}`;
  if (id !== 'events') return `curl '${url}'`;
  return [
    `const events = new EventSource('${url}');`,
    `events.addEventListener('tip', ({ data }) => {`,
    '  const block = JSON.parse(data);',
    '  console.log(block.height, block.id);',
    '});',
  ].join('\n');
}
