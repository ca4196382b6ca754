import { ApiError, createDevnetClient, WEATHERS } from '@cairn/api/devnet';
import { formatCoins, parseCoins } from '@cairn/protocol';
import { Button, LanguageContext, TextField } from '@cairn/ui';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type DevnetControl, dropDevnetControl } from '../../site/devnet-control.ts';
import { useKeys } from '../../site/keys.ts';
import { localeOfPath } from '../../site/locale.ts';
import { useTranslations } from './texts.ts';
import './devnet-bar.css';

/** Seconds by which the clock moves. */
const HOUR = 3_600;
/** In the order in which the key goes through them. */
const CHOICES = ['none', ...WEATHERS] as const;
const ADDRESS_PAGE = /\/addresses\/(\w{34})/;

/** Shows the bar at the end of the page. */
export function openDevnetBar(control: DevnetControl): void {
  const place = document.createElement('div');
  place.className = 'devnet-bar-place';
  document.body.append(place);
  const close = (): void => {
    render(null, place);
    place.remove();
  };
  render(
    <LanguageContext.Provider value={localeOfPath(location.pathname)}>
      <DevnetBar control={control} onClose={close} />
    </LanguageContext.Provider>,
    place,
  );
}

/** Mines, reorganizes, funds, rewinds and moves the clock of the devnet; the page follows by itself. */
function DevnetBar({ control, onClose }: { control: DevnetControl; onClose: () => void }) {
  const { t } = useTranslations();
  const [devnet] = useState(() => createDevnetClient(control));
  const [count, setCount] = useState('1');
  const [snapshot, setSnapshot] = useState<{ id: string; height: number }>();
  const [weather, setWeather] = useState('none');
  const [isFunding, setFunding] = useState(false);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);

  /** Runs a call, and says what it did or why not. */
  const run = async (call: () => Promise<string>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setSaid(await call().catch(reasonOf));
    setBusy(false);
  };
  const blocks = Number(count);
  const calls = [
    {
      name: 'm',
      text: t('devnet.mine'),
      call: async () => t('devnet.mined', { height: (await devnet.mine({ blocks })).state.height }),
    },
    {
      name: 'r',
      text: t('devnet.reorganize'),
      call: async () => {
        const { reorganization, state } = await devnet.reorganize({ depth: blocks });
        const { disconnected: lost, common_height: common } = reorganization;
        return t('devnet.reorganized', { lost, common, height: state.height });
      },
    },
    {
      name: 'a',
      text: t('devnet.advance'),
      call: async () => {
        const { clock } = (await devnet.time({ advance_seconds: HOUR })).state;
        return t('devnet.advanced', { time: new Date(clock.time * 1_000).toISOString().slice(0, 16) });
      },
    },
    {
      name: 's',
      text: t('devnet.snapshot'),
      call: async () => {
        const { id, height } = await devnet.snapshot();
        setSnapshot({ id, height });
        return t('devnet.saved', { height });
      },
    },
    ...(snapshot === undefined
      ? []
      : [
          {
            name: 'v',
            text: t('devnet.revert', { height: snapshot.height }),
            call: async () => {
              const { state } = await devnet.revert({ id: snapshot.id });
              setWeather(state.weather?.name ?? 'none');
              return t('devnet.reverted', { height: state.height });
            },
          },
        ]),
  ];
  const fund = (address: string, pebbles: bigint) =>
    run(async () => {
      const { block } = await devnet.fund({ address, amount: `${pebbles}` });
      return t('devnet.funded', { amount: formatCoins(pebbles), height: block.height });
    });

  const changeWeather = (wanted: (typeof CHOICES)[number]) =>
    run(async () => {
      const { state } = await devnet.weather({ weather: wanted });
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
    ...Object.fromEntries(calls.map(({ name, call }) => [name, () => run(call)])),
    f: () => setFunding(!isFunding),
    w: () => changeWeather(CHOICES[(CHOICES.findIndex((name) => name === weather) + 1) % CHOICES.length]!),
  });
  return (
    <section class="devnet-bar" aria-label={t('devnet.label')}>
      {isFunding && <Fund busy={isBusy} onPay={fund} />}
      <div class="c-container c-row">
        <strong>{t('devnet.title')}</strong>
        <label class="c-row">
          {t('page.blocks')}
          <input
            class="c-input"
            type="number"
            min="1"
            max="10000"
            value={count}
            onInput={({ currentTarget }) => setCount(currentTarget.value)}
          />
        </label>
        {calls.map(({ name, text, call }) => (
          <Button key={name} size="sm" busy={isBusy} onClick={() => void run(call)}>
            {text} <kbd aria-hidden="true">{name}</kbd>
          </Button>
        ))}
        <Button size="sm" pressed={isFunding} onClick={() => setFunding(!isFunding)}>
          {t('devnet.fund')} <kbd aria-hidden="true">f</kbd>
        </Button>
        <label class="c-row">
          {t('devnet.weather')}
          <select
            class="c-input"
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

/** Its fields have IDs of their own: it is no part of an island, whose generated ones it would repeat. */
function Fund({ busy, onPay }: { busy: boolean; onPay: (address: string, pebbles: bigint) => unknown }) {
  const { t } = useTranslations();
  const [address, setAddress] = useState(() => ADDRESS_PAGE.exec(location.pathname)?.[1] ?? '');
  const [amount, setAmount] = useState('10');
  const pebbles = pebblesOf(amount);
  return (
    <form
      class="devnet-bar__fund c-container"
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
