import { readFileSync } from 'node:fs';

const SAMPLE_MILLISECONDS = 20;

/** Resident set of a process, in MiB; Linux only. @throws the system's error elsewhere */
export function residentMiB(pid: number): number {
  return statusMiB(pid, 'VmRSS');
}

/** The part of it that shows mapped files, as LevelDB's tables: page cache, which the kernel takes back at will. */
export function mappedMiB(pid: number): number {
  return statusMiB(pid, 'RssFile');
}

function statusMiB(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1_024;
}

/** Watches a process. @returns what ends it and gives the largest resident set meanwhile, in MiB */
export function watchResident(pid: number): { stop(): number } {
  let peak = residentMiB(pid);
  const look = (): void => void (peak = Math.max(peak, residentMiB(pid)));
  const timer = setInterval(look, SAMPLE_MILLISECONDS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}
