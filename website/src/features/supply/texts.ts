import { defineTexts, type TranslationsOf } from '../../site/translations.ts';

export const texts = defineTexts({
  en: {
    'supply.description':
      'Coins of the Cairn chain: how many exist, the next halving and the emission curve.',
    'supply.title': 'Supply',
    'supply.lead': 'The coins that exist, and those that blocks will still create.',
    'supply.now': 'Supply',
    'supply.ofLimit': '{share} of the {limit} that will ever exist',
    'supply.reward': 'Block reward',
    'supply.rewardNote': 'Halved every {count} blocks',
    'supply.halving': 'Next halving',
    'supply.halvingBlock': 'Block {height}',
    'supply.halvingNote': { one: 'In {count} block', other: 'In {count} blocks' },
    'supply.date': 'Expected date',
    'supply.dateNote': 'At {duration} per block, the network’s target',
    'supply.curve': 'Emission curve',
    'supply.curveText': 'Coins in existence after each block, by the rules of the chain.',
    'supply.planned': 'By the rules',
    'supply.mined': 'Mined so far',
    'supply.chart': 'Supply over time',
  },
  de: {
    'supply.description':
      'Die Coins der Cairn-Chain: wie viele es gibt, die nächste Halbierung und die Emissionskurve.',
    'supply.title': 'Umlauf',
    'supply.lead': 'Wie viele Coins es gibt und wie viele noch entstehen.',
    'supply.now': 'Vorhandene Coins',
    'supply.ofLimit': '{share} der {limit}, die es je geben wird',
    'supply.reward': 'Blockbelohnung',
    'supply.rewardNote': 'Halbiert sich alle {count} Blöcke',
    'supply.halving': 'Nächste Halbierung',
    'supply.halvingBlock': 'Block {height}',
    'supply.halvingNote': { one: 'In {count} Block', other: 'In {count} Blöcken' },
    'supply.date': 'Voraussichtliches Datum',
    'supply.dateNote': 'Bei {duration} pro Block, dem Ziel des Netzwerks',
    'supply.curve': 'Emissionskurve',
    'supply.curveText': 'Vorhandene Coins nach jedem Block, nach den Regeln der Chain.',
    'supply.planned': 'Nach den Regeln',
    'supply.mined': 'Bisher entstanden',
    'supply.chart': 'Umlauf im Zeitverlauf',
  },
});

export const { translationsFor, useTranslations } = texts;

export type Translations = TranslationsOf<typeof texts>;
