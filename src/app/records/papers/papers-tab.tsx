import { paperCollections } from '#contract/books/papers.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { PaperShelf } from './paper-shelf.tsx'

/**
 * 서류철 tab with the photographs and documents of a record. `historyId`: the screen whose undo
 * history takes changes made here.
 */
export function papersTab(whole: keyof typeof paperCollections, historyId: string): EmbeddedTab {
  const collection = paperCollections[whole]
  return {
    key: 'papers',
    label: '서류철',
    content: (row) =>
      row.state === 'deleted' ? null : <PaperShelf key={row.id} place={{ collection, wholeId: row.id, historyId }} />,
  }
}
