import '@cairn/ui/tokens.css';
import '@cairn/ui/components.css';
import './styles/wallet.css';
import { Notice } from '@cairn/ui';
import { render } from 'preact';
import { App } from './app.tsx';
import { exchangeLaunchSecret, isLaunchAddress } from './lib/launch.ts';
import { takePaymentLink } from './lib/route.ts';
import { describeFailure } from './lib/error-texts.ts';
import { openSettings } from './lib/settings.ts';
import { LANGUAGES, switchLanguage, t } from './messages/messages.ts';
import { startModel } from './model/model.ts';
import { openServices } from './services.ts';

// A launch address opened in this tab changes only the fragment, and the browser does not reload the page by itself.
addEventListener('hashchange', () => {
  if (isLaunchAddress(location.hash)) location.reload();
});

const root = document.getElementById('app')!;
const settings = openSettings();
// Load the texts during the gateway's first answer. If the chosen catalogue fails, the other may be in the browser's
// cache.
const catalogueLoaded = switchLanguage(settings.get().language)
  .catch(() => Promise.any(LANGUAGES.map(switchLanguage)))
  .then(
    () => true,
    () => false,
  );

try {
  const launchResult = await exchangeLaunchSecret(location.origin);
  const services = await openServices(launchResult, settings);
  if (!(await catalogueLoaded)) throw new Error('no message catalogue can be loaded');
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
  // Without a catalogue the page has only the text of `index.html`.
  if (await catalogueLoaded) render(<CannotStart error={error} />, root);
  else document.getElementById('not-loaded')!.hidden = false;
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
