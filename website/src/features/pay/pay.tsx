import { Amount, Card, CopyButton, EmptyState, Icon, Identifier, LinkButton, Logo, QrCode } from '@cairn/ui';
import { formatPaymentRequest, type PaymentRequest } from '@cairn/wallet/payment-request';
import { useEffect, useState } from 'preact/hooks';
import { NETWORK, WALLET_URL } from '../../site/config.ts';
import { island } from '../../site/island.tsx';
import { Page } from '../../site/page-head.tsx';
import { useOfChain } from '../../site/use-chain.ts';
import { type PaymentLink, readPaymentLink } from './payment-link.ts';
import { useTranslations } from './texts.ts';
import '../../site/receipt-card.css';
import './pay.css';

/** What a payment link asks for, read from its fragment in the browser, and the ways to pay it. */
function Pay() {
  const { t } = useTranslations();
  // The server knows no fragment, and the first rendering must equal its own.
  const [link, setLink] = useState<PaymentLink | undefined>(undefined);
  useEffect(() => {
    const read = () => setLink(readPaymentLink(location.hash));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return (
    <Page title={t('pay.title')} isNarrow>
      {link === undefined ? (
        <p class="needs-script" aria-busy="true">
          {t('notice.loading')}
        </p>
      ) : (
        <Shown link={link} />
      )}
    </Page>
  );
}

function Shown({ link }: { link: PaymentLink }) {
  const { t } = useTranslations();
  const shown = useOfChain(({ status }) => status?.network) ?? NETWORK;
  if (link.kind !== 'request') return <Unusable why={t(`pay.${link.kind}`)} />;
  const { network, request } = link;
  if (shown !== undefined && shown !== network)
    return <Unusable why={t('pay.otherNetwork', { network, shown })} />;
  return <Request request={request} network={network} />;
}

/** In place of a request that cannot be shown. */
function Unusable({ why }: { why: string }) {
  const { t, link } = useTranslations();
  return (
    <div role="alert">
      <Card flush>
        <EmptyState
          title={why}
          icon={<Logo size={44} isFallen />}
          action={<LinkButton href={link.page('/')}>{t('page.home')}</LinkButton>}
        />
      </Card>
    </div>
  );
}

function Request({ request, network }: Omit<Extract<PaymentLink, { kind: 'request' }>, 'kind'>) {
  const { t, rich, link } = useTranslations();
  const { address, amount, label, message } = request;
  return (
    <section class="c-card pay" aria-label={t('pay.title')}>
      <dl class="pay__asked">
        <div>
          <dt class="c-muted">
            {label === undefined ? t('pay.bySomebody') : rich('pay.by', { name: <bdi>{label}</bdi> })}
          </dt>
          <dd class="receipt__value">
            {amount === undefined ? t('pay.anyAmount') : <Amount value={amount} large />}
          </dd>
        </div>
        {message !== undefined && (
          <div>
            <dt class="c-small c-muted">{t('pay.for')}</dt>
            <dd>
              <bdi>{message}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt class="c-small c-muted">
            {t('pay.to')} ({network})
          </dt>
          <dd>
            <Identifier
              value={address}
              what={t('pay.recipient')}
              length="whole"
              href={link.address(address)}
            />
            <p class="c-small c-muted">{t('pay.anybody')}</p>
          </dd>
        </div>
      </dl>
      <Ways request={request} />
    </section>
  );
}

/** The wallet of the reader, and the request for any other. */
function Ways({ request }: { request: PaymentRequest }) {
  const { t } = useTranslations();
  // Written anew from what was read: nothing else of the link goes on.
  const uri = formatPaymentRequest(request);
  return (
    <div class="c-center pay__ways">
      {WALLET_URL !== undefined && (
        <>
          <a
            class="c-button c-button--primary c-button--wide"
            href={`${WALLET_URL}/#${uri}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('pay.open')} <Icon name="arrow-right" />
          </a>
          <p class="c-small c-muted">{t('pay.openHint')}</p>
        </>
      )}
      <QrCode value={uri} label={t('pay.qr')} />
      <CopyButton value={uri} what={t('pay.request')} label={t('pay.copy')} />
      <p class="c-small c-muted">{t('pay.copyHint')}</p>
    </div>
  );
}

export default island(Pay);
