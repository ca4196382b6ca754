import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  'supply.description': [
    'Coins of the Cairn chain: how many exist, the next halving and the emission curve.',
    'Die Coins der Cairn-Chain: wie viele es gibt, die nächste Halbierung und die Emissionskurve.',
  ],
  'supply.lead': [
    'The coins that exist, and those that blocks will still create.',
    'Wie viele Coins es gibt und wie viele noch entstehen.',
  ],
  'supply.now': ['Supply', 'Vorhandene Coins'],
  'supply.ofLimit': [
    '{share} of the {limit} that will ever exist',
    '{share} der {limit}, die es je geben wird',
  ],
  'supply.reward': ['Block reward', 'Blockbelohnung'],
  'supply.rewardNote': ['Halved every {count} blocks', 'Halbiert sich alle {count} Blöcke'],
  'supply.halving': ['Next halving', 'Nächste Halbierung'],
  'supply.halvingBlock': ['Block {height}', 'Block {height}'],
  'supply.halvingNote': [
    { one: 'In {count} block', other: 'In {count} blocks' },
    { one: 'In {count} Block', other: 'In {count} Blöcken' },
  ],
  'supply.date': ['Expected date', 'Voraussichtliches Datum'],
  'supply.dateNote': [
    'At {duration} per block, the network’s target',
    'Bei {duration} pro Block, dem Ziel des Netzwerks',
  ],
  'supply.curve': ['Emission curve', 'Emissionskurve'],
  'supply.curveText': [
    'Coins in existence after each block, by the rules of the chain.',
    'Vorhandene Coins nach jedem Block, nach den Regeln der Chain.',
  ],
  'supply.planned': ['By the rules', 'Nach den Regeln'],
  'supply.mined': ['Mined so far', 'Bisher entstanden'],
  'supply.chart': ['Supply over time', 'Umlauf im Zeitverlauf'],
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
