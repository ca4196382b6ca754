import type { Address } from '@cairn/protocol';
import type { MiningPace } from '../miner/mining-loop.ts';
import type { MiningMode } from '@cairn/api/devnet';

/** How a devnet node mines. */
export interface MiningSettings {
  readonly mode: MiningMode;
  /** Time between two blocks; `undefined` unless the mode is `interval`. */
  readonly intervalMs: number | undefined;
  /** Address of the rewards. */
  readonly to: Address;
}

/** Starts the mining loop. @returns a function that stops it, and resolves once no search or commit is in progress */
export type StartMining = (settings: {
  readonly to: Address;
  readonly pace: MiningPace;
}) => () => Promise<void>;

/** The mining loop of a devnet node, which can be paused and restarted with other settings. */
export class MiningSwitch {
  readonly #start: StartMining;
  #settings: MiningSettings;
  /** Stops the loop; `undefined` while it is not running. */
  #stop: (() => Promise<void>) | undefined;

  constructor(start: StartMining, settings: MiningSettings) {
    this.#start = start;
    this.#settings = settings;
  }

  get settings(): MiningSettings {
    return this.#settings;
  }

  /** Starts mining according to the settings, unless it is running. */
  resume(): void {
    const { to } = this.#settings;
    const pace = paceForSettings(this.#settings);
    if (pace !== undefined) this.#stop ??= this.#start({ to, pace });
  }

  /** Stops mining; resolves once no search or commit is in progress. */
  async pause(): Promise<void> {
    const stop = this.#stop;
    this.#stop = undefined;
    await stop?.();
  }

  /** Sets how to mine; takes effect with the next `resume` after a `pause`. */
  set(settings: MiningSettings): void {
    this.#settings = settings;
  }
}

function paceForSettings({ mode, intervalMs = 0 }: MiningSettings): MiningPace | undefined {
  if (mode === 'manual') return undefined;
  return mode === 'interval' ? { kind: 'interval', milliseconds: intervalMs } : { kind: 'on-demand' };
}

/** The settings for a pace; no pace means `manual`. */
export function settingsForPace(to: Address, pace: MiningPace | undefined): MiningSettings {
  const mode = pace === undefined ? 'manual' : pace.kind === 'interval' ? 'interval' : 'on_demand';
  return { to, mode, intervalMs: pace?.kind === 'interval' ? pace.milliseconds : undefined };
}
