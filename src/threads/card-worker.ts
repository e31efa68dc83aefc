// Entry of a card thread: its export draws the picture of one page.
import { createCardPainter } from '../hosts/docs/cards/draw-card.ts'
import type { CardOrder, DrawnCard } from '../web/page-card.ts'
import { takeLowPriority } from './thread-priority.ts'

// Pictures are for crawlers, and searches go first.
takeLowPriority()
const painter = await createCardPainter()

export default function work(order: CardOrder): Promise<DrawnCard> {
  return painter.paint(order)
}
