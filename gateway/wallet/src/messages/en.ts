import { accounts } from './en/accounts.ts';
import { activity } from './en/activity.ts';
import { chart } from './en/chart.ts';
import { codes } from './en/codes.ts';
import { common } from './en/common.ts';
import { contacts } from './en/contacts.ts';
import { fields } from './en/fields.ts';
import { firstRun } from './en/first-run.ts';
import { messages } from './en/messages.ts';
import { overview } from './en/overview.ts';
import { receive } from './en/receive.ts';
import { scan } from './en/scan.ts';
import { send } from './en/send.ts';
import { session } from './en/session.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { transfers } from './en/transfers.ts';
import { vault } from './en/vault.ts';

/**
 * The English catalogue, with a file for each area of the page. A key names area and use (`receive.title`); parameters
 * are in braces. Each language has a folder, such as `de`.
 */
export const en = {
  ...accounts,
  ...activity,
  ...chart,
  ...codes,
  ...common,
  ...contacts,
  ...fields,
  ...firstRun,
  ...messages,
  ...overview,
  ...receive,
  ...scan,
  ...send,
  ...session,
  ...settings,
  ...shell,
  ...transfers,
  ...vault,
} as const;
