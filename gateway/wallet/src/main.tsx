import '@cairn/ui/tokens.css';
import '@cairn/ui/components.css';
import './styles/wallet.css';
import { Notice } from '@cairn/ui';
import { render } from 'preact';
import { App } from './app.tsx';
import { describeFailure } from './lib/words.ts';
import { startModel } from './model/model.ts';
import { openServices } from './services.ts';

const root = document.getElementById('app')!;

try {
  render(<App model={await startModel(await openServices())} />, root);
} catch (error) {
  render(
    <main class="c-container w-main">
      <Notice tone="error" title="The wallet cannot start" live>
        {describeFailure(error)}
      </Notice>
    </main>,
    root,
  );
}
