import type { Translation } from '@cairn/ui/messages.js';
import type { transfers as english } from '../en/transfers.ts';

export const transfers: Translation<typeof english> = {
  'outbox.sending': 'Wird gesendet …',
  'outbox.unclear': 'Es ist unklar, ob diese Überweisung angekommen ist',
  'outbox.lost': 'Der Node hat diese Überweisung nicht mehr',
  'outbox.not_sent': 'Eine signierte Überweisung wurde nicht gesendet',
  'outbox.not_arrived': 'Eine signierte Überweisung ist nicht angekommen',
  'outbox.damaged': 'Eine gespeicherte signierte Überweisung ist beschädigt',
  'outbox.damaged_text':
    'Die gespeicherten Daten von {id} sind widersprüchlich: Die signierten Bytes stimmen nicht mit den gespeicherten Angaben überein. Die Überweisung wird nicht gesendet. Sehen Sie in der Aktivität nach: Der Node könnte sie schon erhalten haben. Bis Sie sie verwerfen, kann nichts anderes signiert werden.',
  'outbox.what': '{amount} an {recipient}, Nonce {nonce}.',
  'outbox.what_cancels': 'Stornierung von {amount} an {recipient}, Nonce {nonce}.',
  'outbox.what_cancellation': 'Stornierung der Überweisung mit der Nonce {nonce}.',
  'outbox.recipient_what': 'Empfänger',
  'outbox.left_block': 'Sie war in Block {height}, den die Chain ersetzt hat.',
  'outbox.node_has_not': 'Der Node hat sie derzeit nicht.',
  'outbox.node_may_have': 'Der Node könnte sie haben.',
  'outbox.safe':
    'Dieselbe Überweisung noch einmal zu senden ist ungefährlich: Sie kann nur einmal ausgeführt werden.',
  'outbox.replaces_open': 'Sie wurde signiert, um eine andere Überweisung mit dieser Nonce zu ersetzen.',
  'outbox.send_now': 'Jetzt senden',
  'outbox.send_again': 'Dieselbe Überweisung noch einmal senden',
  'outbox.forget': 'Verwerfen',
  'outbox.forget_sure': 'Diese Überweisung verwerfen?',
  'outbox.forget_text':
    'Die Wallet löscht die signierte Überweisung. Hat der Node sie doch erhalten, wird die Überweisung trotzdem ausgeführt und erscheint als ausstehend; eine neue Überweisung wäre dann eine zweite.',
  'outbox.forget_yes': 'Verwerfen',
  'outbox.keep': 'Behalten',
  'outbox.replaced_sped_up': 'Eine Überweisung wurde durch eine mit höherer Gebühr ersetzt',
  'outbox.replaced_sped_up_cancel': 'Eine Stornierung wurde durch eine mit höherer Gebühr ersetzt',
  'outbox.replaced_cancelled': 'Eine Überweisung wurde storniert',
  'outbox.replaced_other': 'Eine signierte Überweisung wird nie ausgeführt',
  'outbox.replaced_too_late': 'Ein Ersatz kam zu spät',
  'outbox.replaced_sped_up_text':
    'Dieselbe Überweisung mit der höheren Gebühr ist in einem Block; diese wird nie ausgeführt.',
  'outbox.replaced_sped_up_cancel_text':
    'Die mit der höheren Gebühr ist in einem Block; diese wird nie ausgeführt.',
  'outbox.replaced_cancelled_text':
    'Die Transaktion mit ihrer Nonce ist in einem Block: An den Empfänger ging nichts, nur die Gebühr ist ausgegeben.',
  'outbox.replaced_other_text': 'Ein Block enthält eine andere Transaktion mit ihrer Nonce.',
  'outbox.replaced_speed_up_late_text':
    'Die ursprüngliche Überweisung war schon in einem Block: Sie wurde einmal ausgeführt, mit der niedrigeren Gebühr.',
  'outbox.replaced_cancel_late_text':
    'Die Überweisung, die Sie stornieren wollten, war schon in einem Block: Sie wurde ausgeführt.',
  'outbox.instead': 'Stattdessen: {id}',
  'outbox.dismiss': 'Schließen',
  'pending.title': 'Ausstehende Überweisungen',
  'pending.note': 'Beim Node ausstehend; bestätigt, sobald ein Block sie enthält.',
  'pending.to': 'an {recipient}',
  'pending.cancelling': 'Stornierung der Überweisung mit der Nonce {nonce}',
  'pending.cancelling_what': 'Stornierung von {amount} an {recipient}',
  'pending.facts': 'Nonce {nonce}, Gebühr {fee}',
  'pending.since': 'gesendet {time}',
  'pending.either': 'Sie ersetzt Ihre frühere Überweisung. Nur eine der beiden wird ausgeführt.',
  'pending.left_block':
    'Die Chain hat Block {height}, der sie enthielt, ersetzt. Sie wartet auf einen anderen Block; Sie müssen nichts neu signieren.',
  'pending.missing_speed_up':
    'Die Überweisung mit der höheren Gebühr ist nicht beim Node angekommen. Diese hier gilt weiter. Drücken Sie „Beschleunigen“, um es noch einmal zu versuchen.',
  'pending.missing_cancel':
    'Ihre Stornierung ist nicht beim Node angekommen; diese Überweisung gilt weiter. Drücken Sie „Stornieren“, um es noch einmal zu versuchen.',
  'pending.behind': 'Wartet auf die vorherige Überweisung mit Nonce {nonce}.',
  'pending.speed_up': 'Beschleunigen',
  'pending.cancel': 'Stornieren',
  'pending.speed_up_label': 'Überweisung mit Nonce {nonce} beschleunigen',
  'pending.cancel_label': 'Überweisung mit Nonce {nonce} stornieren',
  'replace.original': 'Die ausstehende Überweisung',
  'replace.original_cancel': 'Die ausstehende Stornierung',
  'replace.confirm_speed_up': 'Überweisung beschleunigen',
  'replace.confirm_speed_up_cancel': 'Stornierung beschleunigen',
  'replace.confirm_cancel': 'Überweisung stornieren',
  'replace.result_speed_up': 'Überweisung mit höherer Gebühr',
  'replace.result_speed_up_cancel': 'Stornierung mit höherer Gebühr',
  'replace.result_cancel': 'Stornierung',
  'replace.title_speed_up': 'Diese Überweisung beschleunigen',
  'replace.title_speed_up_cancel': 'Diese Stornierung beschleunigen',
  'replace.title_cancel': 'Diese Überweisung stornieren',
  'replace.rule': 'Der Node verlangt eine Gebühr, die mindestens 10 % höher ist: {minimum} oder mehr.',
  'replace.speed_up_text':
    'Dieselbe Überweisung mit höherer Gebühr ersetzt diese. Sie wird einmal ausgeführt, nie zweimal.',
  'replace.speed_up_cancel_text': 'Dieselbe Stornierung mit höherer Gebühr ersetzt diese.',
  'replace.cancel_text':
    'Sie erhalten den Betrag zurück und zahlen eine Gebühr für die Stornierung. Ein Block kann die Überweisung trotzdem vorher aufnehmen.',
  'replace.both':
    'Es kann zu spät sein: Vielleicht hat ein Miner das Original schon aufgenommen. Nur eine der beiden wird ausgeführt.',
  'replace.fee': 'Neue Gebühr',
  'replace.fee_cancel': 'Gebühr der Stornierung',
  'replace.fee_now': 'Jetzige Gebühr',
  'replace.review': 'Neue Gebühr prüfen',
  'replace.review_cancel': 'Stornierung prüfen',
  'replace.keep': 'So lassen',
  'replace.gone': 'Diese Überweisung steht nicht mehr aus; es gibt nichts zu ersetzen.',
};
