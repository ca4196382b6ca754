import { Icon, type IconName } from '@cairn/ui';
import type { StepStatus } from './steps.ts';

/** Status of a step, or of a claim; `left` if a reorganization has removed the block, `note` for a remark. */
export type IconStatus = StepStatus | 'left' | 'note';

const ICONS: Readonly<Partial<Record<IconStatus, IconName>>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
  left: 'warn',
};

/** The icon of a status; always shown beside its text. */
export function StatusIcon({ status }: { status: IconStatus }) {
  const icon = ICONS[status];
  return (
    <span class="verify-icon" data-status={status} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}
