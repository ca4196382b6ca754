export { PhraseDrill } from './phrase-drill.tsx';
