export { TestCoinsCard } from './test-coins-card.tsx';
