import { defineSetting, languageSetting, readStored } from '@cairn/ui';

/** Time zone of exact times: UTC, or that of the user's device. */
export type TimeZoneChoice = 'utc' | 'local';

/** The reader's time zone. */
export const zoneSetting = defineSetting<TimeZoneChoice>('cairn-time-zone', ['utc', 'local'], 'utc');

/** Whether single keys such as `/` do something: speech input can press them unasked. */
export const keysSetting = defineSetting<'on' | 'off'>('cairn-keys', ['on', 'off'], 'on');

/** Stores the language for `language-boot.js`, which redirects URLs without a language. */
export const rememberLanguage = languageSetting.choose;

/** Key of the user's labels in local storage: a labels file as `labels.ts` writes it. */
export const LABELS_KEY = 'cairn-labels';

/** True if this browser stores labels: only then a page loads `labels.ts`. */
export const hasLabels = (): boolean => readStored(LABELS_KEY) !== undefined;
