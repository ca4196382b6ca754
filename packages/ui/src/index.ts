export { Amount, type AmountProps } from './components/amount.tsx';
export { Badge, type BadgeProps, type Tone } from './components/badge.tsx';
export { Button, LinkButton, type ButtonProps, type LinkButtonProps } from './components/button.tsx';
export { Card, type CardProps } from './components/card.tsx';
export { CodeBlock } from './components/code-block.tsx';
export { CopyButton, type CopyButtonProps } from './components/copy-button.tsx';
export { DataTable, type Column, type DataTableProps } from './components/data-table.tsx';
export { EmptyState, type EmptyStateProps } from './components/empty-state.tsx';
export { Icon, type IconName } from './components/icon.tsx';
export { Identifier, LabelsContext, NarrowLabel, type IdentifierProps } from './components/identifier.tsx';
export { KeyValueList, type KeyValue } from './components/key-value-list.tsx';
export { Logo } from './components/logo.tsx';
export { Notice, type NoticeProps } from './components/notice.tsx';
export { PageHead, type PageHeadProps } from './components/page-head.tsx';
export { Progress } from './components/progress.tsx';
export { QrCode } from './components/qr-code.tsx';
export { QrSquares } from './components/qr-squares.tsx';
export { Segmented, type SegmentedOption, type SegmentedProps } from './components/segmented.tsx';
export { ShareBar, type ShareBarProps } from './components/share-bar.tsx';
export { Skeleton } from './components/skeleton.tsx';
export { StatTiles, type Stat, type StatTilesProps } from './components/stat-tiles.tsx';
export { TextField, type TextFieldProps } from './components/text-field.tsx';
export { ThemeToggle } from './components/theme-toggle.tsx';
export { Timestamp, type TimestampProps } from './components/timestamp.tsx';
export { BalanceChart } from './chart/balance-chart.tsx';
export { Chart, type ChartProps } from './chart/chart.tsx';
export { type ChartData, type ChartKind, type ChartSeries } from './chart/chart-model.ts';
export { LanguageProvider, useUiWords } from './language/language.tsx';
export { UI_LANGUAGES, type UiLanguage, type UiWords } from './language/words.ts';
export { useAmountText, useUnitName } from './lib/use-amount-text.ts';
export { amountDigits } from './lib/amount-digits.ts';
export { classes } from './lib/classes.ts';
export { chooseTheme, readTheme, THEME_STORAGE_KEY, THEMES, type Theme } from './lib/theme.ts';
export { TimeContext, useTimeSettings, type TimeSettings } from './lib/time-settings.ts';
export { numberText } from './lib/numbers.ts';
export { datedName, saveFile } from './lib/save-file.ts';
export { exactTime, isoTime, relativeTime } from './lib/time.ts';
export {
  amountNumber,
  chooseUnit,
  currentUnit,
  readUnit,
  UNIT_STORAGE_KEY,
  UNITS,
  type Unit,
} from './lib/unit.ts';
export { UnitContext, useUnit } from './lib/use-unit.ts';
export { useCopy, type CopyState } from './lib/use-copy.ts';
export { useDetails } from './lib/use-details.ts';
export { useNear } from './lib/use-near.ts';
export { useNow } from './lib/use-now.ts';
