import { classes, Icon, type IconName } from '@cairn/ui';
import type { StepStatus } from './findings.ts';

/** Status of a step, or of a claim; `left` if a reorganization has removed the block, `note` for a remark. */
export type IconStatus = StepStatus | 'left' | 'note';

const ICONS: Readonly<Record<IconStatus, IconName | undefined>> = {
  passed: 'check',
  limited: 'info',
  note: 'info',
  failed: 'cross',
  skipped: 'warn',
  left: 'warn',
  running: undefined,
  waiting: undefined,
};

/** The icon of a status; always shown beside its text. */
export function StatusIcon({ status }: { status: IconStatus }) {
  const icon = ICONS[status];
  return (
    <span class={classes('verify-icon', `verify-icon--${status}`)} aria-hidden="true">
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}
