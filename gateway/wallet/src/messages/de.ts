import type { Translation } from '@cairn/ui/messages.js';
import { accounts } from './de/accounts.ts';
import { activity } from './de/activity.ts';
import { chart } from './de/chart.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { contacts } from './de/contacts.ts';
import { fields } from './de/fields.ts';
import { firstRun } from './de/first-run.ts';
import { messages } from './de/messages.ts';
import { overview } from './de/overview.ts';
import { receive } from './de/receive.ts';
import { scan } from './de/scan.ts';
import { send } from './de/send.ts';
import { session } from './de/session.ts';
import { settings } from './de/settings.ts';
import { shell } from './de/shell.ts';
import { transfers } from './de/transfers.ts';
import { vault } from './de/vault.ts';
import type { en } from './en.ts';

/**
 * The German catalogue, with the same keys as the English one. A chunk that is loaded when the page switches to German.
 */
export const de: Translation<typeof en> = {
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
};
