import { defineTexts } from '@cairn/ui/messages.js';
import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = defineTexts(
  {
    en: {
      'access.title': 'Let this browser in',
      'access.accepted.title': 'The browser did not keep the session',
      'access.accepted.text':
        'The wallet link was right, but the browser did not keep the cookie. Allow cookies for this web address.',
      'access.refused.title': 'This wallet link is no longer valid',
      'access.refused.text':
        'Each wallet link opens the wallet in one browser, once. If it was not you who used this one, restart the gateway.',
      'access.restarted.title': 'The gateway was restarted',
      'access.restarted.text':
        'The session of this page ended with it. Nothing is lost: signed transfers are stored in this browser, and none is sent automatically.',
      'access.why':
        'The wallet opens only for somebody who can use the computer on which it runs. Type this in a terminal there; it opens the wallet in your browser:',
      'access.command': 'command',
      'access.otherwise': 'There are other ways to the same wallet link:',
      'access.terminal': 'It is printed in the terminal where {start} or {gateway} runs.',
      'access.file': 'The file {file}, beside the node’s {token}, opens it.',
      'access.link': 'Or paste the wallet link',
      'access.linkWrong': 'This is not a whole wallet link.',
      'access.open': 'Open the wallet',
      'access.kept': 'A wallet stored in this browser is unchanged and opens with your password.',
      'unlock.title': 'Unlock your wallet',
      'unlock.unlock': 'Unlock',
      'unlock.unlocking': 'Unlocking…',
      'unlock.forgotten': 'Forgot the password?',
      'unlock.restart': 'The gateway was restarted',
      'unlock.restartText': 'The page was reloaded because of that. It never sends anything automatically.',
      'unlock.idle': 'Locked while you were away',
      'unlock.idleText': {
        one: 'Locked after {count} minute of inactivity.',
        other: 'Locked after {count} minutes of inactivity.',
      },
      'unlock.other_tab': 'Locked in another tab',
      'unlock.other_tabText':
        'All tabs lock together, also when one of them changes the password or stores another wallet.',
      'forget.title': 'Start over',
      'unusable.title': 'The stored wallet cannot be read',
      'unusable.contents': 'It is damaged, or another version of the wallet wrote it',
      'unusable.contentsText':
        'Nothing was changed. The version that wrote it opens it with your password. If you have the recovery phrase or an exported file, you can also remove it and restore the wallet.',
      'unusable.storage': 'The browser cannot read the wallet’s data',
      'unusable.storageText':
        'Its storage may be switched off for this web address, or in use by a newer page. Nothing was changed. Close other tabs of the wallet, allow storage (cookies and site data) for this web address, and load the page again.',
      'unusable.reload': 'Load the page again',
      'unusable.remove': 'Remove it and start over',
    },
    de: {
      'access.title': 'Diesen Browser einlassen',
      'access.accepted.title': 'Der Browser hat die Sitzung nicht behalten',
      'access.accepted.text':
        'Der Wallet-Link war richtig, aber der Browser hat das Cookie nicht behalten. Erlauben Sie Cookies für diese Webadresse.',
      'access.refused.title': 'Dieser Wallet-Link gilt nicht mehr',
      'access.refused.text':
        'Jeder Wallet-Link öffnet die Wallet einmal, in einem Browser. Haben nicht Sie diesen benutzt, starten Sie das Gateway neu.',
      'access.restarted.title': 'Das Gateway wurde neu gestartet',
      'access.restarted.text':
        'Die Sitzung dieser Seite ist damit beendet. Nichts ist verloren: Signierte Überweisungen bleiben in diesem Browser, und keine wird von selbst gesendet.',
      'access.why':
        'Die Wallet öffnet sich nur für Leute, die den Computer benutzen können, auf dem sie läuft. Geben Sie dort in einem Terminal diesen Befehl ein; er öffnet die Wallet in Ihrem Browser:',
      'access.command': 'Befehl',
      'access.otherwise': 'Den Wallet-Link gibt es auch anderswo:',
      'access.terminal': 'Er steht in dem Terminal, in dem {start} oder {gateway} läuft.',
      'access.file': 'Die Datei {file} neben der Datei {token} des Nodes öffnet ihn.',
      'access.link': 'Oder den Wallet-Link einfügen',
      'access.linkWrong': 'Das ist kein vollständiger Wallet-Link.',
      'access.open': 'Wallet öffnen',
      'access.kept':
        'Eine in diesem Browser gespeicherte Wallet ist unverändert und öffnet sich wieder mit Ihrem Passwort.',
      'unlock.title': 'Wallet entsperren',
      'unlock.unlock': 'Entsperren',
      'unlock.unlocking': 'Wird entsperrt …',
      'unlock.forgotten': 'Passwort vergessen?',
      'unlock.restart': 'Das Gateway wurde neu gestartet',
      'unlock.restartText': 'Die Seite wurde deshalb neu geladen. Sie sendet nie etwas von selbst.',
      'unlock.idle': 'In Ihrer Abwesenheit gesperrt',
      'unlock.idleText': {
        one: 'Nach {count} Minute ohne Aktivität gesperrt.',
        other: 'Nach {count} Minuten ohne Aktivität gesperrt.',
      },
      'unlock.other_tab': 'In einem anderen Tab gesperrt',
      'unlock.other_tabText':
        'Alle Tabs sperren gemeinsam, auch wenn einer das Passwort ändert oder eine andere Wallet speichert.',
      'forget.title': 'Neu beginnen',
      'unusable.title': 'Die gespeicherte Wallet ist nicht lesbar',
      'unusable.contents': 'Sie ist beschädigt, oder eine andere Version der Wallet hat sie geschrieben',
      'unusable.contentsText':
        'Es wurde nichts geändert. Die Version, die sie geschrieben hat, öffnet sie mit Ihrem Passwort. Mit der Wiederherstellungsphrase oder einer exportierten Datei können Sie sie auch löschen und die Wallet wiederherstellen.',
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
