import { accounts } from './en/accounts.ts';
import { activity } from './en/activity.ts';
import { codes } from './en/codes.ts';
import { common } from './en/common.ts';
import { contacts } from './en/contacts.ts';
import { entry } from './en/entry.ts';
import { firstRun } from './en/first-run.ts';
import { frame } from './en/frame.ts';
import { messages } from './en/messages.ts';
import { outbox } from './en/outbox.ts';
import { overview } from './en/overview.ts';
import { scan } from './en/scan.ts';
import { send } from './en/send.ts';
import { session } from './en/session.ts';
import { vault } from './en/vault.ts';
import { plot } from './en/plot.ts';
import { receive } from './en/receive.ts';
import { settings } from './en/settings.ts';

/**
 * The English catalogue, one file an area. A key names its area and its use (`receive.title`); parameters are in braces. Every
 * other language has a folder of its own, such as `de`.
 */
export const en = {
  ...accounts,
  ...activity,
  ...codes,
  ...common,
  ...contacts,
  ...entry,
  ...firstRun,
  ...frame,
  ...plot,
  ...receive,
  ...settings,
  ...messages,
  ...outbox,
  ...overview,
  ...scan,
  ...send,
  ...session,
  ...vault,
} as const;
