import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface NoticeProps {
  tone: 'info' | 'warn' | 'error' | 'success';
  title?: string | undefined;
  /** Buttons or links under the text. */
  action?: ComponentChildren;
  /** Announced when it appears: for something that happened, not for what was always on the page. */
  live?: boolean | undefined;
  children?: ComponentChildren;
}

const ICONS: Record<NoticeProps['tone'], IconName> = {
  info: 'info',
  warn: 'warn',
  error: 'warn',
  success: 'check',
};

/** A message in the page: what happened, what it means, what to do. */
export function Notice({ tone, title, action, live = false, children }: NoticeProps) {
  const liveRole = tone === 'error' ? 'alert' : 'status';
  return (
    <div class={`c-notice c-notice--${tone}`} role={live ? liveRole : undefined}>
      <span class="c-notice__icon">
        <Icon name={ICONS[tone]} />
      </span>
      <div class="c-notice__body">
        {title !== undefined && <p class="c-notice__title">{title}</p>}
        {children !== undefined && <div>{children}</div>}
        {action !== undefined && <div class="c-notice__action c-row">{action}</div>}
      </div>
    </div>
  );
}
