import type { SourceRow } from '#contract/row-source.ts'
import { listenForDetailMessages, postDetailMessage } from './detail-messages.ts'

export interface DetailWindows {
  /** Opens (or brings to the front) the full-screen window of one entry; false when the browser blocked it. */
  open(row: SourceRow): boolean
  /** Gives each window its data when it says `detailReady` and reports its `detailSaved`; answers the way to stop. */
  listen(book: { rowOf(id: string): SourceRow | undefined; onSaved(id: string): void }): () => void
}

/** The book's side of its detail windows; `kind` as in /popup/{kind}/{id}. */
export function createDetailWindows(kind: string): DetailWindows {
  const opened = new Map<string, SourceRow>()
  return {
    open(row) {
      opened.set(row.id, row)
      const { availWidth, availHeight } = window.screen
      const features = `popup,left=0,top=0,width=${availWidth},height=${availHeight}`
      const opening = window.open(`/popup/${kind}/${row.id}`, `${kind}-${row.id}`, features)
      opening?.focus()
      return opening !== null
    },
    listen: ({ rowOf, onSaved }) =>
      listenForDetailMessages((message, source) => {
        if (message.type === 'detailSaved') return onSaved(message.id)
        if (message.type !== 'detailReady' || !source) return
        const row = rowOf(message.id) ?? opened.get(message.id)
        // One whose processing is stopped is asked for by its window itself, which asks why first.
        if (row && !row.stopped && isWindow(source))
          postDetailMessage(source, { type: 'setDetailData', id: row.id, data: row.record })
      }),
  }
}

function isWindow(source: MessageEventSource): source is Window {
  return 'closed' in source
}
