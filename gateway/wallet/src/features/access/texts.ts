import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'access.title': 'Use the wallet link to open the wallet',
      'access.accepted.title': 'The browser did not keep the session',
      'access.accepted.text':
        'The wallet link was right, but the browser did not keep the cookie. Allow cookies for this web address.',
      'access.refused.title': 'This wallet link was already used',
      'access.refused.text':
        'Each wallet link opens the wallet in one browser, once. If it was not you who used it, restart the gateway.',
      'access.limited.title': 'Too many wrong wallet links were tried',
      'access.limited.text': 'Yours was not checked and stays valid: wait a minute and open it again.',
      'access.failed.title': 'The gateway did not answer',
      'access.failed.text':
        'It may have been stopped. Start it again and open the wallet link that it prints.',
      'access.restarted.title': 'The gateway was restarted',
      'access.restarted.text':
        'The session of this page ended with it. Nothing is lost: signed transfers are stored in this browser, and none is sent automatically.',
      'access.why':
        'For your security, the wallet opens only with the wallet link that the gateway printed in your terminal.',
      'access.terminal': 'Open the last wallet link in the terminal where {start} or {gateway} runs.',
      'access.file': 'Or open the file {file}, which is beside the node’s {token}.',
      'access.link': 'Wallet link',
      'access.linkWrong': 'This is not a whole wallet link.',
      'access.open': 'Open the wallet',
      'access.kept': 'A wallet stored in this browser is unchanged and opens with your password.',
      'unlock.title': 'Unlock your wallet',
      'unlock.unlock': 'Unlock',
      'unlock.unlocking': 'Unlocking…',
      'unlock.forgotten': 'Forgot the password?',
      'unlock.renewed': 'The gateway was restarted',
      'unlock.renewedText': 'The page was reloaded because of that. It never sends anything automatically.',
      'unlock.idle': 'Locked while you were away',
      'unlock.idleText': {
        one: 'Locked after {count} minute of inactivity.',
        other: 'Locked after {count} minutes of inactivity.',
      },
      'unlock.otherTab': 'Locked in another tab',
      'unlock.otherTabText': 'All tabs of the wallet lock together.',
      'unlock.vaultChanged': 'The wallet was changed in another tab',
      'unlock.vaultChangedText':
        'It has a new password, or another wallet took its place. Use its current password.',
      'forget.title': 'Start over',
      'unusable.title': 'The stored wallet cannot be read',
      'unusable.newer': 'It was written by a newer version of the wallet',
      'unusable.newerText':
        'It is kept as it is. Start the newer version of the gateway, and it opens with your password.',
      'unusable.unsupported': 'It has a format that this page does not support',
      'unusable.unsupportedText': 'Another version of this page may open it. Nothing was changed.',
      'unusable.damaged': 'It is damaged',
      'unusable.damagedText':
        'Nothing was changed. If you have the recovery phrase or an exported file, you can remove it and restore the wallet.',
      'unusable.storage': 'The browser cannot read the wallet’s data',
      'unusable.storageText':
        'Its storage may be switched off for this web address, or in use by a newer page. Nothing was changed. Close other tabs of the wallet, allow storage (cookies and site data) for this web address, and load the page again.',
      'unusable.reload': 'Load the page again',
      'unusable.remove': 'Remove it and start over',
    },
    de: {
      'access.title': 'Öffnen Sie die Wallet mit dem Wallet-Link',
      'access.accepted.title': 'Der Browser hat die Sitzung nicht behalten',
      'access.accepted.text':
        'Der Wallet-Link war richtig, aber der Browser hat das Cookie nicht behalten. Erlauben Sie Cookies für diese Webadresse.',
      'access.refused.title': 'Dieser Wallet-Link wurde schon benutzt',
      'access.refused.text':
        'Jeder Wallet-Link öffnet die Wallet einmal, in einem Browser. Waren nicht Sie es, starten Sie das Gateway neu.',
      'access.limited.title': 'Zu viele falsche Wallet-Links wurden versucht',
      'access.limited.text':
        'Ihrer wurde nicht geprüft und bleibt gültig: Warten Sie eine Minute und öffnen Sie ihn erneut.',
      'access.failed.title': 'Das Gateway hat nicht geantwortet',
      'access.failed.text':
        'Vielleicht wurde es beendet. Starten Sie es wieder und öffnen Sie den Wallet-Link, den es ausgibt.',
      'access.restarted.title': 'Das Gateway wurde neu gestartet',
      'access.restarted.text':
        'Die Sitzung dieser Seite ist damit beendet. Nichts ist verloren: Signierte Überweisungen bleiben in diesem Browser, und keine wird von selbst gesendet.',
      'access.why':
        'Zu Ihrer Sicherheit öffnet sich die Wallet nur mit dem Wallet-Link, den das Gateway in Ihrem Terminal ausgegeben hat.',
      'access.terminal':
        'Öffnen Sie den letzten Wallet-Link aus dem Terminal, in dem {start} oder {gateway} läuft.',
      'access.file': 'Oder öffnen Sie die Datei {file} neben der Datei {token} des Nodes.',
      'access.link': 'Wallet-Link',
      'access.linkWrong': 'Das ist kein vollständiger Wallet-Link.',
      'access.open': 'Wallet öffnen',
      'access.kept':
        'Eine in diesem Browser gespeicherte Wallet ist unverändert und öffnet sich wieder mit Ihrem Passwort.',
      'unlock.title': 'Wallet entsperren',
      'unlock.unlock': 'Entsperren',
      'unlock.unlocking': 'Wird entsperrt …',
      'unlock.forgotten': 'Passwort vergessen?',
      'unlock.renewed': 'Das Gateway wurde neu gestartet',
      'unlock.renewedText': 'Die Seite wurde deshalb neu geladen. Sie sendet nie etwas von selbst.',
      'unlock.idle': 'In Ihrer Abwesenheit gesperrt',
      'unlock.idleText': {
        one: 'Nach {count} Minute ohne Aktivität gesperrt.',
        other: 'Nach {count} Minuten ohne Aktivität gesperrt.',
      },
      'unlock.otherTab': 'In einem anderen Tab gesperrt',
      'unlock.otherTabText': 'Alle Tabs der Wallet sperren gemeinsam.',
      'unlock.vaultChanged': 'Die Wallet wurde in einem anderen Tab geändert',
      'unlock.vaultChangedText':
        'Sie hat ein neues Passwort, oder eine andere Wallet ist an ihre Stelle getreten. Öffnen Sie sie mit dem jetzt gültigen Passwort.',
      'forget.title': 'Neu beginnen',
      'unusable.title': 'Die gespeicherte Wallet ist nicht lesbar',
      'unusable.newer': 'Sie wurde von einer neueren Version der Wallet geschrieben',
      'unusable.newerText':
        'Sie bleibt unverändert. Starten Sie die neuere Version des Gateways; dann öffnet sie sich mit Ihrem Passwort.',
      'unusable.unsupported': 'Sie wurde in einer Form geschrieben, die diese Seite nicht kennt',
      'unusable.unsupportedText':
        'Eine andere Version dieser Seite kann sie vielleicht öffnen. Es wurde nichts geändert.',
      'unusable.damaged': 'Sie ist beschädigt',
      'unusable.damagedText':
        'Es wurde nichts geändert. Mit der Wiederherstellungsphrase oder einer exportierten Datei können Sie sie löschen und die Wallet wiederherstellen.',
      'unusable.storage': 'Der Browser kann die Daten der Wallet nicht lesen',
      'unusable.storageText':
        'Vielleicht ist der Speicher für diese Webadresse ausgeschaltet oder von einer neueren Seite belegt. Es wurde nichts geändert. Schließen Sie andere Tabs der Wallet, erlauben Sie Speicher (Cookies und Websitedaten) für diese Webadresse und laden Sie die Seite neu.',
      'unusable.reload': 'Seite neu laden',
      'unusable.remove': 'Löschen und neu beginnen',
    },
  },
  sharedTexts,
);
export const { t, Rich } = texts;
