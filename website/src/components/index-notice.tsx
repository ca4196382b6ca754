import type { ExplorerIndexStatus } from '@cairn/api/explorer';
import { Notice, Progress } from '@cairn/ui';
import { useWords } from '../messages/context.tsx';

export interface IndexNoticeProps {
  state: 'disabled' | 'building' | 'error' | 'unavailable';
  /** The index's part of the status, for the progress. */
  index?: ExplorerIndexStatus | undefined;
}

/** Why an indexed part of a page is missing. The parts that need no index stay as they are. */
export function IndexNotice({ state, index }: IndexNoticeProps) {
  const { t } = useWords();
  switch (state) {
    case 'disabled':
      return (
        <Notice tone="info" title={t('index.disabled')} live>
          <p>{t('index.disabledText')}</p>
        </Notice>
      );
    case 'building':
      return (
        <Notice tone="info" title={t('index.building')} live>
          <p>{t('index.buildingText')}</p>
          {index !== undefined && index.state === 'building' && <BuildProgress index={index} />}
        </Notice>
      );
    default:
      return (
        <Notice tone="warn" title={t('index.problem')} live>
          <p>{t('index.problemText')}</p>
        </Notice>
      );
  }
}

/** How far an index that is being built has come. */
export function BuildProgress({ index }: { index: ExplorerIndexStatus }) {
  const { t, count } = useWords();
  return (
    <div class="index-progress">
      <Progress value={index.progress} label={t('index.built')} />
      <span class="c-small c-muted">
        {t('index.progress', {
          indexed: count(Math.max(0, index.indexed_height)),
          target: count(Math.max(0, index.target_height)),
          percent: Math.floor(index.progress),
        })}
      </span>
    </div>
  );
}
