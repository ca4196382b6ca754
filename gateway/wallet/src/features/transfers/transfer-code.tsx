import { QrCode } from '@cairn/ui';
import { CopyButton } from '../../shared/copy-button.tsx';
import { t } from './texts.ts';

/** A transfer as a QR code for another device, and as text for a device without a camera. */
export function TransferCode({ code, label }: { code: string; label: string }) {
  return (
    <div class="c-center w-code">
      <QrCode value={code} label={label} dense />
      <details class="w-text">
        <summary>{t('scan.as_text')}</summary>
        <pre class="c-sunken c-mono c-small w-block" tabIndex={0}>
          {code}
        </pre>
      </details>
      <CopyButton value={code} label={t('scan.copy')} />
    </div>
  );
}
