// Entry of an icon thread: its export writes one file of an icon with changes, or the page of an icon.
import { drawIconPage, type IconPageOrder } from '../hosts/icons/pages/draw-icon-page.ts'
import { renderFile, type FileOrder, type RenderedFile } from '../icons/rendition/render-file.ts'
import { takeLowPriority } from './thread-priority.ts'

// Searches go first.
takeLowPriority()

export default function work(order: FileOrder | IconPageOrder): RenderedFile | Uint8Array | null {
  return order.kind === 'file' ? renderFile(order) : drawIconPage(order)
}
