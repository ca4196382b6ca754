import { ApiError, createDevnetClient, type DevnetClient, WEATHERS } from '@cairn/api/devnet';
import { formatCoins, parseCoins } from '@cairn/protocol';
import { Button, TextField } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { type DevnetControl, dropDevnetControl } from '../../site/devnet-control.ts';
import { useKeys } from '../../site/keys.ts';
import { useTranslations } from './texts.ts';
import './devnet-bar.css';

/** Seconds by which the clock moves. */
const HOUR = 3_600;
/** In the order in which the key goes through them. */
const CHOICES = ['none', ...WEATHERS] as const;
const ADDRESS_PAGE = /\/addresses\/(\w{34})/;

/** Mines, reorganizes, funds, rewinds and moves the clock of the devnet; the page follows by itself. */
export function DevnetBar({ control, onClose }: { control: DevnetControl; onClose: () => void }) {
  const { t } = useTranslations();
  const [devnet] = useState(() => createDevnetClient(control));
  const [count, setCount] = useState('1');
  const [snapshot, setSnapshot] = useState<{ id: string; height: number }>();
  const [weather, setWeather] = useState('none');
  const [isFunding, setFunding] = useState(false);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);

  /** Runs a call, and says what it did or why not. */
  const run = async (call: (client: DevnetClient) => Promise<string>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setSaid(await call(devnet).catch(reasonOf));
    setBusy(false);
  };
  const blocks = Number(count);
  const mine = () =>
    run(async (client) => t('devnet.mined', { height: (await client.mine({ blocks })).state.height }));
  const reorganize = () =>
    run(async (client) => {
      const { reorganization, state } = await client.reorganize({ depth: blocks });
      const { disconnected: lost, common_height: common } = reorganization;
      return t('devnet.reorganized', { lost, common, height: state.height });
    });
  const advance = () =>
    run(async (client) => {
      const { state } = await client.time({ advance_seconds: HOUR });
      return t('devnet.advanced', { time: new Date(state.clock.time * 1_000).toISOString().slice(0, 16) });
    });
  const save = () =>
    run(async (client) => {
      const { id, height } = await client.snapshot();
      setSnapshot({ id, height });
      return t('devnet.saved', { height });
    });
  const revert = () =>
    run(async (client) => {
      if (snapshot === undefined) return '';
      const { state } = await client.revert({ id: snapshot.id });
      setWeather(state.weather?.name ?? 'none');
      return t('devnet.reverted', { height: state.height });
    });
  const fund = (address: string, pebbles: bigint) =>
    run(async (client) => {
      const { block } = await client.fund({ address, amount: `${pebbles}` });
      return t('devnet.funded', { amount: formatCoins(pebbles), height: block.height });
    });

  const changeWeather = (wanted: (typeof CHOICES)[number]) =>
    run(async (client) => {
      const { state } = await client.weather({ weather: wanted });
      setWeather(state.weather?.name ?? 'none');
      return state.weather === null
        ? t('devnet.noWeather')
        : t('devnet.weatherBegan', { name: t(`devnet.${wanted}`), seed: `${state.weather.seed}` });
    });

  useEffect(() => {
    void devnet
      .state()
      .then(({ snapshots, weather: current }) => {
        setSnapshot(snapshots.at(-1));
        setWeather(current?.name ?? 'none');
        return undefined;
      })
      .catch(() => undefined);
  }, [devnet]);
  useKeys({
    m: mine,
    r: reorganize,
    a: advance,
    s: save,
    ...(snapshot !== undefined && { v: revert }),
    f: () => setFunding(!isFunding),
    w: () => changeWeather(CHOICES[(CHOICES.findIndex((name) => name === weather) + 1) % CHOICES.length]!),
  });
  return (
    <section class="devnet-bar" aria-label={t('devnet.label')}>
      {isFunding && <Fund busy={isBusy} onPay={fund} />}
      <div class="devnet-bar__row">
        <strong class="devnet-bar__title">{t('devnet.title')}</strong>
        <label class="devnet-bar__choice">
          {t('page.blocks')}
          <input
            type="number"
            min="1"
            max="10000"
            value={count}
            onInput={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </label>
        <Action text={t('devnet.mine')} keyName="m" busy={isBusy} onClick={mine} />
        <Action text={t('devnet.reorganize')} keyName="r" busy={isBusy} onClick={reorganize} />
        <Action text={t('devnet.advance')} keyName="a" busy={isBusy} onClick={advance} />
        <Action
          text={t('devnet.fund')}
          keyName="f"
          pressed={isFunding}
          onClick={() => setFunding(!isFunding)}
        />
        <Action text={t('devnet.snapshot')} keyName="s" busy={isBusy} onClick={save} />
        {snapshot !== undefined && (
          <Action
            text={t('devnet.revert', { height: snapshot.height })}
            keyName="v"
            busy={isBusy}
            onClick={revert}
          />
        )}
        <label class="devnet-bar__choice">
          {t('devnet.weather')}
          <select
            value={weather}
            onChange={({ currentTarget: { value } }) => {
              const wanted = CHOICES.find((name) => name === value);
              if (wanted !== undefined) void changeWeather(wanted);
            }}
          >
            {CHOICES.map((name) => (
              <option key={name} value={name}>
                {t(`devnet.${name}`)}
              </option>
            ))}
            {weather === 'list' && <option value="list">{t('devnet.list')}</option>}
          </select>
          <kbd aria-hidden="true">w</kbd>
        </label>
        <span class="devnet-bar__said" role="status">
          {said}
        </span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            dropDevnetControl();
            onClose();
          }}
        >
          {t('devnet.close')}
        </Button>
      </div>
    </section>
  );
}

interface ActionProps {
  text: string;
  keyName: string;
  busy?: boolean;
  pressed?: boolean;
  onClick: () => unknown;
}

function Action({ text, keyName, busy, pressed, onClick }: ActionProps) {
  return (
    <Button size="sm" busy={busy} pressed={pressed} onClick={() => void onClick()}>
      {text} <kbd aria-hidden="true">{keyName}</kbd>
    </Button>
  );
}

/** Its fields have IDs of their own: it is no part of an island, whose generated ones it would repeat. */
function Fund({ busy, onPay }: { busy: boolean; onPay: (address: string, pebbles: bigint) => unknown }) {
  const { t } = useTranslations();
  const [address, setAddress] = useState(() => ADDRESS_PAGE.exec(location.pathname)?.[1] ?? '');
  const [amount, setAmount] = useState('10');
  const pebbles = pebblesOf(amount);
  return (
    <form
      class="devnet-bar__fund"
      onSubmit={(event) => {
        event.preventDefault();
        if (pebbles !== undefined) onPay(address.trim(), pebbles);
      }}
    >
      <TextField
        id="devnet-address"
        label={t('column.address')}
        value={address}
        onInput={setAddress}
        mono
        required
      />
      <TextField
        id="devnet-amount"
        label={t('devnet.amount')}
        value={amount}
        onInput={setAmount}
        unit="CRN"
        inputMode="decimal"
        error={pebbles === undefined ? t('devnet.wrongAmount') : undefined}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('devnet.pay')}
      </Button>
    </form>
  );
}

function pebblesOf(text: string): bigint | undefined {
  try {
    return parseCoins(text) || undefined;
  } catch {
    return undefined;
  }
}

/** Why a call failed: the node's own sentence, if it answered. */
function reasonOf(error: unknown): string {
  const { message } = error instanceof ApiError ? (error.body as { message?: unknown }) : {};
  return typeof message === 'string' ? message : (error as Error).message;
}
