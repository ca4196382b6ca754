import { texts as sharedTexts } from '../../shared/texts.ts';

export const texts = sharedTexts.with({
  'access.new.title': ['Let this browser in', 'Diesen Browser einlassen'],
  'access.new.text': [
    'The wallet opens only for somebody at the computer on which it runs: this browser has not been let in yet.',
    'Die Wallet öffnet sich nur für Leute an dem Computer, auf dem sie läuft: Dieser Browser wurde noch nicht eingelassen.',
  ],
  'access.ended.title': ['Let this browser in again', 'Diesen Browser wieder einlassen'],
  'access.ended.text': [
    'Cairn was restarted, or this browser was removed. Your wallet is unchanged and opens with your password. Choose “Keep this browser” then, and you will not see this page again.',
    'Cairn wurde neu gestartet oder dieser Browser entfernt. Ihre Wallet ist unverändert und öffnet sich mit Ihrem Passwort. Wählen Sie danach „Diesen Browser merken“, dann sehen Sie diese Seite nicht wieder.',
  ],
  'access.refused.title': ['This wallet link is no longer valid', 'Dieser Wallet-Link gilt nicht mehr'],
  'access.refused.text': [
    'Each wallet link lets one browser in, once. If it was not you who used this one, restart Cairn. Otherwise get a new one:',
    'Jeder Wallet-Link lässt einen Browser ein, einmal. Haben nicht Sie diesen benutzt, starten Sie Cairn neu. Sonst holen Sie einen neuen:',
  ],
  'access.blocked.title': ['The browser kept no cookie', 'Der Browser hat kein Cookie behalten'],
  'access.blocked.text': [
    'The wallet let this browser in, but the browser did not keep what it was given. Allow cookies and site data for this web address, delete those that it has, and reload the page.',
    'Die Wallet hat diesen Browser eingelassen, aber er hat nichts davon behalten. Erlauben Sie Cookies und Websitedaten für diese Webadresse, löschen Sie die vorhandenen und laden Sie die Seite neu.',
  ],
  'access.type': ['In a terminal, where Cairn runs', 'In einem Terminal, dort wo Cairn läuft'],
  'access.command': ['command', 'Befehl'],
  'access.copy': ['Copy the command', 'Befehl kopieren'],
  'access.opens': [
    'It opens the wallet in your browser; this page then opens too.',
    'Das öffnet die Wallet in Ihrem Browser; auch diese Seite öffnet sich dann.',
  ],
  'access.haveLink': ['I have a wallet link', 'Ich habe einen Wallet-Link'],
  'access.terminal': [
    'It is printed in the terminal where {start} or {gateway} runs.',
    'Er steht in dem Terminal, in dem {start} oder {gateway} läuft.',
  ],
  'access.link': ['Wallet link', 'Wallet-Link'],
  'access.linkWrong': ['This is not a whole wallet link.', 'Das ist kein vollständiger Wallet-Link.'],
  'access.open': ['Open the wallet', 'Wallet öffnen'],
  'keep.label': [
    'Keep this browser: next time the password is enough',
    'Diesen Browser merken: Nächstes Mal genügt das Passwort',
  ],
  'browsers.title': ['Kept browsers', 'Gemerkte Browser'],
  'browsers.text': [
    'They open the wallet without a new link from the computer, also after Cairn was restarted.',
    'Sie öffnen die Wallet ohne neuen Link vom Computer, auch nach einem Neustart von Cairn.',
  ],
  'browsers.own': ['This browser', 'Dieser Browser'],
  'browsers.since': ['Kept since {time}', 'Gemerkt seit {time}'],
  'browsers.remove': ['Remove', 'Entfernen'],
  'browsers.removeFull': ['Remove {name}', '{name} entfernen'],
  'browsers.unknown': ['A browser', 'Ein Browser'],
  'unlock.title': ['Unlock your wallet', 'Wallet entsperren'],
  'unlock.unlock': ['Unlock', 'Entsperren'],
  'unlock.unlocking': ['Unlocking…', 'Wird entsperrt …'],
  'unlock.forgotten': ['Forgot the password?', 'Passwort vergessen?'],
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
