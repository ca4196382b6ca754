export { RecomputeCard } from './recompute-card.tsx';
