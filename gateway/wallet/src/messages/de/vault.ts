import type { Translation } from '@cairn/ui/messages.js';
import type { vault as english } from '../en/vault.ts';

export const vault: Translation<typeof english> = {
  'unlock.title': 'Wallet entsperren',
  'unlock.password': 'Passwort',
  'unlock.wrong': 'Dieses Passwort öffnet die Wallet nicht.',
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
  'forget.warning': 'Das löscht die verschlüsselte Wallet aus diesem Browser',
  'forget.text':
    'Die Coins bleiben, wo sie sind; nur mit der Wiederherstellungsphrase oder einer exportierten Datei kommen Sie wieder an sie heran. Ohne diese sind sie verloren.',
  'forget.notBackedUp':
    'Sie haben noch nicht bestätigt, dass die Wiederherstellungsphrase aufgeschrieben ist.',
  'forget.type': 'Geben Sie zur Bestätigung „{word}“ ein',
  'forget.word': 'vergessen',
  'forget.typeError': 'Geben Sie das Wort {word} ein.',
  'forget.keep': 'Wallet behalten',
  'forget.forget': 'Diese Wallet vergessen',

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

  'security.title': 'Sicherheit',
  'security.lockNow': 'Jetzt sperren',
  'security.phrase': 'Wiederherstellungsphrase',
  'security.phraseText': 'Die Wörter, mit denen sich jedes Konto dieser Wallet wiederherstellen lässt.',
  'security.backedUp': 'Als aufgeschrieben bestätigt',
  'security.notBackedUp': 'Nicht als aufgeschrieben bestätigt',
  'security.reveal': 'Wörter anzeigen',
  'security.hide': 'Wörter verbergen',
  'security.revealWarning':
    'Wer diese Wörter sieht, kann all Ihre Coins nehmen. Achten Sie darauf, dass niemand und keine Kamera den Bildschirm sieht.',
  'security.revealHides':
    'Nach einer Minute, oder wenn Sie einen anderen Tab, ein anderes Fenster oder eine andere Seite öffnen, werden sie verborgen.',
  'security.password': 'Passwort',
  'security.passwordText':
    'Verschlüsselt die Wallet in diesem Browser. Exportierte Dateien behalten das Passwort, mit dem sie erzeugt wurden.',
  'security.changePassword': 'Passwort ändern',
  'security.currentPassword': 'Jetziges Passwort',
  'security.passwordSame': 'Das ist das jetzige Passwort.',
  'security.change': 'Passwort ändern',
  'security.changing': 'Wird verschlüsselt …',
  'security.changed': 'Das Passwort wurde geändert. Andere Tabs wurden gesperrt.',
  'security.file': 'Wallet-Datei',
  'security.fileText':
    'Die verschlüsselte Wallet als Datei, mit Namen, Kontakten und Notizen. Der Browser bewahrt die Wallet nur für diese eine Webadresse auf: Mit einer Datei kommt sie in einen anderen Browser oder an einen anderen Port.',
  'security.export': 'Exportieren',
  'security.exportFull': 'Wallet-Datei exportieren',
  'security.exported':
    'Der Browser speichert die Datei. Sie öffnet sich mit dem Passwort, das Sie gerade eingegeben haben.',
  'security.durable': 'Der Browser hat zugesagt, die Wallet aufzubewahren.',
  'security.notDurable':
    'Der Browser sagt nicht zu, die Wallet aufzubewahren: Wird der Platz knapp, kann er sie löschen, und ein privates Fenster vergisst sie beim Schließen. Bewahren Sie die Wiederherstellungsphrase oder eine Wallet-Datei auf.',
  'security.forget': 'Diese Wallet vergessen',
  'security.forgetText': 'Löscht die verschlüsselte Wallet aus diesem Browser.',
  'security.forgetAsk': 'Diese Wallet vergessen …',
  'security.checking': 'Wird geprüft …',

  'backup.title': 'Wallet sichern',
  'backup.needed': 'Ihre Wiederherstellungsphrase ist noch nicht bestätigt',
  'backup.neededText':
    'Verliert dieser Browser seine Daten, bringt nur die Phrase Ihre Coins zurück. Es dauert eine Minute: Schreiben Sie sie auf und wiederholen Sie einige ihrer Wörter.',
  'backup.receiveText':
    'Die Adresse wird angezeigt, sobald Sie bestätigt haben, dass die Wiederherstellungsphrase aufgeschrieben ist. So kommt nichts an, was mit diesem Browser verloren gehen könnte.',
  'backup.start': 'Jetzt sichern',
  'backup.password': 'Mit Ihrem Passwort werden die Wörter angezeigt.',
  'backup.done': 'Ihre Wiederherstellungsphrase ist bestätigt. Bewahren Sie sie sicher auf.',
  'backup.showAddress': 'Meine Adresse anzeigen',

  'failure.storage':
    'Der Browser konnte die Daten der Wallet nicht speichern: Vielleicht ist sein Speicher ausgeschaltet. Es wurde nichts geändert.',
  'failure.storageFull':
    'Im Browser ist kein Platz mehr für die Daten der Wallet. Es wurde nichts geändert. Schaffen Sie Platz auf diesem Gerät oder löschen Sie Daten anderer Websites, und versuchen Sie es erneut.',
  'failure.storageUnavailable':
    'Dieser Browser lässt die Wallet keine Daten speichern. Erlauben Sie Speicher (Cookies und Websitedaten) für diese Webadresse, verlassen Sie das private Fenster oder nehmen Sie einen anderen Browser.',
  'failure.vaultUnreadable': 'Diese Seite kann die in diesem Browser gespeicherte Wallet nicht lesen.',
  'failure.vaultNewer':
    'Sie wurde von einer neueren Version der Wallet geschrieben. Starten Sie jene Version; es wurde nichts geändert.',
  'failure.vaultChanged':
    'Ein anderer Tab hat die gespeicherte Wallet inzwischen geändert. Hier wurde nichts geändert; versuchen Sie es erneut.',
  'failure.locked': 'Die Wallet wurde inzwischen gesperrt. Es wurde nichts geändert.',
  'failure.invalidContents': 'Das passt nicht in die Wallet: Es ist zu lang oder zu viel.',
  'failure.tooManyAccounts': 'Diese Wallet listet bereits so viele Konten, wie sie kann.',
  'failure.accountListed': 'Diese Adresse ist schon in der Wallet.',
  'failure.invalidWatchAddress': 'Das ist keine Adresse dieses Netzwerks.',
  'failure.lastAccount': 'Eine Wallet braucht mindestens ein eigenes Konto.',
  'failure.notAVaultFile': 'Diese Datei ist keine exportierte Wallet.',
  'failure.vaultOtherNetwork': 'Diese Wallet ist für ein anderes Netzwerk als das des Gateways.',
  'failure.wrongPassword': 'Dieses Passwort öffnet die Wallet nicht.',
  'failure.passwordShort': 'Das Passwort ist zu kurz.',
  'failure.noAccount': 'Dieses Konto ist nicht in der Wallet.',
  'failure.planMismatch': 'Diese Überweisung gehört zu einem anderen Konto oder einer anderen Chain.',
  'failure.noTestCoins':
    'Kein Entwicklungskonto konnte zahlen. Starten Sie ein neues Devnet oder minen Sie einige Blöcke für dieses Konto.',
  'failure.unknown': 'Ein unerwarteter Fehler ist aufgetreten ({name}).',
};
