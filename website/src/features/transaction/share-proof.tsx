import { Button, useComponentTexts, useCopy } from '@cairn/ui';
import { useEffect, useRef } from 'preact/hooks';
import type { Locale } from '../../site/locale.ts';
import { type ProofFile, proofLink, saveProof } from '../verify/index.ts';
import { useTranslations } from './texts.ts';

/** Fragment of a transaction's URL that opens the menu as soon as the proof is there. */
const OPENS = '#share';

interface ShareProofProps {
  /** Absent until it is proven. */
  readonly proof: ProofFile | undefined;
  /** True once the check has ended: without a proof there is nothing to share then. */
  readonly isOver: boolean;
}

/**
 * One button that hands on the proof of a transaction: as a link, by the device's own sharing, as a picture, on paper, as a file.
 * The header closes its menu like its own, on a click elsewhere and on Escape (`c-menu`).
 */
export function ShareProof({ proof, isOver }: ShareProofProps) {
  const { t, link, locale } = useTranslations();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (proof === undefined || location.hash !== OPENS || menu.current === null) return;
    menu.current.open = true;
    menu.current.querySelector('button')?.focus();
  }, [proof === undefined]);
  if (proof === undefined) {
    if (isOver) return null;
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
        <Button variant="ghost" onClick={() => void savePicture(proof, locale)}>
          {t('share.picture')}
        </Button>
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

/** Draws the picture from the proof's bytes, and downloads it. */
async function savePicture(proof: ProofFile, locale: Locale): Promise<void> {
  const { saveReceiptPicture } = await import('./receipt-picture.ts');
  await saveReceiptPicture(proof, location.origin + location.pathname, locale);
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
        {{ idle: '', done: ui('copied'), failed: ui('copyFailed'), replaced: ui('copyReplaced') }[state]}
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
