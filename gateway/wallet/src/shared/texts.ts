import { numberText } from '@cairn/ui';
import { currentLanguage, defineTexts } from '@cairn/ui/messages.js';

export const texts = defineTexts({
  'accounts.usualName': ['Account {index}', 'Konto {index}'],
  'accounts.watchedName': ['Watched address', 'Beobachtete Adresse'],
  'accounts.addressWord': ['address', 'Adresse'],
  'common.title': ['{screen} · Cairn Wallet', '{screen} · Cairn-Wallet'],
  'common.back': ['Back', 'Zurück'],
  'common.cancel': ['Cancel', 'Abbrechen'],
  'common.close': ['Close', 'Schließen'],
  'common.details': ['Details', 'Details'],
  'common.save': ['Save', 'Speichern'],
  'common.pebbles': ['pebbles', 'Pebbles'],
  'common.hiddenAmount': ['Amount hidden', 'Betrag verborgen'],
  'common.lengthLeft': [
    { one: 'Room for one more character.', other: 'Room for {count} more characters.' },
    { one: 'Noch Platz für ein Zeichen.', other: 'Noch Platz für {count} Zeichen.' },
  ],
  'common.lengthFull': [
    'The limit of {count} characters is reached. More is left out.',
    'Höchstens {count} Zeichen: Weitere werden weggelassen.',
  ],
  'recipient.request_damaged': [
    'This payment request is damaged.',
    'Diese Zahlungsanforderung ist beschädigt.',
  ],
  'recipient.request_unknown_requirement': [
    'This payment request asks for something that this wallet cannot do.',
    'Diese Zahlungsanforderung verlangt etwas, das diese Wallet nicht kann.',
  ],
  'recipient.choose': [
    'Choose one below, or enter a whole address.',
    'Wählen Sie einen Vorschlag oder geben Sie die ganze Adresse ein.',
  ],
  'recipient.own': ['One of your own accounts: {name}.', 'Eines Ihrer eigenen Konten: {name}.'],
  'recipient.own_self': [
    'This is the account that you are sending from.',
    'Das ist das Konto, von dem Sie senden.',
  ],
  'recipient.contact': ['Your contact {name}.', 'Ihr Kontakt {name}.'],
  'recipient.paid': ['You have paid it before.', 'Sie haben schon dorthin gezahlt.'],
  'recipient.adds_up': ['Valid address.', 'Gültige Adresse.'],
  'recipient.first_time': ['You have not paid it before.', 'Sie haben noch nie dorthin gezahlt.'],
  'recipient.first_time_read': [
    {
      one: 'You have not paid it in your last transaction.',
      other: 'You have not paid it in your last {count} transactions.',
    },
    {
      one: 'In Ihrer letzten Transaktion haben Sie nicht dorthin gezahlt.',
      other: 'In Ihren letzten {count} Transaktionen haben Sie nicht dorthin gezahlt.',
    },
  ],
  'step.continue': ['Continue', 'Weiter'],
  'phrase.text': [
    'These words are your wallet. Write them down in this order and keep them in a safe place: only they can restore the wallet.',
    'Diese Wörter sind Ihre Wallet. Schreiben Sie sie in dieser Reihenfolge auf und bewahren Sie sie sicher auf: Nur mit ihnen lässt sich die Wallet wiederherstellen.',
  ],
  'phrase.warning': [
    'Write them on paper. Don’t take a photo or save them digitally. Support will never ask for them.',
    'Schreiben Sie sie auf Papier. Machen Sie kein Foto und speichern Sie sie nicht digital. Kein Support wird je danach fragen.',
  ],
  'phrase.noted': ['I have written them down', 'Ich habe sie aufgeschrieben'],
  'phrase.list': ['Recovery phrase', 'Wiederherstellungsphrase'],
  'confirmPhrase.text': [
    'Type these words of the phrase that you have just written down.',
    'Geben Sie diese Wörter der Phrase ein, die Sie gerade aufgeschrieben haben.',
  ],
  'confirmPhrase.word': ['Word {place}', 'Wort {place}'],
  'confirmPhrase.empty': ['Enter word {place}.', 'Geben Sie Wort {place} ein.'],
  'confirmPhrase.wrong': [
    'This is not word {place} of your phrase.',
    'Das ist nicht Wort {place} Ihrer Phrase.',
  ],
  'confirmPhrase.showAgain': ['Show the words again', 'Wörter noch einmal anzeigen'],
  'confirmPhrase.later': ['I’ll do this later', 'Später erledigen'],
  'confirmPhrase.laterText': [
    'Until then the wallet hides your address and reminds you.',
    'Bis dahin zeigt die Wallet keine Empfangsadresse an und erinnert Sie daran.',
  ],
  'password.title': ['Choose a password', 'Passwort wählen'],
  'password.text': [
    'It encrypts the wallet in this browser, and you need it to open the wallet. It cannot be recovered: if it is lost, only the recovery phrase helps.',
    'Es verschlüsselt die Wallet in diesem Browser und wird bei jedem Öffnen verlangt. Es lässt sich nicht wiederherstellen: Ist es verloren, hilft nur die Wiederherstellungsphrase.',
  ],
  'password.label': ['Password', 'Passwort'],
  'password.newLabel': ['New password', 'Neues Passwort'],
  'password.repeat': ['Repeat password', 'Passwort wiederholen'],
  'password.show': ['Show passwords', 'Passwörter anzeigen'],
  'password.hint': [
    'At least {count} characters. Length matters more than special characters.',
    'Mindestens {count} Zeichen. Länge zählt mehr als Sonderzeichen.',
  ],
  'password.short': ['At least {count} characters.', 'Mindestens {count} Zeichen.'],
  'password.common': ['This password is too common.', 'Dieses Passwort ist zu verbreitet.'],
  'password.differ': ['The two passwords differ.', 'Die beiden Passwörter stimmen nicht überein.'],
  'password.open': ['Open wallet', 'Wallet öffnen'],
  'password.encrypting': ['Encrypting…', 'Wird verschlüsselt …'],
  'password.notStored': ['The wallet could not be stored', 'Die Wallet konnte nicht gespeichert werden'],
  'copy.done': ['Copied', 'Kopiert'],
  'copy.failed': [
    'The browser refused to copy. Select the text and copy it by hand.',
    'Der Browser hat das Kopieren abgelehnt. Markieren und kopieren Sie den Text von Hand.',
  ],
  'copy.replaced': ['Something replaced what you copied', 'Etwas hat ersetzt, was Sie kopiert haben'],
  'copy.replacedShort': [
    'The clipboard now contains something else: do not paste it.',
    'Die Zwischenablage enthält jetzt etwas anderes: Fügen Sie es nicht ein.',
  ],
  'copy.replacedText': [
    'The clipboard no longer holds what this page put there. If you did not copy anything else, a program on this machine may be changing addresses to steal payments: do not paste it, and check the machine.',
    'Die Zwischenablage enthält jetzt etwas anderes, als diese Seite hineingelegt hat. Wenn Sie inzwischen nichts kopiert haben, tauscht vielleicht ein Programm auf diesem Gerät Adressen aus, um Zahlungen zu stehlen: Fügen Sie den Inhalt nicht ein und prüfen Sie das Gerät.',
  ],
  'scan.invalid_fee': [
    'Its fee is unusually high and larger than the amount.',
    'Die Gebühr ist ungewöhnlich hoch und größer als der Betrag.',
  ],
  'scan.from_form': ['Scan a QR code', 'QR-Code scannen'],
  'confirm.not_sent': ['Nothing was sent', 'Es wurde nichts gesendet'],
  'settings.language': ['Language', 'Sprache'],
  'settings.english': ['English', 'English'],
  'settings.german': ['Deutsch', 'Deutsch'],
  'shell.name': ['Cairn', 'Cairn'],
  'shell.kind': [' Wallet', '-Wallet'],
  'shell.skip': ['Skip to the content', 'Zum Inhalt springen'],
  'shell.navigation': ['Wallet', 'Wallet'],
  'shell.overview': ['Overview', 'Übersicht'],
  'shell.send': ['Send', 'Senden'],
  'shell.receive': ['Receive', 'Empfangen'],
  'shell.activity': ['Activity', 'Aktivität'],
  'shell.contacts': ['Contacts', 'Kontakte'],
  'shell.accounts': ['Accounts', 'Konten'],
  'shell.scan': ['Scan', 'Scannen'],
  'shell.messages': ['Messages', 'Nachrichten'],
  'shell.settings': ['Settings', 'Einstellungen'],
  'shell.more': ['More', 'Mehr'],
  'shell.nodeState': ['Node:', 'Node:'],
  'shell.lock': ['Lock', 'Sperren'],
  'shell.lockTitle': ['Lock the wallet', 'Wallet sperren'],
  'shell.hideAmounts': ['Hide amounts', 'Beträge verbergen'],
  'shell.showAmounts': ['Show amounts', 'Beträge anzeigen'],
  'shell.loading': ['Loading', 'Wird geladen'],
  'shell.loadFailed': [
    'This part of the page could not be loaded',
    'Dieser Teil der Seite konnte nicht geladen werden',
  ],
  'shell.loadFailedText': [
    'The gateway may have been stopped or updated. Start it again, then reload the page.',
    'Das Gateway wurde vielleicht beendet oder aktualisiert. Starten Sie es wieder und laden Sie dann die Seite neu.',
  ],
  'shell.cannotStart': ['The wallet cannot start', 'Die Wallet kann nicht starten'],
  'shell.reload': ['Reload the page', 'Seite neu laden'],
  'outbox.recipient_what': ['recipient', 'Empfänger'],
  'forget.warning': [
    'This removes the encrypted wallet from this browser',
    'Das löscht die verschlüsselte Wallet aus diesem Browser',
  ],
  'forget.text': [
    'The coins stay where they are, and only the recovery phrase or an exported file gives access to them again. Without them they are lost.',
    'Die Coins bleiben, wo sie sind; nur mit der Wiederherstellungsphrase oder einer exportierten Datei kommen Sie wieder an sie heran. Ohne diese sind sie verloren.',
  ],
  'forget.notBackedUp': [
    'You have not confirmed yet that the recovery phrase is written down.',
    'Sie haben noch nicht bestätigt, dass die Wiederherstellungsphrase aufgeschrieben ist.',
  ],
  'forget.type': ['Type “{word}” to confirm', 'Geben Sie zur Bestätigung „{word}“ ein'],
  'forget.word': ['forget', 'entfernen'],
  'forget.typeError': ['Type the word {word}.', 'Geben Sie das Wort {word} ein.'],
  'forget.keep': ['Keep the wallet', 'Wallet behalten'],
  'forget.forget': ['Forget this wallet', 'Wallet entfernen'],
  'security.reveal': ['Show the words', 'Wörter anzeigen'],
  'security.hide': ['Hide the words', 'Wörter verbergen'],
  'security.revealWarning': [
    'Anyone who sees these words can take all your coins. Make sure that no person and no camera can see the screen.',
    'Wer diese Wörter sieht, kann all Ihre Coins nehmen. Achten Sie darauf, dass niemand und keine Kamera den Bildschirm sieht.',
  ],
  'security.passwordSame': ['This is the current password.', 'Das ist das jetzige Passwort.'],
  'security.checking': ['Checking…', 'Wird geprüft …'],
  'backup.needed': [
    'Your recovery phrase is not confirmed yet',
    'Ihre Wiederherstellungsphrase ist noch nicht bestätigt',
  ],
  'backup.neededText': [
    'If this browser loses its data, only the phrase brings your coins back. It takes a minute: write it down, and repeat a few of its words.',
    'Verliert dieser Browser seine Daten, bringt nur die Phrase Ihre Coins zurück. Es dauert eine Minute: Schreiben Sie sie auf und wiederholen Sie einige ihrer Wörter.',
  ],
  'backup.receiveText': [
    'The address is shown once you have confirmed that the recovery phrase is written down, so that nothing arrives that could be lost with this browser.',
    'Die Adresse wird angezeigt, sobald Sie bestätigt haben, dass die Wiederherstellungsphrase aufgeschrieben ist. So kommt nichts an, was mit diesem Browser verloren gehen könnte.',
  ],
  'backup.start': ['Back up now', 'Jetzt sichern'],
  'failure.accountListed': [
    'This address is already in the wallet.',
    'Diese Adresse ist schon in der Wallet.',
  ],
});
export const { t, Rich } = texts;

/** A whole number with the thousands separators of the page's language. */
export function formatNumber(value: number): string {
  return numberText(value, currentLanguage());
}
