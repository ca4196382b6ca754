import type { Translation } from '@cairn/ui/messages.js';
import { accounts } from './de/accounts.ts';
import { activity } from './de/activity.ts';
import { codes } from './de/codes.ts';
import { common } from './de/common.ts';
import { contacts } from './de/contacts.ts';
import { entry } from './de/entry.ts';
import { firstRun } from './de/first-run.ts';
import { frame } from './de/frame.ts';
import { messages } from './de/messages.ts';
import { outbox } from './de/outbox.ts';
import { overview } from './de/overview.ts';
import { scan } from './de/scan.ts';
import { send } from './de/send.ts';
import { session } from './de/session.ts';
import { vault } from './de/vault.ts';
import { plot } from './de/plot.ts';
import { receive } from './de/receive.ts';
import { settings } from './de/settings.ts';
import type { en } from './en.ts';

/** The German catalogue: the same keys as the English one, in a chunk that is loaded when the page switches to German. */
export const de: Translation<typeof en> = {
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
};
