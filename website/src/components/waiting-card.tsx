import { Card, Skeleton } from '@cairn/ui';

/** Lines of a card that is a page's first: those of a block or a transaction. */
const LINES = 8;

/** In the place of a page's cards while what they show is on its way. */
export function WaitingCard() {
  return (
    <Card>
      <div class="c-stack" aria-busy="true">
        {Array.from({ length: LINES }, (_, index) => (
          <Skeleton key={index} width={index % 2 === 0 ? 'long' : 'medium'} />
        ))}
      </div>
    </Card>
  );
}
