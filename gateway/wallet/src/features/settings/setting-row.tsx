import type { ComponentChildren } from 'preact';

/** A row with the name and explanation of a setting, and its control beside or below. */
export function SettingRow(props: { label: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="c-row c-row--between">
      <div class="c-lines">
        <span class="c-strong">{props.label}</span>
        {props.hint !== undefined && <span class="c-faint c-small">{props.hint}</span>}
      </div>
      <div>{props.children}</div>
    </div>
  );
}

/** An on/off switch. */
export function Switch(props: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <input
      class="w-switch"
      type="checkbox"
      role="switch"
      aria-label={props.label}
      checked={props.on}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
