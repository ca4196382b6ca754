import { readFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/** Resident set of a process, in MiB; Linux only. @throws the system's error elsewhere */
export function residentMiB(pid: number): number {
  return statusMiB(pid, 'VmRSS');
}

/**
 * The part of the resident set that is mapped files, such as LevelDB's tables: page cache, which the kernel can
 * reclaim.
 */
export function mappedMiB(pid: number): number {
  return statusMiB(pid, 'RssFile');
}

function statusMiB(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1_024;
}

/** Watches the memory of a process. `stop` returns the largest resident set in MiB. */
export function watchResident(pid: number): { stop(): number } {
  let peak = residentMiB(pid);
  const sample = (): void => void (peak = Math.max(peak, residentMiB(pid)));
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}

/** Clock ticks a second in /proc: always 100 on Linux. */
const TICKS = 100;

/** Processor time of a process so far, in seconds: of all its threads, in user mode and in the system. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
