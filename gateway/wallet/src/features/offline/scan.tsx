import { Button, Card, FileButton, Notice, TextField } from '@cairn/ui';
import {
  checkRecipient,
  findSubmitProblem,
  formatSignedTransfer,
  parsePaymentRequest,
  readTransferCode,
  type SignedTransaction,
  type TransferCode as Code,
} from '@cairn/wallet';
import { useEffect, useRef, useState } from 'preact/hooks';
import { explainCode } from '../../shared/error-texts.ts';
import { accountName } from '../../shared/names.ts';
import { Screen } from '../../shared/screen.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { useWallet, type WalletView } from '../../model/context.ts';
import { goTo, useScreenReselected } from '../../shared/route.ts';
import { TransferCode, TransferResult } from '../transfers/index.ts';
import { type SentTransfer, SignDecision, SubmitDecision } from './scanned-transfer.tsx';
import { t } from './texts.ts';
import { definePart } from '../../shared/lazy.tsx';
import { Form, useTask } from '../../shared/form.tsx';
import './offline.css';

/**
 * Reads a QR code. An address or a payment request fills in the send form; an unsigned transfer can be signed, a signed
 * one sent.
 */
export function Scan() {
  const view = useWallet();
  const { model, wallet, data } = view;
  const [code, setCode] = useState<Code | undefined>(undefined);
  const [done, setDone] = useState<SignedTransaction | SentTransfer | undefined>(undefined);
  const task = useTask();
  const again = (): void => {
    setCode(undefined);
    setDone(undefined);
    task.clearError();
  };
  useScreenReselected(again);
  const read = (text: string): void => {
    again();
    if (parsePaymentRequest(text).kind !== 'other' || checkRecipient(text, wallet.network).ok) {
      model.choosePayee(text.trim());
      return goTo('send');
    }
    const found = readTransferCode(text, wallet.network);
    setCode(found);
    const sender = wallet.accounts.find(({ address }) => address === senderOf(found));
    // If the selection cannot be stored, it still applies in this tab.
    if (sender !== undefined && sender.ref !== wallet.selected.ref)
      void model.vault.selectAccount(sender.ref).catch(() => undefined);
  };
  // What was sent is known to the node, and no longer refused for it.
  const refusal = code && done === undefined && !task.busy ? refusalOf(code, view) : undefined;
  const shown = refusal === undefined ? code : undefined;
  const decision = { task, onAgain: again, onDone: setDone };
  const title = titleOf(shown, done);
  return (
    <Screen title={title} width="narrow" key={title}>
      {refusal !== undefined && (
        <Notice tone="error" title={t('scan.refused')} live>
          {refusal}
        </Notice>
      )}
      {shown === undefined && (
        <Card>
          <CodeScanner onText={read} />
        </Card>
      )}
      {done === undefined && shown?.kind === 'unsigned' && <SignDecision body={shown.body} {...decision} />}
      {done === undefined && shown?.kind === 'signed' && (
        <SubmitDecision
          signed={shown.transfer}
          data={data?.account.address === senderOf(shown) ? data : undefined}
          {...decision}
        />
      )}
      {done !== undefined && 'raw' in done && (
        <Card footer={<Button onClick={again}>{t('scan.again')}</Button>}>
          <div class="c-stack">
            <p>{t('sign.done_text')}</p>
            <TransferCode code={formatSignedTransfer(done)} label={t('sign.qr')} />
          </div>
        </Card>
      )}
      {done !== undefined && 'result' in done && (
        <TransferResult {...done} onAgain={again} againLabel={t('scan.again')} />
      )}
    </Screen>
  );
}

function titleOf(shown: Code | undefined, done: SignedTransaction | SentTransfer | undefined): string {
  if (done !== undefined) return t('raw' in done ? 'sign.done' : 'transfer.label');
  if (shown?.kind === 'unsigned') return t('sign.title');
  return t(shown?.kind === 'signed' ? 'submit.title' : 'shell.scan');
}

/** The sender of a transfer that a code has. */
function senderOf(code: Code): string | undefined {
  if (code.kind === 'unsigned') return code.body.fromAddress;
  return code.kind === 'signed' ? code.transfer.body.fromAddress : undefined;
}

/** Why what a code has is neither signed nor sent. */
function refusalOf(code: Code, { wallet, data }: WalletView): string | undefined {
  if (code.kind === 'other') return t('scan.other');
  if (code.kind === 'invalid') return t(`scan.invalid_${code.problem}`, { wallet: wallet.network });
  const address = senderOf(code)!;
  const sender = wallet.accounts.find((account) => account.address === address);
  const current = data?.account.address === address ? data : undefined;
  if (code.kind === 'signed') {
    if (sender === undefined) return t('submit.other_account', { address });
    const items = current && [...current.history.pending, ...current.history.confirmed];
    const problem = items && findSubmitProblem(code.transfer, items);
    return problem && explainCode(problem);
  }
  if (sender === undefined) return t('sign.other_account', { address });
  if (sender.kind === 'watched') return t('sign.watched_account', { account: accountName(sender) });
  const { nonce } = code.body;
  // An offline wallet cannot check the nonce against the account.
  return current && nonce <= current.account.nonce ? t('sign.nonce_used', { nonce }) : undefined;
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
      <p class="c-muted">{t('scan.text')}</p>
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
            <WalletIcon name="scan" /> {t('scan.start')}
          </Button>
        )}
        <FileButton label={t('scan.file')} accept="image/*" onFile={(file) => void readFile(file)}>
          <WalletIcon name="upload" /> {t('scan.file')}
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
