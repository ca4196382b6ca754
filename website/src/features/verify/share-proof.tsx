import { Button, saveFile, useComponentTexts, useCopy } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import { useTranslations } from './texts.ts';
import { proofLink } from './proof-link.ts';
import type { Proof } from './steps.ts';

/** Downloads a proof, which the Verify page checks offline. */
export function saveProof({ name, text }: Proof): void {
  saveFile(name, new Blob([text], { type: name.endsWith('.json') ? 'application/json' : 'text/plain' }));
}

/** Fragment of a transaction's URL that opens the menu as soon as the proof is there. */
const OPENS = '#share';

/**
 * One button that hands on the proof of a transaction: as a link, by the device's own sharing, as a picture, on paper, as a file.
 * The header closes its menu like its own, on a click elsewhere and on Escape (`c-menu`).
 * @param id of the transaction
 * @param proof absent until it is proven
 */
export function ShareProof({ id, proof }: { id: string; proof: Proof | undefined }) {
  const { t, link } = useTranslations();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (proof === undefined || location.hash !== OPENS || menu.current === null) return;
    menu.current.open = true;
    menu.current.querySelector('button')?.focus();
  }, [proof === undefined]);
  if (proof === undefined) {
    return (
      <button type="button" class="c-button c-button--primary needs-script" disabled>
        {t('share.waiting')}
      </button>
    );
  }
  const address = proofLink(new URL(link.page('/verify'), location.href).href, proof.text);
  return (
    <details ref={menu} class="c-menu share">
      <summary class="c-button c-button--primary">{t('share.button')}</summary>
      <div class="c-popover c-popover--end share__panel">
        <CopyLink address={address} />
        {'share' in navigator && (
          <Button variant="ghost" onClick={() => void send(address)}>
            {t('share.send')}
          </Button>
        )}
        <a
          class="c-button c-button--ghost"
          href={link.page(`/link-preview/transactions/${id}.png`)}
          target="_blank"
        >
          {t('share.picture')}
        </a>
        <Button variant="ghost" onClick={() => print()}>
          {t('share.print')}
        </Button>
        <Button variant="ghost" onClick={() => saveProof(proof)}>
          {t('share.file')}
        </Button>
        <p class="c-small c-muted">{t('share.hint')}</p>
      </div>
    </details>
  );
}

function CopyLink({ address }: { address: string }) {
  const { t } = useTranslations();
  const { t: ui } = useComponentTexts();
  const { state, copy } = useCopy(address);
  return (
    <>
      <Button variant="ghost" onClick={copy}>
        <strong>{t('share.copy')}</strong>
      </Button>
      <p class="c-small c-success" role="status">
        {{ idle: '', done: ui('copied'), failed: ui('copyFailed') }[state]}
      </p>
    </>
  );
}

/** Hands a link to the device's sharing. */
async function send(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch (error) {
    // The user has closed the device's menu, or it does not take the link.
    if (!(error instanceof DOMException)) throw error;
  }
}
