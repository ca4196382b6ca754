import { Icon, type IconName } from '@cairn/ui';
import type { Check } from './proof.ts';
import './seal.css';

const ICONS: Readonly<Partial<Record<Check['status'], IconName>>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
};

/** The mark of a status; always shown beside its text. @param props.isLarge true for the seal's own, with its rim */
export function StatusMark({ status, isLarge }: { status: Check['status']; isLarge?: boolean }) {
  const icon = ICONS[status];
  return (
    <span class={`seal__mark ${isLarge ? 'seal__mark--large' : ''}`} data-status={status} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}
