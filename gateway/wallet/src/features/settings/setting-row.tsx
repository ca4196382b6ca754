import type { ComponentChildren } from 'preact';

/** A row with the name and explanation of a setting, and its control beside or below. */
export function SettingRow(props: { label: string; hint?: string; children: ComponentChildren }) {
  return (
    <div class="w-setting">
      <div class="w-setting__words">
        <span class="w-setting__label">{props.label}</span>
        {props.hint !== undefined && <span class="w-setting__hint">{props.hint}</span>}
      </div>
      <div class="w-setting__control">{props.children}</div>
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
