import { Button } from '@cairn/ui';
import '../messages/rooms/own/index.ts';
import { useWords } from '../messages/context.tsx';
import { TellState } from './tell-panel.tsx';
import { useTelling } from './use-telling.ts';

/** On the front page: announces the next block, by a notification and here. Loaded when the page is idle. */
export function NextBlock() {
  const { t } = useWords();
  const telling = useTelling();
  return (
    <>
      {!telling.isOn && (
        <div class="own__row">
          <Button size="sm" title={t('tell.keepOpen')} onClick={() => telling.start([{ kind: 'block' }])}>
            {t('tell.start.block')}
          </Button>
        </div>
      )}
      <TellState telling={telling} waiting={t('tell.on.block')} />
    </>
  );
}
