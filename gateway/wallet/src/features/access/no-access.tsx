import { Button, CopyButton, Logo, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import { isLaunchAddress, type NoSession } from '../../model/session.ts';
import './access.css';
import { Rich, t } from './texts.ts';

/** Opens the wallet of the gateway that runs on the computer where it is typed. */
const OPEN_COMMAND = 'npx cairn-chain wallet';

/**
 * The door: the screen of a browser without a session. Says what happened, and the one thing that opens the wallet. Shows no
 * data of the node. The page asks again every few seconds, and so opens as soon as another tab is let in.
 */
export function NoAccess({ why }: { why: NoSession }) {
  return (
    <Screen title={t(`access.${why}.title`)} width="slim" picture={<Logo size={56} />}>
      <p class="c-muted">{t(`access.${why}.text`)}</p>
      {why !== 'blocked' && (
        <>
          <div class="c-sunken c-stack c-stack--tight w-door">
            <span class="c-faint c-small">{t('access.type')}</span>
            <code>{OPEN_COMMAND}</code>
            <CopyButton value={OPEN_COMMAND} what={t('access.command')} label={t('access.copy')} primary />
          </div>
          <p class="c-faint c-small">{t('access.opens')}</p>
          <details class="w-door-link">
            <summary>{t('access.haveLink')}</summary>
            <LinkField />
          </details>
        </>
      )}
    </Screen>
  );
}

/** A field for the wallet link, for a link that was copied instead of followed. */
function LinkField() {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (): boolean => {
    const fragment = typed.slice(typed.indexOf('#')).trim();
    if (!isLaunchAddress(fragment)) {
      setWrong(true);
      return false;
    }
    // The page reloads when it sees a launch secret in its address.
    location.hash = fragment;
    return true;
  };
  return (
    <Form onSubmit={open}>
      <p class="c-muted c-small">
        <Rich
          k="access.terminal"
          values={{ start: <code>npm start</code>, gateway: <code>cairn-gateway</code> }}
        />
      </p>
      <TextField
        label={t('access.link')}
        mono
        value={typed}
        error={wrong ? t('access.linkWrong') : undefined}
        onInput={(text) => {
          setTyped(text);
          setWrong(false);
        }}
      />
      <Button variant="primary" type="submit" wide disabled={typed.trim() === ''}>
        {t('access.open')}
      </Button>
    </Form>
  );
}
