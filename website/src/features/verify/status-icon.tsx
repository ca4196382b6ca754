import { Icon, type IconName } from '@cairn/ui';
import type { Status } from './proof.ts';

const ICONS: Readonly<Partial<Record<Status | 'note' | 'waiting', IconName>>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
};

/** The icon of a status, or of a remark (`note`); always shown beside its text. */
export function StatusIcon({ status }: { status: Status | 'note' | 'waiting' }) {
  const icon = ICONS[status];
  return (
    <span class="verify-icon" data-status={status} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}
