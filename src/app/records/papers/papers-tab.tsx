import { paperCollections } from '#contract/books/papers.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { PaperGallery } from './paper-gallery.tsx'

/**
 * 서류철 tab with the photographs and documents of a record. `historyId`: the screen whose undo
 * history takes changes made here.
 */
export function papersTab(owner: keyof typeof paperCollections, historyId: string): EmbeddedTab {
  const collection = paperCollections[owner]
  return {
    key: 'papers',
    label: '서류철',
    content: (row) =>
      row.state === 'deleted' ? null : (
        <PaperGallery key={row.id} target={{ collection, wholeId: row.id, historyId }} />
      ),
  }
}
