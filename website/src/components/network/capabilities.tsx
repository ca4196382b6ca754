import type { ExplorerStatus } from '@cairn/api/explorer';
import { Badge, Card, type Column, DataTable } from '@cairn/ui';
import { useTranslations } from '../../messages/translations.ts';

type Capability = keyof ExplorerStatus['capabilities'];

/** In the order of section 2.7 of docs/spec/node-query-interfaces.md. */
const CORE: readonly Capability[] = [
  'block_list',
  'block_lookup',
  'block_transactions',
  'transaction_lookup',
  'address_state',
];
const INDEXED: readonly Capability[] = [
  'transaction_feed',
  'address_ranking',
  'address_history',
  'aggregate_stats',
];

/** Which parts of the API are available now. */
export function Capabilities({ status }: { status: ExplorerStatus }) {
  const { t } = useTranslations();
  const columns: Column<Capability>[] = [
    { id: 'part', header: t('network.capability'), narrow: 'lead', cell: (name) => t(`network.${name}`) },
    {
      id: 'tier',
      header: t('network.tier'),
      narrow: 'below',
      cell: (name) => t(CORE.includes(name) ? 'network.tierCore' : 'network.tierIndex'),
    },
    {
      id: 'state',
      header: t('network.state'),
      narrow: 'aside',
      align: 'end',
      cell: (name) =>
        status.capabilities[name] ? (
          <Badge tone="success">{t('network.available')}</Badge>
        ) : (
          <Badge>{t('network.unavailable')}</Badge>
        ),
    },
  ];
  return (
    <section class="section" aria-labelledby="capabilities">
      <div class="section__head">
        <h2 id="capabilities">{t('network.capabilities')}</h2>
        <p class="c-small c-muted">{t('network.capabilitiesLead')}</p>
      </div>
      <Card flush>
        <DataTable
          caption={t('network.capabilities')}
          columns={columns}
          rows={[...CORE, ...INDEXED]}
          rowKey={(name) => name}
        />
      </Card>
    </section>
  );
}
