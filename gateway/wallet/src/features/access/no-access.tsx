import { Button, CopyButton, Logo, Notice, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Form } from '../../shared/form.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useAppState } from '../../wallet/context.ts';
import { isLaunchAddress, type LaunchResult, OPEN_COMMAND } from '../../wallet/launch.ts';
import { Rich, t } from './texts.ts';

/** Screen for a browser without a session. Shows no data of the node. */
export function NoAccess({ launchResult }: { launchResult: LaunchResult }) {
  const { lockedBy } = useAppState();
  const restarted = lockedBy === 'restart' ? ('restarted' as const) : undefined;
  const notice = launchResult === 'none' ? restarted : launchResult;
  return (
    <Screen title={t('access.title')} width="slim" picture={<Logo size={56} />}>
      {notice !== undefined && (
        <Notice tone="warn" title={t(`access.${notice}.title`)} live>
          {t(`access.${notice}.text`)}
        </Notice>
      )}
      <p class="c-muted">{t('access.why')}</p>
      <div class="c-sunken c-row c-row--between">
        <code>{OPEN_COMMAND}</code>
        <CopyButton value={OPEN_COMMAND} what={t('access.command')} />
      </div>
      <p class="c-muted">
        <Rich
          k="access.terminal"
          values={{ start: <code>npm start</code>, gateway: <code>cairn-gateway</code> }}
        />
      </p>
      <LinkField />
      <p class="c-faint c-small">{t('access.kept')}</p>
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
