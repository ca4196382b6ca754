import { CodeBlock, Segmented } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { API_BASE_URL } from '../config.ts';
import { island } from '../runtime/island.tsx';
import { EXAMPLES, exampleCode, type ExampleLanguage } from '../lib/api-examples.ts';
import { useTranslations } from '../messages/translations.ts';

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
