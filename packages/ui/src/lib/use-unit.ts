import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { currentUnit, onUnitChange, rereadUnit, type Unit } from './unit.ts';

/** Fixes the unit of the amounts inside, for an app that keeps the choice itself. */
export const UnitContext = createContext<Unit | undefined>(undefined);

/** The unit to show amounts in. The first render is always in coins: the server, which knows no choice, made it so. */
export function useUnit(): Unit {
  const fixed = useContext(UnitContext);
  const [unit, setUnit] = useState<Unit>('crn');
  useEffect(() => {
    const update = () => setUnit(currentUnit());
    update();
    const end = onUnitChange(update);
    const restored = ({ persisted }: PageTransitionEvent) => persisted && rereadUnit();
    addEventListener('pageshow', restored);
    return () => {
      end();
      removeEventListener('pageshow', restored);
    };
  }, []);
  return fixed ?? unit;
}
