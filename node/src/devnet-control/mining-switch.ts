import type { Address } from '@cairn/protocol';
import type { MiningPace } from '../miner/mining-loop.ts';
import type { MiningMode } from '@cairn/api/devnet';

/** How a devnet node mines. */
export interface MiningSettings {
  readonly mode: MiningMode;
  /** Between two blocks; `undefined` unless the mode is `interval`. */
  readonly intervalMilliseconds: number | undefined;
  /** Address of the rewards. */
  readonly to: Address;
}

/** Starts mining. @returns a function that stops it, and resolves once no search or commit is in progress */
export type BeginMining = (settings: {
  readonly to: Address;
  readonly pace: MiningPace;
}) => () => Promise<void>;

/** The mining loop of a devnet node, which can be paused and restarted with other settings. */
export class MiningSwitch {
  readonly #begin: BeginMining;
  #settings: MiningSettings;
  #end: (() => Promise<void>) | undefined;

  constructor(begin: BeginMining, settings: MiningSettings) {
    this.#begin = begin;
    this.#settings = settings;
  }

  get settings(): MiningSettings {
    return this.#settings;
  }

  /** Starts mining according to the settings, unless it is running. */
  resume(): void {
    const { to } = this.#settings;
    const pace = paceOf(this.#settings);
    if (pace !== undefined) this.#end ??= this.#begin({ to, pace });
  }

  /** Stops mining; resolves once nothing is in progress. */
  async pause(): Promise<void> {
    const end = this.#end;
    this.#end = undefined;
    await end?.();
  }

  /** Takes effect with the next `resume`. */
  set(settings: MiningSettings): void {
    this.#settings = settings;
  }
}

function paceOf({ mode, intervalMilliseconds = 0 }: MiningSettings): MiningPace | undefined {
  if (mode === 'manual') return undefined;
  return mode === 'interval'
    ? { kind: 'interval', milliseconds: intervalMilliseconds }
    : { kind: 'on-demand' };
}

/** The settings for a pace; no pace means `manual`. */
export function settingsOf(to: Address, pace: MiningPace | undefined): MiningSettings {
  const mode = pace === undefined ? 'manual' : pace.kind === 'interval' ? 'interval' : 'on_demand';
  return { to, mode, intervalMilliseconds: pace?.kind === 'interval' ? pace.milliseconds : undefined };
}
