import { Button, Notice, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { describeCopy, useCheckedCopy } from './checked-copy.ts';
import { WalletIcon } from './wallet-icon.tsx';
import { t } from './texts.ts';

/** A button that copies a text, checks that the clipboard still contains it, and shows the result. */
export function CheckedCopy(props: { value: string; label: string; primary?: boolean }) {
  const { value, label, primary = false } = props;
  const { result, copy } = useCheckedCopy(value);
  return (
    <div class="w-copy">
      <Button variant={primary ? 'primary' : 'secondary'} wide onClick={copy}>
        <WalletIcon name={result === 'checked' || result === 'copied' ? 'check' : 'copy'} /> {label}
      </Button>
      <div role="status" class="w-copy__result">
        {result !== undefined && result !== 'replaced' && (
          <p class="c-small c-muted">{describeCopy(result)}</p>
        )}
      </div>
      {result === 'replaced' && (
        <Notice tone="error" title={t('copy.replaced')} live>
          {t('copy.replacedText')}
        </Notice>
      )}
      {result === 'unchecked' && <PasteBack key={value} value={value} />}
    </div>
  );
}

/**
 * A field into which the user pastes the copy to compare it, for browsers that do not let the page read the clipboard.
 */
function PasteBack({ value }: { value: string }) {
  const [pasted, setPasted] = useState('');
  const same = pasted.trim() === value;
  return (
    <TextField
      label={t('copy.pasteBack')}
      mono
      value={pasted}
      hint={pasted !== '' && same ? t('copy.same') : t('copy.pasteBackHint')}
      error={pasted !== '' && !same ? t('copy.different') : undefined}
      onInput={setPasted}
    />
  );
}
