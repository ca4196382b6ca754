import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'access.title': ['Let this browser in', 'Diesen Browser einlassen'],
  'access.accepted.title': [
    'The browser did not keep the session',
    'Der Browser hat die Sitzung nicht behalten',
  ],
  'access.accepted.text': [
    'The wallet link was right, but the browser did not keep the cookie. Allow cookies for this web address.',
    'Der Wallet-Link war richtig, aber der Browser hat das Cookie nicht behalten. Erlauben Sie Cookies für diese Webadresse.',
  ],
  'access.refused.title': ['This wallet link is no longer valid', 'Dieser Wallet-Link gilt nicht mehr'],
  'access.refused.text': [
    'Each wallet link opens the wallet in one browser, once. If it was not you who used this one, restart the gateway.',
    'Jeder Wallet-Link öffnet die Wallet einmal, in einem Browser. Haben nicht Sie diesen benutzt, starten Sie das Gateway neu.',
  ],
  'access.restarted.title': ['The gateway was restarted', 'Das Gateway wurde neu gestartet'],
  'access.restarted.text': [
    'The session of this page ended with it. Nothing is lost: signed transfers are stored in this browser, and none is sent automatically.',
    'Die Sitzung dieser Seite ist damit beendet. Nichts ist verloren: Signierte Überweisungen bleiben in diesem Browser, und keine wird von selbst gesendet.',
  ],
  'access.why': [
    'The wallet opens only for somebody who can use the computer on which it runs. Type this in a terminal there; it opens the wallet in your browser:',
    'Die Wallet öffnet sich nur für Leute, die den Computer benutzen können, auf dem sie läuft. Geben Sie dort in einem Terminal diesen Befehl ein; er öffnet die Wallet in Ihrem Browser:',
  ],
  'access.command': ['command', 'Befehl'],
  'access.terminal': [
    'Or paste the wallet link, which is printed in the terminal where {start} or {gateway} runs.',
    'Oder fügen Sie den Wallet-Link ein; er steht in dem Terminal, in dem {start} oder {gateway} läuft.',
  ],
  'access.link': ['Wallet link', 'Wallet-Link'],
  'access.linkWrong': ['This is not a whole wallet link.', 'Das ist kein vollständiger Wallet-Link.'],
  'access.open': ['Open the wallet', 'Wallet öffnen'],
  'access.kept': [
    'A wallet stored in this browser is unchanged and opens with your password.',
    'Eine in diesem Browser gespeicherte Wallet ist unverändert und öffnet sich wieder mit Ihrem Passwort.',
  ],
  'unlock.title': ['Unlock your wallet', 'Wallet entsperren'],
  'unlock.unlock': ['Unlock', 'Entsperren'],
  'unlock.unlocking': ['Unlocking…', 'Wird entsperrt …'],
  'unlock.forgotten': ['Forgot the password?', 'Passwort vergessen?'],
  'unlock.restart': ['The gateway was restarted', 'Das Gateway wurde neu gestartet'],
  'unlock.restartText': [
    'The page was reloaded because of that. It never sends anything automatically.',
    'Die Seite wurde deshalb neu geladen. Sie sendet nie etwas von selbst.',
  ],
  'unlock.idle': ['Locked while you were away', 'In Ihrer Abwesenheit gesperrt'],
  'unlock.idleText': [
    {
      one: 'Locked after {count} minute of inactivity.',
      other: 'Locked after {count} minutes of inactivity.',
    },
    {
      one: 'Nach {count} Minute ohne Aktivität gesperrt.',
      other: 'Nach {count} Minuten ohne Aktivität gesperrt.',
    },
  ],
  'unlock.other_tab': ['Locked in another tab', 'In einem anderen Tab gesperrt'],
  'unlock.other_tabText': [
    'All tabs lock together, also when one of them changes the password or stores another wallet.',
    'Alle Tabs sperren gemeinsam, auch wenn einer das Passwort ändert oder eine andere Wallet speichert.',
  ],
  'unusable.title': ['The stored wallet cannot be read', 'Die gespeicherte Wallet ist nicht lesbar'],
  'unusable.contents': [
    'It is damaged, or another version of the wallet wrote it',
    'Sie ist beschädigt, oder eine andere Version der Wallet hat sie geschrieben',
  ],
  'unusable.contentsText': [
    'Nothing was changed. The version that wrote it opens it with your password. If you have the recovery phrase or an exported file, you can also remove it and restore the wallet.',
    'Es wurde nichts geändert. Die Version, die sie geschrieben hat, öffnet sie mit Ihrem Passwort. Mit der Wiederherstellungsphrase oder einer exportierten Datei können Sie sie auch löschen und die Wallet wiederherstellen.',
  ],
  'unusable.remove': ['Remove it and start over', 'Löschen und neu beginnen'],
});
export const { t, Rich } = texts;
