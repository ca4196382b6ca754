import { Card, Skeleton } from '@cairn/ui';
import { PageHead } from '../../site/page-head.tsx';
import { useEffect, useState } from 'preact/hooks';
import { NodeNotice } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { useTranslations } from './texts.ts';
import './labels.css';
import type * as Personal from './personal-cards.tsx';

/** The user's own page: watched addresses, labels, import and export. */
function Watch() {
  const { t } = useTranslations();
  const [personal, setPersonal] = useState<typeof Personal>();
  useEffect(() => void import('./personal-cards.tsx').then(setPersonal), []);
  return (
    <div class="c-stack">
      <PageHead title={t('personal.title')}>{t('personal.lead')}</PageHead>
      <NodeNotice />
      {personal !== undefined ? (
        <personal.PersonalCards />
      ) : (
        <div aria-busy="true">
          <Card title={t('personal.watched')}>
            <Skeleton width="long" />
          </Card>
        </div>
      )}
    </div>
  );
}

export default island(Watch);
