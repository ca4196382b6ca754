export { AddressFace } from './components/address-face.tsx';
export { AppSwitch } from './components/app-switch.tsx';
export { Amount, type AmountProps } from './components/amount.tsx';
export { Button, LinkButton } from './components/button.tsx';
export { Card } from './components/card.tsx';
export { CopyButton, useCopy } from './components/copy-button.tsx';
export { Badge, EmptyState, Notice, Skeleton, type Tone } from './components/feedback.tsx';
export { FileButton } from './components/file-button.tsx';
export { Icon, type IconName } from './components/icon.tsx';
export { Identifier, LabelsContext, UsualName, UsualNamesContext } from './components/identifier.tsx';
export { KeyValueList, type KeyValue } from './components/key-value-list.tsx';
export { Logo } from './components/logo.tsx';
export { QrCode } from './components/qr-code.tsx';
export { Segmented } from './components/segmented.tsx';
export { TextField, type TextFieldProps } from './components/text-field.tsx';
export { ThemeToggle } from './components/theme-toggle.tsx';
export { Timestamp } from './components/timestamp.tsx';
export { BalanceChart } from './chart/balance-chart.tsx';
export { Chart, ChartDrawing, type MarkedPoint } from './chart/chart.tsx';
export { type ChartData } from './chart/chart-model.ts';
export { ChartValues } from './chart/chart-table.tsx';
export { timeTicks } from './chart/time-ticks.ts';
export { useComponentTexts } from './language/component-texts.ts';
export { LanguageContext, type UiLanguage } from './language/messages.ts';
export { amountDigits, useAmountText, useUnitName } from './lib/amount-text.ts';
export { classes } from './lib/classes.ts';
export { TimeContext, useNow, useTimeSettings, type TimeSettings } from './lib/clock.ts';
export { useDetails, useNear } from './lib/lazy-content.ts';
export { numberText } from './lib/numbers.ts';
export { datedName, saveFile } from './lib/save-file.ts';
export { type Theme, themeSetting } from './lib/theme.ts';
export {
  defineSetting,
  onStored,
  readStored,
  type Setting,
  type StorageProblem,
  writeStored,
} from './lib/stored.ts';
export { exactTime, relativeTime } from './lib/time.ts';
export { amountNumber, UnitContext, UNITS, unitSetting, useUnit, type Unit } from './lib/unit.ts';
