import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import type { TransactionBody } from '@cairn/protocol';
import { checkRecipient, parsePaymentRequest, readTransferCode, type SignedTransfer } from '@cairn/wallet';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../model/context.ts';
import { goTo, useScreenReselected } from '../../shared/route.ts';
import { SignTransfer, SubmitTransfer } from './scanned-transfer.tsx';
import { t } from './texts.ts';
import { definePart } from '../../shared/lazy.tsx';
import { Form } from '../../shared/form.tsx';
import './offline.css';

/** A transfer read from a code. */
type Transfer =
  | { readonly kind: 'unsigned'; readonly body: TransactionBody }
  | { readonly kind: 'signed'; readonly transfer: SignedTransfer };

/**
 * Reads a QR code. An address or a payment request fills in the send form; an unsigned transfer can be signed, a signed
 * one sent.
 */
export function Scan() {
  const { model, wallet } = useWallet();
  const [transfer, setTransfer] = useState<Transfer | undefined>(undefined);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const again = (): void => {
    setTransfer(undefined);
    setRefusal(undefined);
  };
  useScreenReselected(again);
  const read = (text: string): void => {
    again();
    if (parsePaymentRequest(text).kind !== 'other' || checkRecipient(text, wallet.network).ok) {
      model.choosePayee(text.trim());
      return goTo('send');
    }
    const code = readTransferCode(text, wallet.network);
    if (code.kind === 'other') setRefusal(t('scan.other'));
    else if (code.kind === 'invalid')
      setRefusal(t(`scan.invalid_${code.problem}`, { wallet: wallet.network }));
    else setTransfer(code);
  };
  return (
    <Screen title={t('shell.scan')} width="narrow" key={transfer?.kind}>
      {refusal !== undefined && (
        <Notice tone="error" title={t('scan.refused')} live>
          {refusal}
        </Notice>
      )}
      {transfer === undefined && (
        <Card title={t('scan.card')}>
          <div class="c-stack">
            <p class="c-muted">{t('scan.text')}</p>
            <CodeScanner onText={read} />
          </div>
        </Card>
      )}
      {transfer?.kind === 'unsigned' && <SignTransfer body={transfer.body} onAgain={again} />}
      {transfer?.kind === 'signed' && <SubmitTransfer transfer={transfer.transfer} onAgain={again} />}
    </Screen>
  );
}

/** The QR code reader. Fetched at the first scan, because it is a third of the page's script. */
const reader = definePart(() => import('./qr-reader.ts'));

/** Longer than any code, in characters: the browser cuts off the rest of what is pasted. */
const MAX_CODE_LENGTH = 4_000;

type Problem = 'no_code' | 'no_camera' | 'not_loaded';

/** Reads the text of a QR code from the camera or an image file, or accepts pasted text. Does not check the text. */
function CodeScanner({ onText }: { onText: (text: string) => void }) {
  const [filming, setFilming] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [pasted, setPasted] = useState('');
  const readFile = async (file: File): Promise<void> => {
    setProblem(undefined);
    const parts = await reader.load().catch(() => undefined);
    if (parts === undefined) return setProblem('not_loaded');
    const text = await parts.readQrFile(file);
    if (text === undefined) setProblem('no_code');
    else onText(text);
  };
  const stop = (why?: Problem): void => {
    setFilming(false);
    setProblem(why);
  };
  const onSeen = (text: string): void => {
    stop();
    onText(text);
  };
  return (
    <div class="c-stack">
      {filming && <Camera onText={onSeen} onFailure={stop} />}
      {problem !== undefined && (
        <Notice tone="warn" title={t(problem === 'not_loaded' ? 'shell.loadFailed' : `scan.${problem}`)} live>
          {t(problem === 'not_loaded' ? 'shell.loadFailedText' : `scan.${problem}_text`)}
        </Notice>
      )}
      <div class="c-row">
        {filming ? (
          <Button onClick={() => stop()}>{t('scan.stop')}</Button>
        ) : (
          <Button
            variant="primary"
            onClick={() => {
              setProblem(undefined);
              setFilming(true);
            }}
          >
            {t('scan.start')}
          </Button>
        )}
        <FileButton label={t('scan.file')} accept="image/*" onFile={(file) => void readFile(file)}>
          {t('scan.file')}
        </FileButton>
      </div>
      <Form onSubmit={() => (pasted.trim() === '' ? false : onText(pasted))}>
        <TextField
          label={t('scan.paste')}
          rows={3}
          mono
          value={pasted}
          maxLength={MAX_CODE_LENGTH}
          hint={t('scan.paste_hint')}
          onInput={setPasted}
        />
        <div class="c-row">
          <Button type="submit" disabled={pasted.trim() === ''}>
            {t('scan.read')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** The camera's picture, scanned until a code is read. The camera is on while this is shown. */
function Camera(props: { onText: (text: string) => void; onFailure: (why: Problem) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const film = async (): Promise<string | undefined> =>
      (await reader.load()).scanQrWithCamera(video.current!, stopped.signal);
    film().then(
      (text) => text !== undefined && props.onText(text),
      (error: unknown) =>
        !stopped.signal.aborted &&
        props.onFailure(error instanceof DOMException ? 'no_camera' : 'not_loaded'),
    );
    return () => stopped.abort();
  }, []);
  return <video class="w-camera" ref={video} muted playsInline aria-label={t('scan.camera')} />;
}
