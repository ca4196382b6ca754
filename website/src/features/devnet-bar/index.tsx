import { LanguageContext } from '@cairn/ui';
import { render } from 'preact';
import type { DevnetControl } from '../../site/devnet-control.ts';
import { localeOfPath } from '../../site/locale.ts';
import { DevnetBar } from './devnet-bar.tsx';

/** Shows the bar at the end of the page. */
export function openDevnetBar(control: DevnetControl): void {
  const place = document.createElement('div');
  place.className = 'devnet-bar-place';
  document.body.append(place);
  const close = (): void => {
    render(null, place);
    place.remove();
  };
  render(
    <LanguageContext.Provider value={localeOfPath(location.pathname)}>
      <DevnetBar control={control} onClose={close} />
    </LanguageContext.Provider>,
    place,
  );
}
