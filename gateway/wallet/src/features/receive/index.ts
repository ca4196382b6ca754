export { AddressCard } from './address-card.tsx';
