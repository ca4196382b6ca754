import { defineTexts } from '../../site/translations.ts';

export const texts = defineTexts({
  'devnet.title': ['Devnet', 'Devnet'],
  'devnet.label': ['Control of the devnet', 'Steuerung des Devnets'],
  'devnet.mine': ['Mine', 'Minen'],
  'devnet.reorganize': ['Reorganize', 'Reorganisieren'],
  'devnet.advance': ['+1 hour', '+1 Stunde'],
  'devnet.fund': ['Fund', 'Gutschreiben'],
  'devnet.snapshot': ['Snapshot', 'Snapshot'],
  'devnet.revert': ['Revert to {height}', 'Zurück zu {height}'],
  'devnet.weather': ['Weather', 'Wetter'],
  'devnet.none': ['none', 'keins'],
  'devnet.calm': ['calm', 'ruhig'],
  'devnet.breezy': ['breezy', 'windig'],
  'devnet.storm': ['storm', 'Sturm'],
  'devnet.list': ['from a list', 'nach Liste'],
  'devnet.noWeather': ['The weather has ended.', 'Das Wetter ist vorbei.'],
  'devnet.weatherBegan': ['{name}, seed {seed}', '{name}, Seed {seed}'],
  'devnet.close': ['Close', 'Schließen'],
  'devnet.amount': ['Amount', 'Betrag'],
  'devnet.pay': ['Pay', 'Zahlen'],
  'devnet.mined': ['Block {height} is the newest.', 'Block {height} ist der neueste.'],
  'devnet.reorganized': [
    '{lost} replaced above block {common}; block {height} is the newest.',
    '{lost} über Block {common} ersetzt; Block {height} ist der neueste.',
  ],
  'devnet.advanced': ['The chain’s clock: {time}', 'Uhr der Chain: {time}'],
  'devnet.funded': ['Paid {amount} CRN in block {height}.', '{amount} CRN in Block {height} gezahlt.'],
  'devnet.saved': ['Block {height} is remembered.', 'Block {height} ist gemerkt.'],
  'devnet.reverted': ['Back at block {height}.', 'Zurück bei Block {height}.'],
  'devnet.wrongAmount': ['An amount in CRN, like 12.5', 'Ein Betrag in CRN, wie 12.5'],
});

export const { useTranslations } = texts;
