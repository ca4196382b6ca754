import { Segmented } from '@cairn/ui';
import { CodeBlock } from '../../site/code-block.tsx';
import { useState } from 'preact/hooks';
import { API_BASE_URL } from '../../site/config.ts';
import { island } from '../../site/island.tsx';
import { useTranslations } from './texts.ts';

export interface ApiExamplesProps {
  /** Heading of each example, in the order of `EXAMPLES`; only the server has these texts. */
  titles: readonly string[];
}

/** Code examples of the API, for a terminal or a program. */
function ApiExamples({ titles }: ApiExamplesProps) {
  const { t } = useTranslations();
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  return (
    <div class="c-stack">
      <Segmented<ExampleLanguage>
        label={t('api.language')}
        value={language}
        onChoose={setLanguage}
        options={[
          { value: 'curl', label: 'curl' },
          { value: 'fetch', label: 'JavaScript' },
        ]}
      />
      <div class="examples">
        {EXAMPLES.map(({ id }, index) => (
          <div key={id} class="c-stack c-stack--tight">
            <h3>{titles[index]}</h3>
            <CodeBlock
              code={exampleCode(language, id, API_BASE_URL ?? '')}
              what={`${titles[index] ?? ''}: ${language}`}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

export default island(ApiExamples);

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
