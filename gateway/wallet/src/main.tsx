import '@cairn/ui/tokens.css';
import '@cairn/ui/components.css';
import './shared/shell.css';
import './shared/navigation.css';
import './shared/shared.css';
import { Notice } from '@cairn/ui';
import { render } from 'preact';
import { App } from './app.tsx';
import { isLaunchAddress, Session } from './model/session.ts';
import { takePaymentLink } from './shared/route.ts';
import { describeFailure } from './shared/error-texts.ts';
import { openSettings } from './model/settings.ts';
import { startModel } from './model/model.ts';
import { openServices } from './model/services.ts';
import { setLanguage } from '@cairn/ui/messages.js';
import { t } from './shared/texts.ts';

// A launch address opened in this tab changes only the fragment, and the browser does not reload the page by itself.
addEventListener('hashchange', () => {
  if (isLaunchAddress(location.hash)) location.reload();
});

const root = document.getElementById('app')!;
const settings = openSettings();
setLanguage(settings.language.get());

try {
  const session = new Session(location.origin);
  await session.launch();
  const services = await openServices(session, settings);
  const model = await startModel(services);
  const followPaymentLink = (): void => {
    const request = takePaymentLink();
    if (request !== undefined) model.choosePayee(request);
  };
  followPaymentLink();
  // Register this before the screens add their listeners: it changes the address that they read.
  addEventListener('hashchange', followPaymentLink);
  render(<App model={model} />, root);
} catch (error) {
  render(<CannotStart error={error} />, root);
}

function CannotStart({ error }: { error: unknown }) {
  return (
    <main class="c-container w-main">
      <Notice tone="error" title={t('shell.cannotStart')} live>
        {describeFailure(error)}
      </Notice>
    </main>
  );
}
